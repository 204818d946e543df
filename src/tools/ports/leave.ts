import type { Change } from '../../core/change/change.ts';

/** The person's permission to tell an agent about files outside of the workspace. */
export interface Leave {
  /**
   * Resolves once the agent may learn what a plan read outside of the workspace. Changes that are reviewed next need no
   * question of their own; the outcome of a dry run (`tried`) or a failed plan does.
   *
   * @throws ToolError REJECTED
   */
  requireLeave(next: 'failed' | 'tried' | readonly Change[]): Promise<void>;
}
