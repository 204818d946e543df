// Links the session ids of one agent, whose hooks and MCP client use different ones, so that feedback reaches either.
import { setNewest } from '../cache/maps.ts';
import type { JournalEntry } from '../journal/journalEntry.ts';
import { maxSilenceBeforeCallMs } from '../watch/spanLog.ts';
import { keyOf, type Speaker } from '../watch/speaker.ts';

/** Maximum number of remembered sessions; the oldest are dropped. */
const maxSessions = 200;

/** A turn whose end no hook has reported; an interrupted agent reports none. */
interface OpenTurn {
  readonly hookSession: Speaker;
  /** In milliseconds since 1970, as all times here. */
  readonly lastActivity: number;
}

/** Links a session of calls to the session of hooks whose turn was the agent's only open one. */
export class LinkedSessions {
  /** Open turns, by the key of the hook session. */
  readonly #openTurns = new Map<string, OpenTurn>();
  /** The hook session of each call session, by the key of the call session. */
  readonly #linkByCallSession = new Map<string, { readonly callSession: Speaker; readonly hookSession: Speaker }>();

  startTurn(hookSession: Speaker, at: number): void {
    setNewest(this.#openTurns, keyOf(hookSession), { hookSession, lastActivity: at }, maxSessions);
  }

  endTurn(hookSession: Speaker): void {
    this.#openTurns.delete(keyOf(hookSession));
  }

  /** Records a call of one of Redline's tools, and links its session to the open hook session. Links outlive turns. */
  recordCall(callSession: Speaker, at: number): void {
    this.#renewTurn(callSession, at);
    const openSession = this.#findOnlyOpenSession(callSession.agent, at);
    if (openSession === undefined || keyOf(openSession) === keyOf(callSession)) return;
    const link = { callSession, hookSession: openSession };
    setNewest(this.#linkByCallSession, keyOf(callSession), link, maxSessions);
  }

  /** Counts a call as a sign of life of its session's turn. */
  #renewTurn(callSession: Speaker, at: number): void {
    const { hookSession } = this.#linkByCallSession.get(keyOf(callSession)) ?? { hookSession: callSession };
    if (this.#openTurns.has(keyOf(hookSession))) this.startTurn(hookSession, at);
  }

  /** The hook session of the agent's only open turn. If there are several, those without recent activity do not count. */
  #findOnlyOpenSession(agent: string, at: number): Speaker | undefined {
    const turns = [...this.#openTurns.values()].filter(
      ({ hookSession }) => agentOf(hookSession.agent) === agentOf(agent),
    );
    const activeTurns = turns.filter(({ lastActivity }) => at - lastActivity <= maxSilenceBeforeCallMs);
    const [turn, ...otherTurns] = activeTurns.length > 0 ? activeTurns : turns;
    return otherTurns.length === 0 ? turn?.hookSession : undefined;
  }

  /** All ids of an agent's session: the given one, then those of the hooks and calls that are linked with it. */
  idsOf(speaker: Speaker): readonly Speaker[] {
    const speakerKey = keyOf(speaker);
    const { hookSession } = this.#linkByCallSession.get(speakerKey) ?? {};
    const otherIds = hookSession === undefined ? [] : [hookSession];
    // The given id may itself be that of a hook session.
    const hookKeys = [speakerKey, ...otherIds.map(keyOf)];
    for (const link of this.#linkByCallSession.values()) {
      const isLinked = hookKeys.includes(keyOf(link.hookSession));
      if (isLinked && keyOf(link.callSession) !== speakerKey) otherIds.push(link.callSession);
    }
    return [speaker, ...otherIds];
  }
}

/**
 * Whether a journal entry belongs to a session: by the session of its call, or by the hook session of its turn, which is
 * stored and so outlives the window's links.
 * @param keys keys (`keyOf`) of all ids of the session
 */
export function isCallOf(
  keys: ReadonlySet<string>,
  { caller, session = '', turn }: Pick<JournalEntry, 'caller' | 'session' | 'turn'>,
): boolean {
  if (caller === undefined) return false;
  const { agent } = caller;
  const isOfHookSession = turn !== undefined && keys.has(keyOf({ agent, session: turn.session }));
  return isOfHookSession || keys.has(keyOf({ agent, session }));
}

/** Maps an agent's ids to a single one: the editor's chat has one id for its tool calls, another for its hooks. */
function agentOf(agent: string): string {
  return agent === 'vscode-hook' ? 'vscode' : agent;
}
