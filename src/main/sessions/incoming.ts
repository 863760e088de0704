import { printedByTerminal } from '@shared/acp/printed';
import type { SessionUpdate } from '@shared/acp/update';
import { decide } from '@shared/session/decide';
import type { SavePart } from '../store/cutParts';
import { keptUpdates } from '../store/keptUpdates';
import { FlushTimer } from './flushTimer';
import { ItemPlaces } from './itemPlaces';
import type { SessionActor } from './sessionActor';
import type { SessionContext } from './sessionContext';
import { type PrintedChange, PrintedOutputs, type Saving } from './printedOutputs';
import { Subagents } from './subagents';
import { UpdateBatch } from './updateBatch';

/**
 * What the agent said and is not journalled yet: its updates, those of its subagents, and what its terminals print. They
 * are joined for some milliseconds, and journalled by `flush`, which every other step of a session calls first.
 */
export class Incoming {
  readonly places: ItemPlaces;
  readonly #context: SessionContext;
  readonly #actor: SessionActor;
  readonly #save: SavePart;
  readonly #batch = new UpdateBatch();
  readonly #terminalText = new Map<string, string>();
  readonly #printed: PrintedOutputs;
  readonly #subagents: Subagents;
  readonly #timer: FlushTimer;

  /** `onHeard`: a subagent gave a sign of life. */
  constructor(context: SessionContext, actor: SessionActor, saving: Saving, onHeard: () => void) {
    this.#context = context;
    this.#actor = actor;
    this.#save = saving.save;
    this.#printed = new PrintedOutputs(saving);
    this.#subagents = new Subagents(
      () => {
        onHeard();
        this.#timer.arm();
      },
      (update) => actor.onUpdate(update),
    );
    this.places = new ItemPlaces(context, actor, this.#subagents);
    const isOnScreen = (): boolean => context.isOnScreen(actor.identity.sessionId);
    this.#timer = new FlushTimer(context.clock, isOnScreen, () => this.flush());
  }

  get isEmpty(): boolean {
    return this.#batch.isEmpty;
  }

  /** Does this session id name a subagent of the session? */
  hasSubagent(acpSessionId: string): boolean {
    return this.#subagents.has(acpSessionId);
  }

  push(update: SessionUpdate): void {
    const isNews = update.sessionUpdate === 'subagent_spawned' || update.sessionUpdate === 'subagent_state_update';
    // In their order among what the subagents themselves say.
    if (isNews) this.flush();
    this.#batch.push(update);
    if (isNews) this.flush();
    if (update.sessionUpdate === 'subagent_spawned') this.#subagents.add(update, this.#actor.connection);
    this.#timer.arm();
  }

  pushTerminal(terminalId: string, text: string): void {
    this.#terminalText.set(terminalId, (this.#terminalText.get(terminalId) ?? '') + text);
    this.#timer.arm();
  }

  flush(): void {
    const actor = this.#actor;
    this.#timer.stop();
    for (const pushed of this.#batch.drain()) {
      for (const update of this.kept(pushed)) {
        const turnId = this.#context.newId();
        const decided = decide(actor.state, { type: 'update', update, turnId, ...this.places.targetOf(update) });
        if (decided.ok) actor.append(decided.value);
      }
    }
    for (const { toolCallId, update, subagentSessionId } of this.#subagents.drain()) {
      const printed = this.#printed.inUpdate(update, (childId) => this.places.childOf(toolCallId, childId));
      const target = this.places.target(toolCallId, 'subtask');
      for (const kept of keptUpdates(printed, this.#save)) {
        actor.append([{ type: 'subagent.updated', subagentSessionId, update: kept, ...target }]);
      }
    }
    for (const [terminalId, printed] of this.#terminalText) {
      const { text, ...stored } = this.#grow(terminalId, printed, false);
      actor.append([{ type: 'terminal.changed', terminalId, append: text, ...stored }]);
    }
    this.#terminalText.clear();
  }

  /** An update as it goes into events: what is over 64 KB is in the store. */
  kept(update: SessionUpdate): readonly SessionUpdate[] {
    return keptUpdates(
      this.#printed.inUpdate(update, (toolCallId) => this.places.toolCall(toolCallId)),
      this.#save,
    );
  }

  endTerminal(terminalId: string, exit: { exitCode: number | null; signal: string | null }): void {
    this.flush();
    const { text: _, ...stored } = this.#grow(terminalId, '', true);
    this.#actor.append([{ type: 'terminal.changed', terminalId, exit, ...stored }]);
  }

  #grow(terminalId: string, text: string, isEnd: boolean): PrintedChange {
    const known = this.#actor.state.terminals[terminalId];
    return this.#printed.grow(known === undefined ? null : printedByTerminal(known), text, isEnd);
  }

  /** The connection is gone: nothing comes from its subagents any more. */
  forgetSubagents(): void {
    this.#subagents.clear();
  }
}
