// Links the session ids of one agent: its hooks and its MCP client use different ones.
import type { Speaker } from '../watch/spanLog.ts';

/** Maximum number of remembered sessions; the oldest are dropped. */
const maxSessions = 200;

/** Links a session of calls to the session of hooks whose turn was the agent's only open one. */
export class LinkedSessions {
  /** Hook sessions with an open turn, by `keyOf`. */
  readonly #openTurns = new Map<string, Speaker>();
  /** The hook session of each call session, by the key of the call session. */
  readonly #linkByCallSession = new Map<string, { readonly calls: Speaker; readonly hooks: Speaker }>();

  startTurn(hooks: Speaker): void {
    dropOldest(this.#openTurns).set(keyOf(hooks), hooks);
  }

  endTurn(hooks: Speaker): void {
    this.#openTurns.delete(keyOf(hooks));
  }

  /** Records that the session calls one of Redline's tools. */
  recordCall(calls: Speaker): void {
    const [openSession, ...otherSessions] = [...this.#openTurns.values()].filter(
      ({ agent }) => agentOf(agent) === agentOf(calls.agent),
    );
    if (openSession === undefined || otherSessions.length > 0 || keyOf(openSession) === keyOf(calls)) return;
    dropOldest(this.#linkByCallSession).set(keyOf(calls), { calls, hooks: openSession });
  }

  /** All ids of a session, its own first. */
  idsOf(speaker: Speaker): readonly Speaker[] {
    const speakerKey = keyOf(speaker);
    const { hooks } = this.#linkByCallSession.get(speakerKey) ?? {};
    const otherIds = hooks === undefined ? [] : [hooks];
    for (const link of this.#linkByCallSession.values()) {
      const isSame = keyOf(link.hooks) === speakerKey || (hooks !== undefined && keyOf(link.hooks) === keyOf(hooks));
      if (isSame && keyOf(link.calls) !== speakerKey) otherIds.push(link.calls);
    }
    return [speaker, ...otherIds];
  }
}

/** The editor's chat has different agent ids for its tool calls and its hooks. */
function agentOf(agent: string): string {
  return agent === 'vscode-hook' ? 'vscode' : agent;
}

export function keyOf({ agent, session }: Speaker): string {
  return JSON.stringify([agent, session]);
}

function dropOldest<T>(map: Map<string, T>): Map<string, T> {
  const [oldest] = map.keys();
  if (map.size >= maxSessions && oldest !== undefined) map.delete(oldest);
  return map;
}
