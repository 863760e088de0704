import type { PtySnapshot, SignInProgress } from '@shared/ipc/signIn';
import type { Page } from './page';
import { Watched } from './watched';

/** What a page is told of the sign-ins. */
export function watchSignIns(page: Page): Watched<Readonly<Record<string, SignInProgress>>> {
  const watched = new Watched<Readonly<Record<string, SignInProgress>>>('the sign-ins');
  page.client.subscribe(
    'signIns',
    {},
    {
      snapshot: ({ signIns }) =>
        watched.set(Object.fromEntries(signIns.map(({ agentId, progress }) => [agentId, progress]))),
      frames: (frames) => {
        const next = { ...watched.current };
        for (const { agentId, progress } of frames) {
          if (progress === null) delete next[agentId];
          else next[agentId] = progress;
        }
        watched.set(next);
      },
    },
  );
  return watched;
}

/** A terminal as a page shows it, without its screen: all that was written, and how it ended. */
export function watchPty(page: Page, ptyId: string): Watched<PtySnapshot> {
  const watched = new Watched<PtySnapshot>(`terminal ${ptyId}`);
  page.client.subscribe(
    'pty',
    { ptyId },
    {
      snapshot: (snapshot) => watched.set(snapshot),
      frames: (frames) => {
        let { output, exit, command } = watched.current;
        for (const frame of frames) {
          if (frame.type === 'output') output += frame.text;
          else exit = frame.exit;
        }
        watched.set({ command, output, exit });
      },
    },
  );
  return watched;
}
