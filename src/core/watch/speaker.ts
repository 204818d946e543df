// Identifies who calls: an agent in one of its sessions.

import type { Turn } from './reviewItem.ts';

export type Speaker = Pick<Turn, 'agent' | 'session'>;

/** Map key of an agent's session. */
export function keyOf({ agent, session }: Speaker): string {
  return JSON.stringify([agent, session]);
}
