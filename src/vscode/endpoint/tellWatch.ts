// Tells Watch of what agents' hooks say: turns, and shell commands.

import type { Dialect, HookCall } from '../../core/dialects/dialect.ts';
import type { Speaker } from '../../core/watch/spanLog.ts';
import type { AgentEventListener } from '../../tools/ports/watchPort.ts';

/** Tells of one hook. Before a command, resolves once the state before it is known. Watch is started for it. */
export async function tellWatch(
  start: () => Promise<AgentEventListener | undefined>,
  hook: HookCall,
  dialect: Dialect,
  speaker: Speaker,
): Promise<void> {
  const { phase } = hook;
  const intent = phase === 'preToolUse' || phase === 'postToolUse' ? dialect.intentOf(hook) : undefined;
  const watch = await start();
  // The end of a subagent, within the turn; and tools that change no files, or that are reviewed.
  if (hook.event === 'SubagentStop' || (intent !== undefined && intent.kind !== 'shell')) return watch?.hears(speaker);
  if (phase === 'sessionStart' || phase === 'turnStart') await watch?.turnStarts(speaker, hook.turnId);
  else if (phase === 'turnEnd') await watch?.turnEnds(speaker);
  else if (intent !== undefined) {
    const key = hook.toolUseId ?? intent.command;
    await (phase === 'preToolUse'
      ? watch?.commandStarts(speaker, intent.command, key)
      : watch?.commandEnds(speaker, key));
  }
}
