// A program that behaves like the worst agents seen: it and its tools ignore SIGTERM, and the tools sit in sessions of their own.
// It prints one line, the pids of its whole tree as JSON, and goes on.
// Flags: --exit-on-eof exits when stdin ends, --obeys exits on SIGTERM, --tool-without-mark starts the tool with an
// empty environment, --exit N exits with that code once the tree stands.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const flags = process.argv.slice(2);
const has = (flag) => flags.includes(flag);
if (!has('--obeys')) process.on('SIGTERM', () => {});
if (has('--exit-on-eof')) process.stdin.on('end', () => process.exit(0));
process.stdin.resume();

// A child in the agent's own group, a tool in a new session, and the tool's child in a third one.
const inner = `trap '' TERM; echo $$; exec sleep 1000`;
const tool = `trap '' TERM; setsid /bin/sh -c "$INNER" & echo $$; wait; exec sleep 1000`;
const bare = { PATH: '/usr/bin:/bin', INNER: inner };
const env = has('--tool-without-mark') ? bare : { ...process.env, ...bare };
const children = [
  spawn('/bin/sh', ['-c', inner], { stdio: ['ignore', 'pipe', 'ignore'] }),
  spawn('/bin/sh', ['-c', tool], { stdio: ['ignore', 'pipe', 'ignore'], detached: true, env }),
];
const pids = [process.pid];
for (const child of children) {
  createInterface({ input: child.stdout }).on('line', (line) => {
    pids.push(Number(line));
    if (pids.length < 4) return;
    process.stderr.write('tree stands\n');
    process.stdout.write(`${JSON.stringify(pids)}\n`, () => {
      if (has('--exit')) process.exit(Number(flags[flags.indexOf('--exit') + 1]));
    });
  });
}
