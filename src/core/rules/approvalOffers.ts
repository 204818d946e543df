// Builds the choices of "Approve and remember" in a review: which future operations the user may approve in advance.
import { baseName, parentOf } from '../path/pathParts.ts';
import { inEnglish, phrase, type Phrase, type PhraseArgument } from '../wording/phrase.ts';
import { approvalCovers, type Approval, type GlobApproval } from './approval.ts';
import { escapeGlob } from './parse/ruleGlob.ts';
import type { Operation } from './operation.ts';
import type { Subject } from './subject.ts';

/** A choice for one file: which operations on which files the user may approve in advance. */
export interface FileOffer {
  readonly operations: readonly Operation[];
  readonly glob: string;
  /** Label: "files in src and below". */
  readonly files: PhraseArgument;
  /** Set if the label names no workspace folder, so that an approval for "always" covers all of them. */
  readonly coversAllFolders?: true;
}

/**
 * Choices for one file, from the narrowest to the widest: the file, its folder, files of its type.
 *
 * @param relative the file's path in its workspace folder
 * @param folderPrefix display name of the workspace folder, with a final slash, if there are several; else `''`
 */
export function offersForFile(operation: Operation, relative: string, folderPrefix = ''): readonly FileOffer[] {
  const folder = parentOf(relative);
  const name = baseName(relative);
  // A name such as `.env` has no type.
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 ? name.slice(dot) : undefined;
  const workspaceName = folderPrefix === '' ? phrase('the workspace folder') : folderPrefix.slice(0, -1);
  const createOffer = (glob: string, files: PhraseArgument): FileOffer => ({
    operations: [operation],
    glob,
    files,
  });
  const offers = [
    createOffer(`/${escapeGlob(relative)}`, `${folderPrefix}${relative}`),
    folder === ''
      ? createOffer('/*', phrase('files directly in {0}', workspaceName))
      : createOffer(`/${escapeGlob(folder)}/**`, phrase('files in {0} and below', `${folderPrefix}${folder}`)),
  ];
  if (extension === undefined) return offers;
  const glob = `**/*${escapeGlob(extension)}`;
  // Without the workspace folder's name, the label also describes the files of other folders.
  const typeOffer: FileOffer =
    folderPrefix === ''
      ? { ...createOffer(glob, phrase('all {0} files', extension)), coversAllFolders: true }
      : createOffer(glob, phrase('all {0} files in {1}', extension, workspaceName));
  return [...offers, typeOffer];
}

/** An approval whose lifetime the user has not chosen yet. */
type UnscopedApproval = Omit<GlobApproval, 'scope'>;

/** A choice for a call as a whole: one approval for each of its paths, or one that covers all of them. */
export interface ApprovalOffer {
  /** Label: "Updating files in src and below". */
  readonly text: Phrase;
  readonly approvals: readonly UnscopedApproval[];
  readonly coversAllFolders?: true | undefined;
}

/** Lifetime of an approval, and the only agent that it applies to. */
export type ApprovalTerms = Pick<Approval, 'scope' | 'agent'>;

/** The approvals of an accepted offer, limited to its workspace folder unless it covers all folders. */
export function approvalsOf({ approvals, coversAllFolders }: ApprovalOffer, terms: ApprovalTerms): readonly Approval[] {
  const isForAllFolders = coversAllFolders === true && terms.scope === 'always';
  return approvals.map(({ folder, ...approval }) => ({
    ...approval,
    ...(folder === undefined || isForAllFolders ? {} : { folder }),
    ...terms,
  }));
}

/** An operation of a call, and the path that the rules judge it by. */
export interface JudgedOperation {
  readonly operation: Operation;
  readonly subject: Subject;
}

/**
 * Lists the choices for a call of several changes, from the narrowest to the widest: these paths alone, then patterns
 * that cover all of them. Empty if one of the paths can have no approval, such as a link.
 */
export function offersForCall(judgedOperations: readonly JudgedOperation[]): readonly ApprovalOffer[] {
  const operations = [...new Set(judgedOperations.map(({ operation }) => operation))];
  const commonOperation = operations.length === 1 ? operations[0] : undefined;
  const offersByChange = judgedOperations.map(offersForChange);
  const narrowOffer: ApprovalOffer = {
    text: labelOperation(commonOperation, listSubjects(judgedOperations)),
    approvals: offersByChange.flatMap(([narrowest]) => (narrowest === undefined ? [] : toApproval(narrowest))),
  };
  const widerFileOffers = offersByChange.flatMap(([, ...wider]) => wider);
  const wideOffers = widerFileOffers.map((offer): ApprovalOffer => ({
    text: labelOperation(commonOperation, offer.files),
    approvals: [{ ...toApproval(offer), operations }],
    coversAllFolders: offer.coversAllFolders,
  }));
  const coversWholeCall = ({ approvals }: ApprovalOffer): boolean =>
    judgedOperations.every((judgedOperation) => isCovered(judgedOperation, approvals));
  return withDistinctTexts([narrowOffer, ...wideOffers]).filter(coversWholeCall);
}

/** Removes offers with the text of an earlier one: files in one folder have the same offer for it. */
function withDistinctTexts(offers: readonly ApprovalOffer[]): readonly ApprovalOffer[] {
  const texts = offers.map(({ text }) => inEnglish(text));
  return offers.filter((_, index) => texts.indexOf(texts[index] ?? '') === index);
}

function isCovered({ operation, subject }: JudgedOperation, approvals: readonly UnscopedApproval[]): boolean {
  return approvals.some((approval) => approvalCovers({ ...approval, scope: 'session' }, operation, subject));
}

/** Label of an operation on some files; undefined stands for several operations. */
function labelOperation(operation: Operation | undefined, files: PhraseArgument): Phrase {
  switch (operation) {
    case 'read':
      return phrase('Reading {0}', files);
    case 'create':
      return phrase('Creating {0}', files);
    case 'update':
      return phrase('Updating {0}', files);
    case 'delete':
      return phrase('Deleting {0}', files);
    case 'move':
      return phrase('Moving {0}', files);
    case undefined:
      return phrase('Changing {0}', files);
  }
}

/** Maximum number of paths that a label lists. */
const maxLabelPaths = 3;

function listSubjects(judgedOperations: readonly JudgedOperation[]): PhraseArgument {
  const paths = judgedOperations.map(({ subject }) => subject.display);
  if (paths.length < 2) return paths.join('');
  const listedPaths = paths.slice(0, maxLabelPaths).join(', ');
  const unlistedCount = paths.length - maxLabelPaths;
  return unlistedCount > 0
    ? phrase('just these {0} paths: {1} and {2} more', paths.length, listedPaths, unlistedCount)
    : phrase('just these {0} paths: {1}', paths.length, listedPaths);
}

/** An offer that is valid only in one workspace folder; without `folder`, the path is outside all. */
type FolderOffer = FileOffer & Pick<Approval, 'folder'>;

/** The choices for one change, each valid only in the workspace folder of its path. */
function offersForChange({ operation, subject: { display, folder, spellings } }: JudgedOperation): FolderOffer[] {
  // The requested path. Another name of a file with hard links may come first, but such a file has no offer, since it
  // has a warning.
  const relative = spellings[0] ?? '';
  const folderPrefix = display.endsWith(`/${relative}`) ? display.slice(0, -relative.length) : '';
  return offersForFile(operation, relative, folderPrefix).map((offer) => ({ ...offer, folder }));
}

/** An offer without the fields that only describe the choice. */
function toApproval({ operations, glob, folder }: FolderOffer): UnscopedApproval {
  return { operations, glob, folder };
}
