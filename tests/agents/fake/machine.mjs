import { forkChildren } from './processes.mjs';

/** What happens to the process and to the wire. @type {Record<string, import('./turn.mjs').Command>} */
export const machineCommands = {
  raw: (turn, _words, text) => turn.wire.raw(text),
  noise: async (turn, [count]) => {
    for (let at = 0; at < (Number(count) || 1); at += 1) await turn.wire.raw(`{noise ${at} \u001b[31mred\u001b[0m`);
  },
  split: (turn, [bytes]) => {
    turn.config.splitBytes = Number(bytes) || 0;
  },
  crlf: (turn) => {
    turn.config.crlf = true;
  },
  eof: async (turn) => {
    await turn.wire.endOutput();
    setInterval(() => undefined, 1 << 30);
    await new Promise(() => {});
  },
  stderr: (_turn, _words, text) => {
    process.stderr.write(`${text}\n`);
  },
  crash: async (turn, [how = '1']) => {
    turn.agent.sessions.save(turn.session);
    await turn.wire.flushed();
    process.stderr.write('fake agent: something went badly wrong\nfake agent: giving up\n');
    if (how.startsWith('SIG')) {
      process.kill(process.pid, how);
      await new Promise(() => {});
    }
    process.exit(Number(how));
  },
  fork: (turn, [count, clean]) => {
    const pids = forkChildren(Number(count) || 1, clean === 'clean');
    return turn.say(`Started ${pids.join(' ')}\n`);
  },
  env: (turn, [name]) => turn.say(`${name}=${process.env[name] ?? ''}\n`),
  cwd: (turn) => turn.say(`${process.cwd()}\n`),
  argv: (turn) => turn.say(`${JSON.stringify(process.argv.slice(2))}\n`),
};
