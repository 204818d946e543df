// Reverts changes of one file in memory by three-way merges, which keep later edits. The caller writes the result.
import { merge3 } from '../diff/merge.ts';

/** A file or link before a change, after it, or now. */
export interface FileSide {
  readonly mode: 'file' | 'executable' | 'link';
  readonly bytes: Uint8Array;
  /** Equal for equal bytes. Empty for a merge result, of which only `text` is valid. */
  readonly hash: string;
  /** Decoded text; undefined for links, binary files, and text that cannot be encoded losslessly. */
  readonly text?: string;
}

/** One change of a file: the file before and after it; undefined where it did not exist. */
export interface FileStep<Side extends FileSide = FileSide> {
  readonly before: Side | undefined;
  readonly after: Side | undefined;
}

/** The file without the changes; `kind: 'text'` is a merge result that the caller has to encode. */
export type RevertResult<Side extends FileSide = FileSide> =
  | { readonly kind: 'side'; readonly side: Side | undefined }
  | { readonly kind: 'text'; readonly text: string; readonly mode: FileSide['mode'] }
  | { readonly kind: 'conflict' };

/**
 * Reverts changes, newest first, in the current file. Keeps later edits, and edits between the changes, by merging line
 * by line. Edits that overlap a change, and edits of binary content, are a conflict. A change that is already reverted is
 * not.
 */
export function revertSteps<Side extends FileSide>(
  current: Side | undefined,
  newestFirst: readonly FileStep<Side>[],
): RevertResult<Side> {
  let currentSide = current;
  /** Changes before this index were found to be reverted already. */
  let firstUnreverted = 0;
  for (const [index, { before, after }] of newestFirst.entries()) {
    if (index < firstUnreverted) continue;
    if (isSameSide(currentSide, after)) {
      currentSide = before;
      continue;
    }
    // If someone has restored the file to its content before this change or an older change, all changes from this one
    // back to that one are reverted already.
    const restoredIndex = newestFirst.findIndex((step, at) => at >= index && isSameSide(currentSide, step.before));
    if (restoredIndex >= 0) {
      firstUnreverted = restoredIndex + 1;
      continue;
    }
    const mergedSide = revertStep(currentSide, before, after);
    if (mergedSide === undefined) return { kind: 'conflict' };
    currentSide = mergedSide;
  }
  // Only a merge, which computes a text and no bytes, leaves the hash empty.
  if (currentSide?.hash === '' && currentSide.text !== undefined)
    return { kind: 'text', text: currentSide.text, mode: currentSide.mode };
  return { kind: 'side', side: currentSide };
}

function isSameSide(one: FileSide | undefined, other: FileSide | undefined): boolean {
  return one?.mode === other?.mode && isSameContent(one, other);
}

/** Compares hashes, or texts if a side is a merge result. */
function isSameContent(one: FileSide | undefined, other: FileSide | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  if (one.hash !== '' && other.hash !== '') return one.hash === other.hash;
  return one.text !== undefined && one.text === other.text;
}

/** Reverts one change in the current side by a three-way merge; undefined on a conflict. */
function revertStep<Side extends FileSide>(
  currentSide: Side | undefined,
  before: Side | undefined,
  after: Side | undefined,
): Side | undefined {
  if (currentSide === undefined || before === undefined || after === undefined) return undefined;
  if ([currentSide, before, after].some(({ mode }) => mode === 'link')) return undefined;
  // Reverts the mode, too, unless it was changed later.
  const mode = currentSide.mode === after.mode ? before.mode : currentSide.mode;
  if (isSameContent(before, after)) return { ...currentSide, mode };
  if (isSameContent(currentSide, after)) return { ...before, mode };
  if (currentSide.text === undefined || before.text === undefined || after.text === undefined) return undefined;
  const text = merge3(after.text, currentSide.text, before.text);
  return text === undefined ? undefined : { ...currentSide, mode, hash: '', text };
}
