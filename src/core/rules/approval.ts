import { compileGlob, escapeGlob } from './glob.ts';
import type { Operation } from './rule.ts';
import type { Subject } from './subject.ts';

/** How long a remembered approval lasts: until the window closes, in this workspace, or everywhere. */
export type ApprovalScope = 'session' | 'workspace' | 'always';

/** What a person agreed to in advance; kept outside the workspace, listed and revocable. */
export interface Approval {
  readonly operations: readonly Operation[];
  /** Made by `proposeApprovals`: relative to the workspace folder, special characters escaped. */
  readonly glob: string;
  readonly scope: ApprovalScope;
}

/** A choice to offer: what the approval would cover, in words. */
export interface ApprovalProposal {
  readonly operations: readonly Operation[];
  readonly glob: string;
  /** "Updating files in src". */
  readonly words: string;
}

const verbs: Readonly<Record<Operation, string>> = {
  read: 'Reading',
  create: 'Creating',
  update: 'Updating',
  delete: 'Deleting',
  move: 'Moving',
};

/** From the narrowest to the widest: this file, its folder, files of its type. `relative` is from the workspace folder. */
export function proposeApprovals(operation: Operation, relative: string): readonly ApprovalProposal[] {
  const at = relative.lastIndexOf('/');
  const folder = at < 0 ? '' : relative.slice(0, at);
  const name = relative.slice(at + 1);
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 ? name.slice(dot) : undefined;
  const verb = verbs[operation];
  const proposals: ApprovalProposal[] = [
    { operations: [operation], glob: `/${escapeGlob(relative)}`, words: `${verb} ${relative}` },
    folder === ''
      ? { operations: [operation], glob: '/*', words: `${verb} files directly in the workspace folder` }
      : { operations: [operation], glob: `/${escapeGlob(folder)}/**`, words: `${verb} files in ${folder} and below` },
  ];
  if (extension !== undefined) {
    proposals.push({
      operations: [operation],
      glob: `**/*${escapeGlob(extension)}`,
      words: `${verb} all ${extension} files`,
    });
  }
  return proposals;
}

/**
 * Whether a remembered approval answers the question for this subject. It never does for a link, for another spelling
 * of an approved path, for a doubtful name, or outside the workspace. (Protected files are asked before approvals count.)
 */
export function covers(approval: Approval, operation: Operation, subject: Subject): boolean {
  if (!subject.inside || subject.linked || subject.doubts.length > 0) return false;
  if (!approval.operations.includes(operation)) return false;
  try {
    const glob = compileGlob(approval.glob, { escapes: true, exact: true });
    return subject.spellings.length > 0 && subject.spellings.every((spelling) => glob.matches(spelling));
  } catch {
    return false;
  }
}
