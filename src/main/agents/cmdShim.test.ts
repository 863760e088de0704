import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { invocationOf, isBatchFile, shimInvocation } from './cmdShim';
import { agentEnvironment } from './environment';
import { spawnGroup } from './spawnGroup';

/** One reading of cmd.exe: carets go, quotes protect. `commands`: how many it would run. */
function readByCmd(line: string): { text: string; commands: number } {
  let text = '';
  let commands = 1;
  let inQuotes = false;
  for (let at = 0; at < line.length; at += 1) {
    const char = line.charAt(at);
    if (char === '^' && !inQuotes) {
      at += 1;
      text += line.charAt(at);
      continue;
    }
    if (char === '"') inQuotes = !inQuotes;
    if (!inQuotes && /[&|<>]/.test(char)) commands += 1;
    text += char;
  }
  return { text, commands };
}

/** argv as Microsoft's C runtime and Node split it. */
function argvOf(text: string): string[] {
  const args: string[] = [];
  let arg: string | null = null;
  let inQuotes = false;
  for (let at = 0; at < text.length; at += 1) {
    const slashes = /^\\+(?=")/.exec(text.slice(at))?.[0].length ?? 0;
    if (slashes > 0) {
      arg = (arg ?? '') + '\\'.repeat(Math.floor(slashes / 2));
      at += slashes;
      if (slashes % 2 === 1) {
        arg += '"';
        continue;
      }
    }
    const char = text.charAt(at);
    if (char === '"') {
      inQuotes = !inQuotes;
      arg ??= '';
    } else if (char === ' ' && !inQuotes) {
      if (arg !== null) args.push(arg);
      arg = null;
    } else arg = (arg ?? '') + char;
  }
  return arg === null ? args : [...args, arg];
}

describe('AC-42: a .cmd shim', () => {
  const program = 'C:\\Program Files\\x y\\agent.cmd';
  const args = [
    'acp',
    'two words',
    'say "hi" & x',
    'x" & calc & "',
    '100%',
    '%PATH%',
    '^caret',
    'a|b>c<d',
    '!now!',
    'C:\\dir with\\',
    'back\\"slash',
    '',
    '(a);b,c=d',
    '数据',
  ];

  it('gets exactly the arguments, and cmd.exe runs nothing else in either reading', () => {
    const { program: shell, args: line, verbatim } = shimInvocation(program, args, 'C:\\Windows\\System32\\cmd.exe');
    expect(shell).toBe('C:\\Windows\\System32\\cmd.exe');
    expect(line.slice(0, 3)).toEqual(['/d', '/s', '/c']);
    expect(verbatim).toBe(true);
    const whole = line[3] ?? '';
    expect(whole.startsWith('"') && whole.endsWith('"')).toBe(true);

    const first = readByCmd(whole.slice(1, -1));
    expect(first.commands).toBe(1);
    expect(first.text.startsWith(`${program} `)).toBe(true);
    // What the batch file has as %*, read again on its own line.
    const second = readByCmd(first.text.slice(program.length + 1));
    expect(second.commands).toBe(1);
    expect(argvOf(second.text)).toEqual(args);
  });

  it.each(['C:\\VS Code\\bin\\code.cmd', 'C:\\x\\EDIT.BAT'])('is how %s is started, on Windows alone', (file) => {
    const given = ['--goto', 'a & calc.ts:7'];
    const env = { ComSpec: 'C:\\Windows\\System32\\cmd.exe' };
    expect(invocationOf(file, given, env, 'win32')).toEqual(shimInvocation(file, given, env.ComSpec));
    expect(invocationOf(file, given, env, 'linux')).toEqual({ program: file, args: given, verbatim: false });
  });

  it('is no program of another kind', () => {
    const started = invocationOf('C:\\x\\code.exe', ['a & b'], {}, 'win32');
    expect(started).toEqual({ program: 'C:\\x\\code.exe', args: ['a & b'], verbatim: false });
  });

  it('has no variable filled in: a percent sign never stands beside the name', () => {
    const [, , , line = ''] = shimInvocation(program, ['%PATH%']).args;
    expect(line).not.toContain('%PATH%');
  });

  it('is known by its ending', () => {
    expect(['a.cmd', 'A.CMD', 'x.bat', 'x.exe', 'cmd', 'x.cmd.exe'].map(isBatchFile)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});

// Only Windows has the cmd.exe that this is about.
describe.runIf(process.platform === 'win32')('AC-42: a .cmd shim in a folder with blanks, started for real', () => {
  it('hands over exactly its arguments', async () => {
    const folder = join(mkdtempSync(join(tmpdir(), 'signalbox-shim-')), 'x y');
    mkdirSync(folder);
    writeFileSync(join(folder, 'echo.js'), 'console.log(JSON.stringify(process.argv.slice(2)))');
    writeFileSync(join(folder, 'agent.cmd'), `@"${process.execPath}" "%~dp0echo.js" %*\r\n`);
    const args = ['two words', 'say "hi" & x', 'x" & calc & "', '%PATH%', '^caret', 'a|b>c<d', '数据'];
    const { stdout, exit } = await spawnGroup(join(folder, 'agent.cmd'), args, {
      cwd: folder,
      env: agentEnvironment(process.env, {}, 'shim'),
      stdin: 'ignore',
    });
    expect(JSON.parse(await text(stdout))).toEqual(args);
    expect(await exit).toMatchObject({ exitCode: 0 });
  });
});
