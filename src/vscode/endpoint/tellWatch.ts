// Tells Watch of what agents' hooks say: turns, and shell commands.

import type { Dialect, HookCall } from '../../core/dialects/dialect.ts';
import type { Speaker } from '../../core/watch/spanLog.ts';
import type { AgentWitness } from '../../tools/ports/watchPort.ts';

/** Tells of one hook. Before a command, resolves once the state before it is known. Watch is started for it. */
export async function tellWatch(
  start: () => Promise<AgentWitness | undefined>,
  hook: HookCall,
  dialect: Dialect,
  speaker: Speaker,
): Promise<void> {
  const { phase } = hook;
  const intent = phase === 'before' || phase === 'after' ? dialect.intentOf(hook) : undefined;
  // The end of a subagent, within the turn; and tools that change no files, or that are reviewed.
  if (hook.event === 'SubagentStop' || (intent !== undefined && intent.kind !== 'shell')) return;
  const watch = await start();
  if (phase === 'start' || phase === 'turn') await watch?.turnStarts(speaker, hook.turn);
  else if (phase === 'stop') await watch?.turnEnds(speaker);
  else if (intent !== undefined) {
    const key = hook.toolUse ?? intent.command;
    await (phase === 'before' ? watch?.commandStarts(speaker, intent.command, key) : watch?.commandEnds(speaker, key));
  }
}
