#!/usr/bin/env node
// @ts-check
import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { Transform } from 'node:stream';

// Stands between Signalbox and a real agent and writes down every line of both directions:
// `recordWire.mjs FILE COMMAND [ARGS]`. Bytes pass through untouched, the ends of the pipes too, so that an agent that
// does not exit at the end of its input is still one.

const [file = '', command = '', ...args] = process.argv.slice(2);

/** Appends `{pid, at, dir, line}` a line, at once, so that a killed agent has told everything. @param {'out' | 'in'} dir */
function recorder(dir) {
  let rest = Buffer.alloc(0);
  return (/** @type {Buffer} */ chunk) => {
    rest = Buffer.concat([rest, chunk]);
    for (let end = rest.indexOf(0x0a); end !== -1; end = rest.indexOf(0x0a)) {
      const line = rest.subarray(0, end).toString('utf8');
      appendFileSync(file, `${JSON.stringify({ pid: process.pid, at: Date.now(), dir, line })}\n`);
      rest = rest.subarray(end + 1);
    }
  };
}

/** @param {string} line of the agent's @returns {string} the same, without resume among what it can do */
function withoutResume(line) {
  if (!line.includes('"sessionCapabilities"')) return line;
  const frame = JSON.parse(line);
  delete frame.result?.agentCapabilities?.sessionCapabilities?.resume;
  return JSON.stringify(frame);
}

/** Passes whole lines on. */
function resumeTakenOut() {
  let rest = Buffer.alloc(0);
  return new Transform({
    transform(chunk, _encoding, done) {
      rest = Buffer.concat([rest, chunk]);
      for (let end = rest.indexOf(0x0a); end !== -1; end = rest.indexOf(0x0a)) {
        this.push(`${withoutResume(rest.subarray(0, end).toString('utf8'))}\n`);
        rest = rest.subarray(end + 1);
      }
      done();
    },
    flush(done) {
      done(null, rest);
    },
  });
}

const agent = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
// The agent may be gone before it has read all.
agent.stdin.on('error', () => undefined);
agent.once('error', (error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(127);
});
process.stdin.on('data', recorder('out'));
process.stdin.pipe(agent.stdin);
const said = process.env.RECORD_WIRE_WITHOUT_RESUME === '1' ? agent.stdout.pipe(resumeTakenOut()) : agent.stdout;
said.on('data', recorder('in'));
said.pipe(process.stdout);
agent.once('close', (code, signal) => {
  if (signal) process.kill(process.pid, signal);
  else process.exit(code ?? 1);
});
