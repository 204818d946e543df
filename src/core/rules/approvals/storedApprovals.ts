// Reads stored approvals one by one, so that the valid ones count even if others are invalid.
import * as z from 'zod/mini';
import type { GlobApproval } from './approval.ts';

const operationSchema = z.enum(['read', 'create', 'update', 'delete', 'move']);
// Strict, since a field of a later version may narrow the approval, as `agent` does.
const approvalSchema = z.strictObject({
  operations: z.array(operationSchema),
  glob: z.string(),
  folder: z.optional(z.string()),
  agent: z.optional(z.string()),
});

interface StoredApprovals {
  /** The valid approvals. Their scope is not stored: it follows from the storage that they were in. */
  readonly valid: readonly Omit<GlobApproval, 'scope'>[];
  /** Entries such as those of a later version. They allow nothing, and must be kept when the list is written. */
  readonly invalid: readonly unknown[];
}

/** Reads the unvalidated value of a storage; anything but a list counts as an empty one. Never throws. */
export function readStoredApprovals(value: unknown): StoredApprovals {
  const entries: readonly unknown[] = Array.isArray(value) ? value : [];
  const parsed = entries.map((entry) => ({ entry, result: approvalSchema.safeParse(entry) }));
  return {
    valid: parsed.flatMap(({ result }) => (result.success ? [result.data] : [])),
    invalid: parsed.flatMap(({ entry, result }) => (result.success ? [] : [entry])),
  };
}
