// Decides which edits of an approved review the agent may write, and answers their hooks.

import { isFileContent, isFileChange, type Change } from '../../../core/change/change.ts';
import { displayPathOf } from '../../../core/change/summary.ts';
import type { Output } from '../../../core/dialects/dialect.ts';
import { describeError, ToolError, toToolError } from '../../../core/wording/errors.ts';
import { collectRealUris, showsIntermediateState, touchesAny } from '../../../tools/hooks/combineChanges.ts';
import { CommentedError } from '../../../tools/pipeline/commented.ts';
import { createNotWrittenError } from '../../../tools/pipeline/rejection.ts';
import type { ReviewResult, HookedEdit } from './hookedEdit.ts';
import { delay } from '../../../async/eventLoop.ts';
import type { HandedOver } from '../../apply/handOver.ts';

/** Milliseconds that a hook waits for the previous edit of the same file. Short, since some agents await all hooks. */
const previousWriteTimeoutMs = 2000;
const pollIntervalMs = 20;

/** An edit that the agent may write, with the answer for its hook. */
export interface AcceptedEdit {
  readonly edit: HookedEdit;
  readonly output: Output;
  /** The approved part of the edit. */
  readonly changes: readonly Change[];
}

interface DeniedEdit {
  readonly edit: HookedEdit;
  readonly error: ToolError;
}

/** An approved review, with messages to the model for each edit's answer: the user's changes in the edit's files. */
export interface DescribedReview extends ReviewResult {
  readonly messages: ReadonlyMap<HookedEdit, readonly string[]>;
}

/** The answers to all edits of a review. */
export interface EditAnswers {
  readonly accepted: readonly AcceptedEdit[];
  readonly denied: readonly DeniedEdit[];
  /** The changes of the review that the accepted edits write. */
  readonly changes: readonly Change[];
}

/**
 * Computes the answers to the hooks of a review, by which the agent's tools together write exactly what was approved.
 * Denies an edit
 * 1. that the user has excluded,
 * 2. whose tool cannot express what was approved, or
 * 3. after which a file would have, until a later edit of the review, a content that the review did not show. For 2
 *    and 3, the other edits of its files are denied, too.
 *
 * @param edits in the order in which they were planned
 * @param changes the approved changes, each of which may combine several edits of its file
 * @param onInexpressible called with the changes of an edit that its tool cannot express, unless a later edit of the
 *   review changes one of their files again
 */
export function answerEdits(
  edits: readonly HookedEdit[],
  changes: readonly Change[],
  reviewed: DescribedReview,
  onInexpressible: (changes: readonly Change[]) => void,
): EditAnswers {
  const acceptable: AcceptedEdit[] = [];
  const denied: DeniedEdit[] = [];
  for (const [index, edit] of edits.entries()) {
    const answer = answerEdit(edit, edits.slice(index + 1), changes, reviewed, onInexpressible);
    if (answer instanceof ToolError) denied.push({ edit, error: answer });
    else acceptable.push(answer);
  }
  return denyOthersOfSameFiles(denied, acceptable, changes);
}

/** The answer to one edit of a review, or the error by which it is denied. @param laterEdits those planned after it */
function answerEdit(
  edit: HookedEdit,
  laterEdits: readonly HookedEdit[],
  changes: readonly Change[],
  reviewed: DescribedReview,
  onInexpressible: (changes: readonly Change[]) => void,
): AcceptedEdit | ToolError {
  const laterUris = new Set(laterEdits.flatMap((later) => later.changes.flatMap(collectRealUris)));
  const ownChanges = edit.approvedChangesOf(changes, (real) => !laterUris.has(real)).filter(hasEffect);
  const messages = reviewed.messages.get(edit) ?? [];
  const comments = edit.commentsOf(reviewed);
  const isExcluded = !ownChanges.some(isFileChange);
  if (isExcluded) {
    const { code, message } = createNotWrittenError([...messages, 'That was the whole call.'].join(' '));
    return new ToolError(code, [message, ...comments].join('\n'));
  }
  const feedback = [...messages, ...comments];
  // Changes of files that a later edit changes again. The review must have shown their results, too.
  const intermediateChanges = ownChanges.filter((change) => touchesAny(change, laterUris));
  const hiddenChange = intermediateChanges.find((change) => !showsStateAfter(changes, change));
  if (hiddenChange !== undefined) return sharedFileError(displayPathOf(hiddenChange), feedback);
  try {
    const output = edit.answerFor(ownChanges, feedback, reviewed);
    return { edit, output, changes: ownChanges };
  } catch (cause) {
    if (intermediateChanges.length === 0) onInexpressible(ownChanges);
    return toToolError(cause, edit.plannedBy.tool.name);
  }
}

