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
  /** URI of the workspace folder that it holds in; absent where it holds in all, which no glob of one folder's paths does. */
  readonly folder?: string | undefined;
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

/**
 * From the narrowest to the widest: this file, its folder, files of its type. `relative` is from the workspace folder;
 * `within` ends with a slash and says in words which folder that is, where there are several.
 */
export function proposeApprovals(operation: Operation, relative: string, within = ''): readonly ApprovalProposal[] {
  const at = relative.lastIndexOf('/');
  const folder = at < 0 ? '' : relative.slice(0, at);
  const name = relative.slice(at + 1);
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 ? name.slice(dot) : undefined;
  const verb = verbs[operation];
  const whole = within === '' ? 'the workspace folder' : within.slice(0, -1);
  const propose = (glob: string, words: string): ApprovalProposal => ({ operations: [operation], glob, words });
  const proposals = [
    propose(`/${escapeGlob(relative)}`, `${verb} ${within}${relative}`),
    folder === ''
      ? propose('/*', `${verb} files directly in ${whole}`)
      : propose(`/${escapeGlob(folder)}/**`, `${verb} files in ${within}${folder} and below`),
  ];
  if (extension === undefined) return proposals;
  const where = within === '' ? '' : ` in ${whole}`;
  return [...proposals, propose(`**/*${escapeGlob(extension)}`, `${verb} all ${extension} files${where}`)];
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
  const lists = deeds.map(proposalsFor);
  const covered = ({ operation, subject }: Deed, approvals: readonly Omit<Approval, 'scope'>[]): boolean =>
    approvals.some((approval) => covers({ ...approval, scope: 'session' }, operation, subject));
  const narrow = lists.flatMap((list) => list.slice(0, 1));
  const operations = [...new Set(deeds.map(({ operation }) => operation))];
  const verb = operations.length === 1 && operations[0] !== undefined ? verbs[operations[0]] : 'Changing';
  const wide = lists
    .flatMap((list) => list.slice(1))
    .map(({ words, ...approval }) => ({
      words: words.replace(/^\w+/, verb),
      approvals: [{ ...approval, operations }],
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

type PlacedProposal = ApprovalProposal & Pick<Approval, 'folder'>;

/** The proposals for one change; each holds in the workspace folder of its path alone. */
function proposalsFor({ operation, subject: { display, folder, spellings } }: Deed): PlacedProposal[] {
  const relative = spellings[0] ?? '';
  const within = display.endsWith(`/${relative}`) ? display.slice(0, -relative.length) : '';
  const placed = folder === undefined ? {} : { folder };
  return proposeApprovals(operation, relative, within).map((proposal) => ({ ...proposal, ...placed }));
}

function withoutWords({ words: _words, ...approval }: PlacedProposal): Omit<Approval, 'scope'> {
  return approval;
}

/**
 * Whether a remembered approval answers the question for this subject. It never does for a link, for another spelling
 * of an approved path, for a doubtful name, in another workspace folder, or outside of all. (Protected files are asked before approvals count.)
 */
export function covers(approval: Approval, operation: Operation, subject: Subject): boolean {
  if (!subject.inside || subject.linked || subject.doubts.length > 0) return false;
  if (!approval.operations.includes(operation)) return false;
  // `/src/**` means one folder's `src`; of which, must be known.
  if (approval.folder === undefined ? approval.glob.startsWith('/') : approval.folder !== subject.folder) return false;
  try {
    const glob = compileGlob(approval.glob, { escapes: true, exact: true });
    return subject.spellings.length > 0 && subject.spellings.every((spelling) => glob.matches(spelling));
  } catch {
    return false;
  }
}
