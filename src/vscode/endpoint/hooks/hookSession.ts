// Identifies the agent and the session that a hook belongs to, and reports their turns, commands and signs of life to
// Watch, which lists changes that bypass Redline.

import type { Dialect, HookCall } from '../../../core/dialects/dialect.ts';
import { agentIdOfHook } from '../../../core/endpoint/agents.ts';
import type { AgentSession } from '../../../core/watch/agentSession.ts';
import type { AgentEventListener } from '../../../tools/ports/watchPort.ts';

/** The agent and session of a hook, as Watch and the feedback on To Review identify them. */
export function agentSessionOf(hook: HookCall, dialect: Pick<Dialect, 'id'>): AgentSession {
  return { agent: agentIdOfHook(dialect.id), session: hookSessionOf(hook, dialect) };
}

/**
 * Id of a hook's session. Starts with the dialect's id, so that it differs from all sessions of other dialects. All calls
 * without a session id share one session of their dialect.
 */
export function hookSessionOf({ sessionId = '' }: HookCall, { id }: Pick<Dialect, 'id'>): string {
  return `${id}/${sessionId}`;
}

/**
 * Reports one hook to Watch, which it starts if needed. Before a command, resolves once a scan has recorded the state
 * before it.
 *
 * @param startWatch resolves to undefined if Watch is off
 */
export async function reportToWatch(
  startWatch: () => Promise<AgentEventListener | undefined>,
  hook: HookCall,
  dialect: Dialect,
  agentSession: AgentSession,
): Promise<void> {
  const watch = await startWatch();
  if (watch === undefined) return;
  switch (hook.phase) {
    case 'sessionStart':
    case 'turnStart':
      return watch.turnStarts(agentSession, hook.turnId);
    case 'turnEnd':
      return watch.turnEnds(agentSession);
    case 'subagentEnd':
      // The turn goes on.
      return watch.activitySeen(agentSession);
    case 'preToolUse':
    case 'postToolUse':
      return reportTool(watch, hook, dialect, agentSession);
  }
}

/** Reports a shell command. Any other tool changes no files, or is reviewed, so it is a sign of life only. */
async function reportTool(
  watch: AgentEventListener,
  hook: HookCall,
  dialect: Dialect,
  agentSession: AgentSession,
): Promise<void> {
  const intent = dialect.intentOf(hook);
  if (intent.kind !== 'shell') return watch.activitySeen(agentSession);
  // Matches the end of a command to its start.
  const key = hook.toolUseId ?? intent.command;
  if (hook.phase === 'preToolUse') await watch.commandStarts(agentSession, intent.command, key);
  else await watch.commandEnds(agentSession, key);
}
