// Declares the environment of the pipeline: all ports that a call uses. `src/vscode` implements it; tests use a fake.

import type { TurnFeedback } from './agentPorts.ts';
import type { Audit, ReadTrail } from './audit.ts';
import type { CallFailures } from './failures.ts';
import type { LanguageServices } from './languagePorts.ts';
import type { Applier, Call, Diagnostics, FileQueue, Review, Rules, Workspace } from './ports.ts';
import type { ReadMemory } from '../../core/change/readMemory.ts';
import type { Queries } from './queryPorts.ts';

/**
 * The ports of the pipeline. Workspace and queries are created for each call, so that they follow its agent's rules.
 * `trail` collects what the call reads, for the audit log.
 */
export interface World {
  workspaceFor(call: Call, trail?: ReadTrail): Workspace;
  queriesFor(call: Call, trail?: ReadTrail): Queries;
  readonly rules: Rules;
  readonly review: Review;
  readonly applier: Applier;
  /** Returns the read memory of the call's chat. */
  readonly readsFor: (call: Call) => ReadMemory;
  readonly diagnostics: Diagnostics;
  readonly languages: LanguageServices;
  readonly queue: FileQueue;
  /** Maximum number of bytes that a call may write to a file: setting `maxWriteMegabytes`. */
  readonly maxWrittenBytes: () => number;
  readonly audit: Audit;
  readonly failures: CallFailures;
  /** Loads the feedback to agents about the user's reverts; undefined if no changes are reviewed after they were made. */
  readonly feedback?: () => Promise<TurnFeedback>;
}
