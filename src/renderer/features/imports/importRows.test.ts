import type { ImportableSession, TerminalChat } from '@shared/ipc/imports';
import { describe, expect, it } from 'vitest';
import { commandText, importRows } from './importRows';
import { projectRow } from '../../testing/listRows';

const session = (acpSessionId: string, projectId: string | null, cwd = `/${projectId}`): ImportableSession => ({
  acpSessionId,
  cwd,
  title: `Title ${acpSessionId}`,
  updatedAt: null,
  projectId,
});
const chat: TerminalChat = {
  chatId: 'c',
  title: '对话',
  cwd: null,
  updatedAt: null,
  folder: '/chats/c',
  projectId: null,
  command: ['agent', '--resume=c'],
};
const projects = { p2: projectRow('p2', 2), p1: projectRow('p1', 1) };
const keys = (text: string) =>
  importRows(
    {
      sessions: [
        session('a', 'p2'),
        session('b', 'p1', '/p1/below'),
        session('c', null, '/else'),
        session('d', 'gone'),
      ],
      chats: [chat],
    },
    projects,
    text,
  ).map((row) => (row.kind === 'session' ? `${row.key} ${row.place}`.trim() : row.key));

describe('what can be imported', () => {
  it('stands by project in the order of the sidebar, then what is in none, then the chats of the terminal', () => {
    expect(keys('')).toEqual([
      'head:p1',
      'b /p1/below',
      'head:p2',
      'a',
      'head:',
      'c /else',
      'd /gone',
      'chats',
      'chat:c',
    ]);
  });

  it('is narrowed by words of title and folder, without empty headings', () => {
    expect(keys('title below')).toEqual(['head:p1', 'b /p1/below']);
    expect(keys('对话')).toEqual(['chats', 'chat:c']);
    expect(keys('nothing')).toEqual([]);
  });
});

describe('the command that continues a chat', () => {
  const command = ['/opt/my agent', "it's", '--resume=c'];

  it('is quoted for the shell of the system, after going to its folder', () => {
    expect(commandText({ cwd: '/a b', command }, 'linux')).toBe(`cd '/a b'\n'/opt/my agent' 'it'\\''s' --resume=c`);
    expect(commandText({ cwd: 'C:\\x y', command: ['C:\\agent.exe', '--resume=c'] }, 'win32')).toBe(
      'cd "C:\\x y"\nC:\\agent.exe --resume=c',
    );
    expect(commandText(chat, 'darwin')).toBe('agent --resume=c');
  });
});
