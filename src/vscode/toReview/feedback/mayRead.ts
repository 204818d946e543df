// Checks whether an agent may read a file unasked, before feedback to the agent quotes lines of the file.

import type { AgentSession } from '../../../core/watch/agentSession.ts';
import type { World } from '../../../tools/ports/world.ts';

/** Whether an agent may read a file without a question, by the rules as they are now. */
export async function mayRead(
  uri: string,
  { agent, session }: AgentSession,
  world: Pick<World, 'workspaceFor'>,
): Promise<boolean> {
  const caller = { agent, session, via: 'hook' } as const;
  const { signal } = new AbortController();
  const workspace = world.workspaceFor({ tool: 'redline_read_file', caller, token: undefined, signal });
  const at = await workspace.locate(uri).catch(() => undefined);
  return at !== undefined && !workspace.isSecret(at);
}
