// Tells which sessions are one and the same: an agent's hooks and its MCP client name theirs differently.
import type { Speaker } from '../watch/spanLog.ts';

/** Sessions that are remembered; the oldest go. */
const maxSessions = 200;

/** Links a session of calls to the session of hooks whose turn was the only open one of that agent. */
export class LinkedSessions {
  /** Sessions of hooks with an open turn, by their keys. */
  readonly #open = new Map<string, Speaker>();
  /** The session of hooks of a session of calls, by the key of the latter. */
  readonly #links = new Map<string, { readonly calls: Speaker; readonly hooks: Speaker }>();

  turnStarts(hooks: Speaker): void {
    bounded(this.#open).set(keyOf(hooks), hooks);
  }

  turnEnds(hooks: Speaker): void {
    this.#open.delete(keyOf(hooks));
  }

  /** The session calls one of Redline's tools. */
  called(calls: Speaker): void {
    const [only, ...others] = [...this.#open.values()].filter(({ agent }) => agentOf(agent) === agentOf(calls.agent));
    if (only === undefined || others.length > 0 || keyOf(only) === keyOf(calls)) return;
    bounded(this.#links).set(keyOf(calls), { calls, hooks: only });
  }

  /** All names of a session, its own first. */
  of(speaker: Speaker): readonly Speaker[] {
    const own = keyOf(speaker);
    const { hooks } = this.#links.get(own) ?? {};
    const names = hooks === undefined ? [] : [hooks];
    for (const link of this.#links.values()) {
      const isSame = keyOf(link.hooks) === own || (hooks !== undefined && keyOf(link.hooks) === keyOf(hooks));
      if (isSame && keyOf(link.calls) !== own) names.push(link.calls);
    }
    return [speaker, ...names];
  }
}

/** The editor's chat calls tools under another name than its hooks. */
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
