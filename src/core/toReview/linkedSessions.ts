// Links the session ids of one agent: its hooks and its MCP client use different ones.
import type { Speaker } from '../watch/spanLog.ts';

/** Maximum number of remembered sessions; the oldest are dropped. */
const maxSessions = 200;

/** Links a session of calls to the session of hooks whose turn was the agent's only open one. */
export class LinkedSessions {
  /** Hook sessions with an open turn, by key. */
  readonly #open = new Map<string, Speaker>();
  /** The hook session of each call session, by the key of the call session. */
  readonly #links = new Map<string, { readonly calls: Speaker; readonly hooks: Speaker }>();

  turnStarts(hooks: Speaker): void {
    bounded(this.#open).set(keyOf(hooks), hooks);
  }

  turnEnds(hooks: Speaker): void {
    this.#open.delete(keyOf(hooks));
  }

  /** Records that the session calls one of Redline's tools. */
  called(calls: Speaker): void {
    const [only, ...others] = [...this.#open.values()].filter(({ agent }) => agentOf(agent) === agentOf(calls.agent));
    if (only === undefined || others.length > 0 || keyOf(only) === keyOf(calls)) return;
    bounded(this.#links).set(keyOf(calls), { calls, hooks: only });
  }

  /** All ids of a session, its own first. */
  of(speaker: Speaker): readonly Speaker[] {
    const speakerKey = keyOf(speaker);
    const { hooks } = this.#links.get(speakerKey) ?? {};
    const names = hooks === undefined ? [] : [hooks];
    for (const link of this.#links.values()) {
      const isSame = keyOf(link.hooks) === speakerKey || (hooks !== undefined && keyOf(link.hooks) === keyOf(hooks));
      if (isSame && keyOf(link.calls) !== speakerKey) names.push(link.calls);
    }
    return [speaker, ...names];
  }
}

/** The editor's chat has different agent ids for its tool calls and its hooks. */
function agentOf(agent: string): string {
  return agent === 'vscode-hook' ? 'vscode' : agent;
}

export function keyOf({ agent, session }: Speaker): string {
  return JSON.stringify([agent, session]);
}

function bounded<T>(map: Map<string, T>): Map<string, T> {
  const [oldest] = map.keys();
  if (map.size >= maxSessions && oldest !== undefined) map.delete(oldest);
  return map;
}
