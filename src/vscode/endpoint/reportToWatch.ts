// Forwards turns and shell commands from agents' hooks to Watch.

import type { Dialect, HookCall } from '../../core/dialects/dialect.ts';
import type { Speaker } from '../../core/watch/spanLog.ts';
import type { AgentEventListener } from '../../tools/ports/watchPort.ts';

/** Forwards one hook, and starts Watch for it. Before a command, resolves once a scan has recorded the state before it. */
export async function reportToWatch(
  start: () => Promise<AgentEventListener | undefined>,
  hook: HookCall,
  dialect: Dialect,
  speaker: Speaker,
): Promise<void> {
  const { phase } = hook;
  const intent = phase === 'preToolUse' || phase === 'postToolUse' ? dialect.intentOf(hook) : undefined;
  const watch = await start();
  // Ignores the end of a subagent, which is within the turn, and tools that change no files or are reviewed.
  if (phase === 'subagentEnd' || (intent !== undefined && intent.kind !== 'shell')) return watch?.activitySeen(speaker);
  if (phase === 'sessionStart' || phase === 'turnStart') await watch?.turnStarts(speaker, hook.turnId);
  else if (phase === 'turnEnd') await watch?.turnEnds(speaker);
  else if (intent !== undefined) {
    const key = hook.toolUseId ?? intent.command;
    await (phase === 'preToolUse'
      ? watch?.commandStarts(speaker, intent.command, key)
      : watch?.commandEnds(speaker, key));
  }
}
