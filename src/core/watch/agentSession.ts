// Identifies an agent's session, to which calls, commands and turns belong.

import type { Turn } from './reviewItem.ts';

/** An agent, in one of its sessions. */
export type AgentSession = Pick<Turn, 'agent' | 'session'>;

/** Map key of an agent's session. */
export function sessionKey({ agent, session }: AgentSession): string {
  return JSON.stringify([agent, session]);
}