/**
 * The reason to deny each edit if the whole review ended without an approval. Each edit gets the user's comments on its
 * files; the first one also gets the comments on all other files.
 */
export function denialOf(edit: HookedEdit, edits: readonly HookedEdit[], error: ToolError): string {
  if (!(error instanceof CommentedError) || error.rejectionWith === undefined) return describeError(error);
  const { comments } = error;
  const otherComments = comments.filter((comment) =>
    edits.every((other) => !other.commentsOnFiles(comments).includes(comment)),
  );
  const ownComments = [...edit.commentsOnFiles(comments), ...(edit === edits[0] ? otherComments : [])];
  return describeError(error.rejectionWith(ownComments));
}

/** Denies edits that share a file with a denied one, too, transitively: the file would not be as approved. */
function denyOthersOfSameFiles(
  deniedBefore: readonly DeniedEdit[],
  acceptable: readonly AcceptedEdit[],
  changes: readonly Change[],
): EditAnswers {
  const denied = [...deniedBefore];
  const remaining = new Set(acceptable);
  const deniedUris = new Set<string>();
  const addDeniedFiles = ({ edit, error }: DeniedEdit): void => {
    // An edit that the user has excluded (REJECTED) denies no others: its files are not approved at all.
    if (error.code !== 'REJECTED') for (const real of edit.changes.flatMap(collectRealUris)) deniedUris.add(real);
  };
  // `denied` grows in this loop: an edit denied for a shared file may share another one with further edits.
  for (const next of denied) {
    addDeniedFiles(next);
    for (const other of remaining) {
      const sharedChange = other.changes.find((change) => isFileChange(change) && touchesAny(change, deniedUris));
      if (sharedChange === undefined) continue;
      remaining.delete(other);
      denied.push({ edit: other.edit, error: sharedFileError(displayPathOf(sharedChange)) });
    }
  }
  const acceptedUris = new Set([...remaining].flatMap((accepted) => accepted.changes.flatMap(collectRealUris)));
  return { accepted: [...remaining], denied, changes: changes.filter((change) => touchesAny(change, acceptedUris)) };
}

/** Whether a change has an effect: only an update with equal content has none; of large contents, this is not known. */
function hasEffect(change: Change): boolean {
  if (change.kind !== 'update' || change.before.kind === 'large' || change.after.kind === 'large') return true;
  return change.before.sha256 !== change.after.sha256;
}

/** Whether the approved diff also shows a file's intermediate state after `change`, which a later edit changes again. */
function showsStateAfter(approvedChanges: readonly Change[], change: Change): boolean {
  const approved = approvedChanges.find(({ at }) => at.real === change.at.real);
  if (approved === undefined || approved === change || !('after' in change) || !isFileContent(change.after))
    return true;
  return showsIntermediateState(approved, change.after);
}

/** The error of an edit whose file another edit also changes. @param messages the user's changes and comments */
function sharedFileError(path: string, messages: readonly string[] = []): ToolError {
  const messageLines = messages.map((message) => `${message}\n`).join('');
  return new ToolError(
    'VALIDATION_ERROR',
    `${messageLines}Another call of yours changes ${path}, too, and cannot write what the user approved. Nothing of this call was written. Read the file, then repeat the call.`,
  );
}

/**
 * Answers the hooks of the accepted edits. If several edit one file, each waits (at most `previousWriteTimeoutMs`) until the
 * previous edit is written. Otherwise the agent's concurrent tools would all read the same old text, and one edit would be
 * lost.
 */
export async function answerInOrder(
  acceptedEdits: readonly AcceptedEdit[],
  handedOver: Pick<HandedOver, 'isChangeWritten'>,
): Promise<void> {
  /** Last change of each file whose hook was answered, by canonical URI. */
  const answeredChanges = new Map<string, Change>();
  for (const { edit, output, changes } of acceptedEdits) {
    const earlier = changes.flatMap(collectRealUris).flatMap((real) => answeredChanges.get(real) ?? []);
    const isWritten = (change: Change): Promise<boolean> => handedOver.isChangeWritten(change).catch(() => false);
    const areAllWritten = async (): Promise<boolean> => (await Promise.all(earlier.map(isWritten))).every(Boolean);
    const endMs = Date.now() + previousWriteTimeoutMs;
    while (Date.now() < endMs && !(await areAllWritten())) await delay(pollIntervalMs);
    edit.answerWith(output);
    for (const change of changes) if ('after' in change) answeredChanges.set(change.at.real, change);
  }
}
