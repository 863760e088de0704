import type { Clock } from '@shared/clock';
import type { AgentId, ProjectId, SessionId } from '@shared/ids';
import { type AtAgent, emptySession } from '@shared/session/state';
import type { SessionStatus, SessionSummary } from '@shared/session/summary';
import type { Database } from './database';
import { storedJson } from './storedJson';
import { headRow } from './transcriptRows';

/** What the person chose for a session, to be applied again when a new process serves it. */
export interface ChosenOptions {
  modeId?: string;
  modelId?: string;
  /** By config option id. */
  config?: Record<string, string | boolean>;
}

export interface SessionRecord {
  /** As of the last checkpoint; `live` is always false, since the store knows no process. */
  summary: SessionSummary;
  acpSessionId: string | null;
  /** Begun elsewhere: that we hold no item of it does not mean that nothing was said in it. */
  imported: boolean;
  chosenOptions: ChosenOptions;
}

export interface NewSession {
  sessionId: SessionId;
  projectId: ProjectId;
  agentId: AgentId;
  cwd: string;
  /** The session from which it was forked, or whose agent started it. */
  parentId?: SessionId | null;
  imported?: boolean;
  /** When it was used last, where that was elsewhere. */
  at?: number;
}

export interface SessionPatch {
  unread?: boolean;
  pinned?: boolean;
  archived?: boolean;
  chosenOptions?: ChosenOptions;
}

interface Row {
  id: string;
  project_id: string;
  agent_id: string;
  acp_session_id: string | null;
  cwd: string;
  title: string | null;
  status: SessionStatus;
  at_agent: AtAgent;
  waiting: string;
  unread: number;
  pinned: number;
  archived: number;
  created_at: number;
  updated_at: number;
  turn_started_at: number | null;
  chosen_options: string;
  parent_id: string | null;
  imported: number;
}

/**
 * The sessions as lists need them. Title, status, requests and times come from the head and are written by the transcript
 * log's checkpoints; the rest is written here, at once.
 */
export class SessionIndex {
  private readonly database: Database;
  private readonly clock: Clock;

  constructor({ database, clock }: { database: Database; clock: Clock }) {
    this.database = database;
    this.clock = clock;
  }

  create({
    sessionId,
    projectId,
    agentId,
    cwd,
    parentId = null,
    imported = false,
    at = this.clock.now(),
  }: NewSession): SessionRecord {
    const head = headRow(emptySession(sessionId));
    this.database.transaction(() => {
      this.database.run(
        `insert into session (id, project_id, agent_id, cwd, status, at_agent, waiting, created_at, updated_at,
         chosen_options, parent_id, imported) values (?, ?, ?, ?, ?, ?, ?, ?, ?, '{}', ?, ?)`,
        sessionId,
        projectId,
        agentId,
        cwd,
        head.status,
        head.atAgent,
        head.waiting,
        at,
        at,
        parentId,
        Number(imported),
      );
      this.database.run(
        'insert into session_head (session_id, seq, json) values (?, ?, ?)',
        sessionId,
        head.seq,
        head.json,
      );
    });
    return recordOf({
      id: sessionId,
      project_id: projectId,
      agent_id: agentId,
      acp_session_id: null,
      cwd,
      title: null,
      status: 'idle',
      at_agent: 'new',
      waiting: head.waiting,
      unread: 0,
      pinned: 0,
      archived: 0,
      created_at: at,
      updated_at: at,
      turn_started_at: null,
      chosen_options: '{}',
      parent_id: parentId,
      imported: Number(imported),
    });
  }

  get(sessionId: SessionId): SessionRecord | undefined {
    const row = this.database.get<Row>('select * from session where id = ?', sessionId);
    return row && recordOf(row);
  }

  /** All of them, archived ones too, last used first. */
  list(): SessionSummary[] {
    return this.database.all<Row>('select * from session order by updated_at desc, id').map(summaryOf);
  }

  byAcpSession(agentId: AgentId, acpSessionId: string): SessionId | undefined {
    return this.database.get<{ id: string }>(
      'select id from session where agent_id = ? and acp_session_id = ?',
      agentId,
      acpSessionId,
    )?.id;
  }

  /** A session of this project and agent in which nothing was ever said, to be used instead of a second one. */
  findUnused(projectId: ProjectId, agentId: AgentId): SessionId | undefined {
    return this.database.get<{ id: string }>(
      `select id from session where project_id = ? and agent_id = ? and archived = 0
       and imported = 0 and parent_id is null
       and not exists (select 1 from item where session_id = session.id)
       and not exists (select 1 from event where session_id = session.id and json ->> 'type' = 'turn.started')
       order by created_at desc limit 1`,
      projectId,
      agentId,
    )?.id;
  }

  /** Sessions that the last run did not bring to rest: events not yet folded, a turn or a request open, attached, or a queue. */
  unsettled(): SessionId[] {
    const rows = this.database.all<{ id: string }>(
      `select id from session where status in ('working', 'needsYou') or at_agent = 'attached'
       or exists (select 1 from event where session_id = session.id)
       or exists (select 1 from queued_prompt where session_id = session.id)`,
    );
    return rows.map((row) => row.id);
  }

  update(sessionId: SessionId, patch: SessionPatch): void {
    const flag = (value: boolean | undefined) => (value === undefined ? null : Number(value));
    this.database.run(
      `update session set unread = coalesce(?, unread), pinned = coalesce(?, pinned), archived = coalesce(?, archived),
       chosen_options = coalesce(?, chosen_options) where id = ?`,
      flag(patch.unread),
      flag(patch.pinned),
      flag(patch.archived),
      patch.chosenOptions ? JSON.stringify(patch.chosenOptions) : null,
      sessionId,
    );
  }

  /** All or none. */
  updateAll(sessionIds: readonly SessionId[], patch: SessionPatch): void {
    this.database.transaction(() => {
      for (const sessionId of sessionIds) this.update(sessionId, patch);
    });
  }

  /** With its transcript, blobs and draft. Its children stay, as sessions of their own. */
  delete(sessionId: SessionId): void {
    this.database.run('delete from session where id = ?', sessionId);
  }
}

function recordOf(row: Row): SessionRecord {
  return {
    summary: summaryOf(row),
    acpSessionId: row.acp_session_id,
    imported: row.imported !== 0,
    chosenOptions: storedJson(row.chosen_options),
  };
}

function summaryOf(row: Row): SessionSummary {
  const unread = row.unread !== 0;
  return {
    sessionId: row.id,
    parentId: row.parent_id,
    projectId: row.project_id,
    agentId: row.agent_id,
    cwd: row.cwd,
    title: row.title,
    status: row.status === 'done' && !unread ? 'idle' : row.status,
    atAgent: row.at_agent,
    live: false,
    unread,
    pinned: row.pinned !== 0,
    archived: row.archived !== 0,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    turnStartedAt: row.turn_started_at,
    waiting: storedJson(row.waiting),
  };
}
