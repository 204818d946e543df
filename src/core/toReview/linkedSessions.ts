// Links the session ids of one agent, whose hooks and MCP client use different ones, so that feedback reaches either.
// Also tells which journal entries belong to a session.
import { setNewest } from '../cache/maps.ts';
import type { JournalEntry } from '../journal/journalEntry.ts';
import { maxSilenceBeforeCallMs } from '../watch/spanLog.ts';
import { sessionKey, type AgentSession } from '../watch/agentSession.ts';

/** Maximum number of open turns, and of links, to remember; the oldest are dropped. */
const maxSessions = 200;

/** A turn whose end no hook has reported. An interrupted agent never reports it. */
interface OpenTurn {
  readonly hookSession: AgentSession;
  /** In milliseconds since 1970, as all times here. */
  readonly lastActivity: number;
}

/** Links a session of calls to the session of hooks whose turn was the agent's only open one. */
export class LinkedSessions {
  /** Open turns, by the key of the hook session. */
  readonly #openTurns = new Map<string, OpenTurn>();
  /** The hook session of each call session, by the key of the call session. */
  readonly #linkByCallSession = new Map<
    string,
    { readonly callSession: AgentSession; readonly hookSession: AgentSession }
  >();

  /** Records the start of a turn, or activity of it. */
  startTurn(hookSession: AgentSession, at: number): void {
    setNewest(this.#openTurns, sessionKey(hookSession), { hookSession, lastActivity: at }, maxSessions);
  }

  endTurn(hookSession: AgentSession): void {
    this.#openTurns.delete(sessionKey(hookSession));
  }

  /** Records a call of one of Redline's tools, and links its session to the open hook session. Links outlive turns. */
  recordCall(callSession: AgentSession, at: number): void {
    this.#renewTurn(callSession, at);
    const openSession = this.#findOnlyOpenSession(callSession.agent, at);
    if (openSession === undefined || sessionKey(openSession) === sessionKey(callSession)) return;
    const link = { callSession, hookSession: openSession };
    setNewest(this.#linkByCallSession, sessionKey(callSession), link, maxSessions);
  }

  /** Counts a call as activity of the turn of its session, or of the linked hook session. */
  #renewTurn(callSession: AgentSession, at: number): void {
    const { hookSession } = this.#linkByCallSession.get(sessionKey(callSession)) ?? { hookSession: callSession };
    if (this.#openTurns.has(sessionKey(hookSession))) this.startTurn(hookSession, at);
  }

  /** The hook session of the agent's only open turn; of several, those without recent activity do not count. */
  #findOnlyOpenSession(agent: string, at: number): AgentSession | undefined {
    const turns = [...this.#openTurns.values()].filter(
      ({ hookSession }) => agentOf(hookSession.agent) === agentOf(agent),
    );
    const activeTurns = turns.filter(({ lastActivity }) => at - lastActivity <= maxSilenceBeforeCallMs);
    const [turn, ...otherTurns] = activeTurns.length > 0 ? activeTurns : turns;
    return otherTurns.length === 0 ? turn?.hookSession : undefined;
  }

  /** All ids of an agent's session: the given id, then the ids of the hooks and calls that are linked with it. */
  idsOf(agentSession: AgentSession): readonly AgentSession[] {
    const ownKey = sessionKey(agentSession);
    const { hookSession } = this.#linkByCallSession.get(ownKey) ?? {};
    const otherIds = hookSession === undefined ? [] : [hookSession];
    // The given id may itself be the id of a hook session.
    const hookKeys = [ownKey, ...otherIds.map(sessionKey)];
    for (const link of this.#linkByCallSession.values()) {
      const isLinked = hookKeys.includes(sessionKey(link.hookSession));
      if (isLinked && sessionKey(link.callSession) !== ownKey) otherIds.push(link.callSession);
    }
    return [agentSession, ...otherIds];
  }
}

/**
 * Whether a journal entry belongs to a session: by the session of its call, or by the hook session of its turn. Links are
 * lost with the window; the hook session is stored in the entry.
 * @param keys keys (`sessionKey`) of all ids of the session
 */
export function isCallOf(
  keys: ReadonlySet<string>,
  { caller, session = '', turn }: Pick<JournalEntry, 'caller' | 'session' | 'turn'>,
): boolean {
  if (caller === undefined) return false;
  const { agent } = caller;
  const isOfHookSession = turn !== undefined && keys.has(sessionKey({ agent, session: turn.session }));
  return isOfHookSession || keys.has(sessionKey({ agent, session }));
}

/** The id by which agents are compared: the editor's chat has one id for its tool calls, another for its hooks. */
function agentOf(agent: string): string {
  return agent === 'vscode-hook' ? 'vscode' : agent;
}
