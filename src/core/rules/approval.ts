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

/** A choice for a call as a whole: all of it is remembered, or nothing. */
export interface ApprovalOffer {
  readonly words: string;
  readonly approvals: readonly Omit<Approval, 'scope'>[];
}

/** What is done where, by one change of a call. */
export interface Deed {
  readonly operation: Operation;
  readonly subject: Subject;
}

/**
 * The choices for a call of several changes, from the narrowest to the widest: just these paths, then what covers all of
 * them at once. None where a path could not be covered anyhow.
 */
export function proposeForAll(deeds: readonly Deed[]): readonly ApprovalOffer[] {
  const lists = deeds.map(({ operation, subject }) => proposeApprovals(operation, subject.spellings[0] ?? ''));
  const covered = ({ operation, subject }: Deed, approvals: readonly Omit<Approval, 'scope'>[]): boolean =>
    approvals.some((approval) => covers({ ...approval, scope: 'session' }, operation, subject));
  const narrow = lists.flatMap(([first]) => (first === undefined ? [] : [first]));
  const operations = [...new Set(deeds.map(({ operation }) => operation))];
  const verb = operations.length === 1 && operations[0] !== undefined ? verbs[operations[0]] : 'Changing';
  const wide = lists
    .flatMap((list) => list.slice(1))
    .map(({ glob, words }) => ({
      words: words.replace(/^\w+/, verb),
      approvals: [{ operations, glob }],
    }));
  const offers = [{ words: wordsOfAll(narrow, verb), approvals: narrow.map(withoutWords) }, ...wide];
  const unique = offers.filter(({ words }, index) => offers.findIndex((offer) => offer.words === words) === index);
  return unique.filter(({ approvals }) => deeds.every((deed) => covered(deed, approvals)));
}

function wordsOfAll(narrow: readonly ApprovalProposal[], verb: string): string {
  const [only, another] = narrow;
  if (another === undefined) return only?.words ?? '';
  const words = narrow.slice(0, 3).map((proposal) => proposal.words.replace(/^\w+ /, ''));
  const more = narrow.length - words.length;
  return `${verb} just these ${narrow.length} paths: ${words.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function withoutWords({ operations, glob }: ApprovalProposal): Omit<Approval, 'scope'> {
  return { operations, glob };
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
