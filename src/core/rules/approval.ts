// Defines remembered approvals and read grants, decides whether an approval covers an operation, and reads stored ones.
import { compileRuleGlob } from './parse/ruleGlob.ts';
import type { Operation } from './operation.ts';
import type { Subject } from './subject.ts';
import * as z from 'zod/mini';

/** Lifetime of a remembered approval: until the window closes, in this workspace, or everywhere. */
export type ApprovalScope = 'session' | 'workspace' | 'always';

/** An approval given in advance. It can be listed and revoked. */
export type Approval = GlobApproval | GrantedRead;

/** An approval of operations on all paths that a glob covers; stored outside the workspace, unless for a session. */
export interface GlobApproval {
  readonly operations: readonly Operation[];
  /** Glob from `offersForCall`: relative to the workspace folder, special characters escaped. */
  readonly glob: string;
  readonly scope: ApprovalScope;
  /**
   * URI of the workspace folder in which it is valid; absent if valid in all. A glob of one folder's paths always has
   * it.
   */
  readonly folder?: string | undefined;
  /** Id of the only agent that it applies to; absent for all agents, as in approvals of earlier versions. */
  readonly agent?: string | undefined;
  readonly readGrant?: undefined;
}

/**
 * A permission to read without a prompt; `glob` is only for display. Never stored, since it would lose its `readGrant`.
 */
interface GrantedRead extends Omit<GlobApproval, 'readGrant'> {
  readonly scope: 'session';
  readonly readGrant: ReadGrant;
}

export interface ReadGrant {
  /** Canonical URI of the file or folder. */
  readonly real: string;
  /** Permits reading a file's content, learning that the file exists, or reading a folder with all below it. */
  readonly kind: 'read' | 'look' | 'folder';
}

/**
 * Whether a remembered approval covers an operation. A read grant covers none here: `ReadGate` checks it. An approval
 * never covers a link, another spelling of an approved path, a doubtful name, another workspace folder, or a path
 * outside. (`judge` checks protected files first.)
 */
export function approvalCovers(approval: Approval, operation: Operation, subject: Subject): boolean {
  if (approval.readGrant !== undefined || !isPlainlyInside(subject)) return false;
  if (!approval.operations.includes(operation)) return false;
  if (!isValidInFolder(approval, subject.folder)) return false;
  try {
    const glob = compileRuleGlob(approval.glob, { escapes: true, exact: true });
    return subject.spellings.length > 0 && subject.spellings.every((spelling) => glob.matches(spelling));
  } catch {
    // A stored glob may be invalid. It then covers nothing.
    return false;
  }
}

/** An anchored glob such as `/src/**` needs a folder: in a workspace of several, it would be unclear whose `src`. */
function isValidInFolder(approval: Approval, folder: string | undefined): boolean {
  return approval.folder === undefined ? !approval.glob.startsWith('/') : approval.folder === folder;
}

/** Whether a path is inside the workspace by its own spelling, and its name is not misleading. */
function isPlainlyInside({ isInside, isLinked, warnings }: Subject): boolean {
  return isInside && !isLinked && warnings.length === 0;
}

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
