// Reverts changes of a file, and keeps later edits.
import { merge3 } from '../diff/merge.ts';

/** A file or link with its bytes; undefined if nothing is there. */
export interface FileSide {
  readonly mode: 'file' | 'executable' | 'link';
  readonly bytes: Uint8Array;
  /** Equal for equal bytes. */
  readonly hash: string;
  /** Decoded text; undefined for links, binary files, and text that cannot be encoded losslessly. */
  readonly text?: string;
}

/** One change of a file: its content before and after. */
export interface SideStep<Side extends FileSide = FileSide> {
  readonly before: Side | undefined;
  readonly after: Side | undefined;
}

/** The file without the changes; `text` is a merge result that still has to be encoded. */
export type Reverted<Side extends FileSide = FileSide> =
  | { readonly kind: 'side'; readonly side: Side | undefined }
  | { readonly kind: 'text'; readonly text: string; readonly mode: FileSide['mode'] }
  | { readonly kind: 'conflict' };

/**
 * Reverts changes, newest first, in the current file. Merges later edits, and edits between the changes, line by line;
 * overlapping edits, and binary content, are a conflict. An already reverted change is not a conflict.
 */
export function revertSteps<Side extends FileSide>(
  current: Side | undefined,
  newestFirst: readonly SideStep<Side>[],
): Reverted<Side> {
  let now = current;
  for (let index = 0; index < newestFirst.length; index++) {
    const { before, after } = newestFirst[index] ?? {};
    if (isSameSide(now, after)) {
      now = before;
      continue;
    }
    // The file may have been restored to its content before several of the changes.
    const takenBack = newestFirst.findIndex((each, at) => at >= index && isSameSide(now, each.before));
    if (takenBack >= 0) index = takenBack;
    else {
      const merged = mergedSide(now, before, after);
      if (merged === undefined) return { kind: 'conflict' };
      now = merged;
    }
  }
  if (now === undefined || now.hash !== '' || now.text === undefined) return { kind: 'side', side: now };
  return { kind: 'text', text: now.text, mode: now.mode };
}

function isSameSide(one: FileSide | undefined, other: FileSide | undefined): boolean {
  return one?.mode === other?.mode && isSameContent(one, other);
}

function isSameContent(one: FileSide | undefined, other: FileSide | undefined): boolean {
  if (one === undefined || other === undefined || (one.hash !== '' && other.hash !== ''))
    return one?.hash === other?.hash;
  return one.text !== undefined && one.text === other.text;
}

/** Merges taking a change back with later ones; the hash of a merged text is empty. */
function mergedSide<Side extends FileSide>(
  now: Side | undefined,
  before: Side | undefined,
  after: Side | undefined,
): Side | undefined {
  if (now === undefined || before === undefined || after === undefined) return undefined;
  if ([now, before, after].some(({ mode }) => mode === 'link')) return undefined;
  // Of two changed modes, the later one stays.
  const mode = now.mode === after.mode ? before.mode : now.mode;
  if (isSameContent(before, after)) return { ...now, mode };
  if (isSameContent(now, after)) return { ...before, mode };
  if (now.text === undefined || before.text === undefined || after.text === undefined) return undefined;
  const merged = merge3(after.text, now.text, before.text);
  return 'conflicts' in merged ? undefined : { ...now, mode, hash: '', text: merged.text };
}
