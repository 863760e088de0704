import { existsSync, readFileSync } from 'node:fs';
import { homedir, hostname, release, userInfo } from 'node:os';
import type { AgentsSnapshot } from '@shared/ipc/views';
import type { Settings } from '@shared/settings';
import { hideSecrets } from '../acp/redact';
import type { Database } from '../store/database';
import { tablesOf } from '../store/schemaShape';
import { hidePlaces } from './hidePlaces';

/** What helps to find a fault, as text that a person reads before it leaves their machine. No word of any transcript. */

export interface DiagnosisFacts {
  version: string;
  home: string;
  logFile: string;
  keychain: boolean;
  settings: Settings;
  agents: AgentsSnapshot;
  database: Database;
  projects: readonly { path: string; name: string }[];
  secrets: readonly string[];
  now: number;
}

const LOG_LINES = 300;

export function diagnosisText(facts: DiagnosisFacts): string {
  const { version, settings, agents, database, keychain, now } = facts;
  const sections = [
    section('Signalbox', [
      `version ${version}`,
      `made ${new Date(now).toISOString()}`,
      `system ${process.platform} ${process.arch} ${release()}`,
      `runtime node ${process.versions.node}, electron ${process.versions['electron'] ?? 'none'}`,
      `keychain ${keychain ? 'yes' : 'no'}`,
    ]),
    section('Settings', settingsLines(settings)),
    section('Agents', agents.agents.flatMap(agentLines)),
    section('Connections', agents.connections.flatMap(connectionLines)),
    section('Data', dataLines(database)),
    section(`Log, last ${LOG_LINES} lines`, logLines(facts.logFile)),
  ];
  // Secrets first: a place may be a part of one.
  const hidden = hideSecrets(sections.join('\n'), facts.secrets);
  const names = settings.agents.flatMap(({ env }) => Object.values(env)).filter((value) => value.length >= 4);
  return hidePlaces(hideSecrets(hidden, names), {
    data: facts.home,
    home: homedir(),
    user: userInfo().username,
    host: hostname(),
    projects: facts.projects,
  });
}

const section = (title: string, lines: readonly string[]): string =>
  `== ${title} ==\n${lines.length === 0 ? '(none)' : lines.join('\n')}\n`;

/** Choices alone: what a person typed (commands, variables, addresses) is counted, not told. */
function settingsLines(settings: Settings): string[] {
  const { locale, theme, durations, notifications, agents, hiddenAgents, mcpServers, editor, proxy } = settings;
  return [
    `locale ${locale}, theme ${theme}`,
    `durations ${JSON.stringify(durations)}`,
    `notifications ${JSON.stringify(notifications)}`,
    `own or changed agents ${agents.length}, removed ${hiddenAgents.length}, MCP servers ${mcpServers.length}`,
    `editor ${editor.length === 0 ? 'none' : 'set'}, proxy ${Object.values(proxy).every((value) => value === '') ? 'none' : 'set'}`,
  ];
}

function agentLines(agent: AgentsSnapshot['agents'][number]): string[] {
  const { config, origin, availability, version, lastError, signInNeeded, probe, secrets } = agent;
  const lines = [
    `${config.id} (${origin}, adapter ${config.adapter}): ${availability.status}, version ${version ?? 'unknown'}`,
    `  arguments ${config.args.length}, variables ${Object.keys(config.env).length}, secrets ${JSON.stringify(Object.values(secrets))}`,
  ];
  if (probe !== null) lines.push(`  protocol ${probe.protocolVersion}, ${JSON.stringify(probe.capabilities)}`);
  if (signInNeeded) lines.push('  needs a sign-in');
  if (lastError !== null) lines.push(`  last error ${JSON.stringify(lastError)}`);
  return lines;
}

function connectionLines(connection: AgentsSnapshot['connections'][number]): string[] {
  const { agentId, status, startedAt, sessionIds, exit, lastWords, isNoisy } = connection;
  const lines = [`${agentId}: ${status} since ${new Date(startedAt).toISOString()}, sessions ${sessionIds.length}`];
  if (lastWords !== null) lines.push(`  last words ${lastWords}`);
  if (isNoisy) lines.push('  noisy on stdout');
  if (exit !== null) lines.push(`  exit ${exit.exitCode ?? exit.signal}`, indent(exit.stderrTail));
  return lines;
}

const indent = (text: string): string => text.trimEnd().replaceAll(/^/gm, '    ');

/** SQLite's findings name pages and tables, never contents. */
function dataLines(database: Database): string[] {
  const count = (table: string): number => database.get<{ n: number }>(`select count(*) as n from "${table}"`)?.n ?? 0;
  const pages = database.get<{ page_count: number }>('pragma page_count')?.page_count ?? 0;
  const large = pages > LARGE_PAGES;
  return [
    `schema ${database.schemaVersion}, pages ${pages}`,
    ...tablesOf(database).map(({ name }) => `${name} ${count(name)}`),
    `integrity ${large ? 'not read through (large)' : database.integrityCheck().slice(0, 20).join('; ') || 'ok'}`,
  ];
}

/** 64 MB: reading more would hold up every stream. The daily backup reads all of it, in a thread of its own. */
const LARGE_PAGES = 16_384;

function logLines(file: string): string[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-LOG_LINES);
}
