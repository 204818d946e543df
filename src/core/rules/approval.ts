import { compileRuleGlob } from './ruleGlob.ts';
import type { Operation } from './rule.ts';
import type { Subject } from './subject.ts';

/** How long a remembered approval lasts: until the window closes, in this workspace, or everywhere. */
export type ApprovalScope = 'session' | 'workspace' | 'always';

/** What a person agreed to in advance; kept outside the workspace, listed and revocable. */
export interface Approval {
  readonly operations: readonly Operation[];
  /** Made by `proposeForAll`: relative to the workspace folder, special characters escaped. */
  readonly glob: string;
  readonly scope: ApprovalScope;
  /** URI of the workspace folder that it holds in; absent where it holds in all, which no glob of one folder's paths does. */
  readonly folder?: string | undefined;
  /** What it lets agents read that would be asked about; the glob then is but its name. */
  readonly leave?: ReadLeave;
}

/** A yes to reading: to what is in a place, to telling that it is there, or to a folder with all below it. */
export interface ReadLeave {
  /** URI of the real place. */
  readonly real: string;
  readonly kind: 'read' | 'look' | 'folder';
}

/**
 * Whether a remembered approval answers the question for this subject. It never does for a link, for another spelling
 * of an approved path, for a doubtful name, in another workspace folder, or outside of all. (Protected files are asked before approvals count.)
 */
export function covers(approval: Approval, operation: Operation, subject: Subject): boolean {
  if (approval.leave !== undefined || !subject.inside || subject.linked || subject.doubts.length > 0) return false;
  if (!approval.operations.includes(operation)) return false;
  // `/src/**` means one folder's `src`; of which, must be known.
  if (approval.folder === undefined ? approval.glob.startsWith('/') : approval.folder !== subject.folder) return false;
  try {
    const glob = compileRuleGlob(approval.glob, { escapes: true, exact: true });
    return subject.spellings.length > 0 && subject.spellings.every((spelling) => glob.matches(spelling));
  } catch {
    return false;
  }
}
