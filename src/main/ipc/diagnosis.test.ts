import { mkdirSync, writeFileSync } from 'node:fs';
import { homedir, hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Settings } from '@shared/settings';
import type { AgentsSnapshot } from '@shared/ipc/views';
import { messageItem, testStore } from '../store/testStore';
import { emptySession } from '@shared/session/state';
import { diagnosisText } from './diagnosis';
import { hidePlaces } from './hidePlaces';

const KEY = 'correct-horse-battery';
const TOKEN = 'ghp_abcdefghijklmnopqrstuvwxyz0123456789';

it('tells what helps and nothing of secrets, places, names or sessions', () => {
  const store = testStore();
  store.transcripts.checkpoint({ ...emptySession('s1'), seq: 1, nextOrdinal: 1 }, [
    messageItem(0, 'words of a session'),
  ]);
  store.transcripts.commit();
  const logFile = join(store.home, 'main.log');
  const { username } = userInfo();
  mkdirSync(join(store.home, 'logs'), { recursive: true });
  writeFileSync(
    logFile,
    [
      `[info] opened ${store.home}/signalbox.db`,
      `[warn] [engine] defect in agent: spawn ${homedir()}/.local/bin/agent ENOENT, as ${username} on ${hostname()}`,
      `[warn] token ${TOKEN} and ${KEY}, {"path":"/wood/orchard/src/secret-plans.ts"}`,
      `    at run (file:///srv/deep/below/engine.js:12:3)`,
      String.raw`[warn] cannot open C:\Users\Erika\work\plans.docx`,
    ].join('\n'),
  );
  const settings = Settings.parse({
    agents: [
      { id: 'own', name: 'Own', command: `${homedir()}/bin/own`, args: [], env: { PLACE: 'env-value-of-mine' } },
    ],
    proxy: { http: 'http://erika:pass@proxy:8080' },
  });
  const failed = { code: 'agent.exited', exitCode: 1, signal: null, stderrTail: `refused ${KEY} env-value-of-mine` };
  const agents: AgentsSnapshot = JSON.parse(
    JSON.stringify({
      environment: {},
      agents: [
        {
          config: settings.agents[0],
          origin: 'custom',
          availability: { status: 'found', executable: `${homedir()}/bin/own` },
          version: '1.2.3',
          lastError: failed,
          signInNeeded: true,
          probe: null,
          secrets: { API_KEY: 'keychain' },
        },
      ],
      connections: [
        {
          connectionId: 'c1',
          agentId: 'own',
          cwd: '/wood/orchard',
          pid: 1,
          status: 'exited',
          startedAt: 0,
          sessionIds: ['s1'],
          lastWords: null,
          isNoisy: false,
          exit: { exitCode: 1, signal: null, stderrTail: `Error in /wood/orchard/src/a.ts\npassword=${KEY}` },
        },
      ],
    }),
  );
  const text = diagnosisText({
    version: '9.9.9',
    home: store.home,
    logFile,
    keychain: true,
    settings,
    agents,
    database: store.database,
    projects: [{ path: '/wood/orchard', name: 'orchard' }],
    secrets: [KEY],
    now: 0,
  });
  for (const fact of [
    'version 9.9.9',
    'own (custom, adapter generic): found',
    'item 1',
    'integrity ok',
    'engine.js',
    'ENOENT',
  ]) {
    expect(text).toContain(fact);
  }
  const hidden = [KEY, TOKEN, homedir(), store.home, '/wood', 'orchard', 'secret-plans', 'Erika', 'erika'];
  for (const secret of [...hidden, 'env-value-of-mine', 'words of a session', '/srv/deep']) {
    expect(text).not.toContain(secret);
  }
  expect(text).not.toMatch(new RegExp(String.raw`\b(?:${username}|${hostname()})\b`));
});

it('leaves addresses of the web and dates as they are', () => {
  const places = { data: '/d/data', home: '/home/erika', user: 'erika', host: 'box-of-erika', projects: [] };
  const plain = 'GET https://example.com/a/b/c at 2026/11/30, 3/4 done, see <https://x.y/z/w>';
  expect(hidePlaces(plain, places)).toBe(plain);
  expect(hidePlaces('in /home/erika/notes/a.txt and /d/data/logs/main.log', places)).toBe(
    'in <home> and <data>/logs/main.log',
  );
});
