import type { ImportableSession, ImportList, TerminalChat } from '@shared/ipc/imports';
import type { ProjectView } from '@shared/ipc/views';

export type ImportRow =
  | { kind: 'head'; key: string; project: ProjectView | null; sessions: readonly ImportableSession[] }
  | { kind: 'session'; key: string; session: ImportableSession; /** '' where the heading says it. */ place: string }
  | { kind: 'chatsHead'; key: string; count: number }
  | { kind: 'chat'; key: string; chat: TerminalChat };

/** By project in the order of the sidebar, then what is in no project, then the chats of the terminal. */
export function importRows(
  list: Pick<ImportList, 'sessions' | 'chats'>,
  projects: Readonly<Record<string, ProjectView>>,
  text: string,
): ImportRow[] {
  const words = text.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const fits = ({ title, cwd }: { title: string | null; cwd: string | null }) => {
    const hay = `${title ?? ''}\n${cwd ?? ''}`.toLocaleLowerCase();
    return words.every((word) => hay.includes(word));
  };
  const found = list.sessions.filter(fits);
  const order = Object.values(projects).sort((a, b) => a.order - b.order || a.name.localeCompare(b.name));
  const rows: ImportRow[] = [];
  const add = (project: ProjectView | null, sessions: readonly ImportableSession[]) => {
    if (sessions.length === 0) return;
    rows.push({ kind: 'head', key: `head:${project?.projectId ?? ''}`, project, sessions });
    for (const session of sessions) {
      const place = session.cwd === project?.path ? '' : session.cwd;
      rows.push({ kind: 'session', key: session.acpSessionId, session, place });
    }
  };
  for (const project of order) {
    add(
      project,
      found.filter(({ projectId }) => projectId === project.projectId),
    );
  }
  add(
    null,
    found.filter(({ projectId }) => projectId === null || projects[projectId] === undefined),
  );
  const chats = list.chats.filter(fits);
  if (chats.length > 0) rows.push({ kind: 'chatsHead', key: 'chats', count: chats.length });
  for (const chat of chats) rows.push({ kind: 'chat', key: `chat:${chat.chatId}`, chat });
  return rows;
}

/** What one types to go on with a chat, a line each: some shells join no commands. */
export function commandText({ cwd, command }: Pick<TerminalChat, 'cwd' | 'command'>, platform: string): string {
  const quoted = (word: string) => {
    if (/^[\w@%+=:,./-]+$/.test(word) || (platform === 'win32' && /^[\w@+=:,./\\-]+$/.test(word))) return word;
    return platform === 'win32' ? `"${word}"` : `'${word.replaceAll("'", `'\\''`)}'`;
  };
  const run = command.map(quoted).join(' ');
  return cwd === null ? run : `cd ${quoted(cwd)}\n${run}`;
}
