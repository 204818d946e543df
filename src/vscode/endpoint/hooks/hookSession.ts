// Identifies the agent and the session that a hook belongs to.

import type { Dialect, HookCall } from '../../../core/dialects/dialect.ts';
import { agentIdOfHook } from '../../../core/endpoint/agents.ts';
import type { AgentSession } from '../../../core/watch/agentSession.ts';

/** The agent and session of a hook, as Watch and the feedback know them. */
export function agentSessionOf(hook: HookCall, dialect: Pick<Dialect, 'id'>): AgentSession {
  return { agent: agentIdOfHook(dialect.id), session: hookSessionOf(hook, dialect) };
}

/** Session of a hook. Starts with the dialect's id, so that no session of another dialect equals it. */
export function hookSessionOf({ sessionId = '' }: HookCall, { id }: Pick<Dialect, 'id'>): string {
  return `${id}/${sessionId}`;
}
