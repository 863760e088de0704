import { describe, expect, it } from 'vitest';
import { commandOf, exitOf, folderOf, outputOf, storedOf } from './commandFacts';

const json = (value: unknown) => ({ type: 'json' as const, value });
const told = (text: string) => [{ type: 'content' as const, content: { type: 'text' as const, text } }];

describe('commandOf', () => {
  it.each([
    ['Claude', { title: 'Terminal', rawInput: json({ command: 'npm test' }) }, 'npm test'],
    ['Codex, through a shell', { rawInput: json({ command: ['/bin/bash', '-lc', 'ls | wc'] }) }, 'ls | wc'],
    [
      'an argv with spaces',
      { rawInput: json({ command: ['git', 'commit', '-m', "it's"] }) },
      "git commit -m 'it'\\''s'",
    ],
    ['Cursor, by its title', { title: '`echo hi > a.txt`', rawInput: json({}) }, 'echo hi > a.txt'],
    ['Gemini, by its title', { title: 'touch a' }, 'touch a'],
  ])('reads it from %s', (_, tool, command) => {
    expect(commandOf(tool)).toBe(command);
  });
});

describe('storedOf', () => {
  const part = { type: 'stored' as const, blobId: 'b', as: 'text' as const, bytes: 70_000, head: 'x' };
  it.each([
    ['the content', { content: [{ type: 'content' as const, content: part }] }],
    ['a text of the raw output, whose exit status is still read', { rawOutput: json({ exitCode: 0, stdout: part }) }],
    ['the raw output', { rawOutput: part }],
  ])('finds what was too large in %s', (_, tool) => {
    expect(storedOf(tool)).toEqual(part);
  });
});

describe('exitOf', () => {
  it.each([
    [
      'a terminal of ours',
      { content: [{ type: 'terminal' as const, terminalId: 't', exit: { exitCode: 3, signal: null } }] },
      3,
    ],
    ['Cursor', { rawOutput: json({ exitCode: 1, stdout: '', stderr: 'x' }) }, 1],
    ['Codex', { rawOutput: json({ exit_code: 0 }) }, 0],
    ['OpenCode', { rawOutput: json({ output: '', metadata: { exit: 2 } }) }, 2],
    ['Copilot', { rawOutput: json({ contents: [{ type: 'shell_exit', exitCode: 4 }] }) }, 4],
    [
      'Codex, in words',
      {
        rawOutput: json(
          'Chunk ID: fa3a66\nWall time: 0.0000 seconds\nProcess exited with code 6\nOriginal token count: 4\nOutput:\nhi\n',
        ),
      },
      6,
    ],
    ['Copilot, in words', { rawOutput: json({ content: 'hi\n<shellId: 0 completed with exit code 7>' }) }, 7],
    ['pi', { meta: { terminal_exit: { exit_code: 5, signal: null } } }, 5],
  ])('reads it from %s', (_, tool, code) => {
    expect(exitOf(tool)?.exitCode).toBe(code);
  });

  it('is unknown where nobody said it', () => {
    expect(exitOf({ rawOutput: json('hi') })).toBeNull();
  });
});

describe('outputOf', () => {
  it.each([
    ['both streams of Cursor', { rawOutput: json({ exitCode: 1, stdout: 'a', stderr: 'b' }) }, 'a\nb'],
    ['the aggregate of Codex', { rawOutput: json({ stdout: '', aggregated_output: 'x\n' }) }, 'x\n'],
    ["Claude's raw text", { rawOutput: json('hi'), content: told('```console\nhi\n```') }, 'hi'],
    ["Claude's fence", { content: told('```console\nhi\nyou\n```') }, 'hi\nyou'],
    [
      'what Codex tells without the words around it',
      {
        rawOutput: json(
          'Wall time: 1.5 seconds\nProcess exited with code 0\nOutput:\nhi\nProcess exited with code 9\nOutput:\n',
        ),
      },
      'hi\nProcess exited with code 9\nOutput:\n',
    ],
    ['what Copilot tells', { rawOutput: json({ content: 'hi\n<shellId: 0 completed with exit code 0>' }) }, 'hi'],
    [
      'a terminal before all else',
      { content: [{ type: 'terminal' as const, terminalId: 't', output: 'live' }], rawOutput: json('x') },
      'live',
    ],
  ])('takes %s', (_, tool, text) => {
    expect(outputOf(tool).text).toBe(text);
  });

  it('says that it is not available where a terminal is named that nobody knows (AC-31)', () => {
    expect(outputOf({ content: [{ type: 'terminal', terminalId: 'gone' }] })).toMatchObject({
      text: '',
      unavailable: true,
    });
    expect(outputOf({})).toMatchObject({ text: '', unavailable: false });
  });
});

describe('folderOf', () => {
  it('reads the folder where it is told', () => {
    expect(folderOf({ rawInput: json({ command: 'x', cwd: '/p' }) })).toBe('/p');
    expect(folderOf({ meta: { terminal_info: { cwd: '/q' } } })).toBe('/q');
    expect(folderOf({})).toBeNull();
  });
});
