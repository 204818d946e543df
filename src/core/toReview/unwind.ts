// Takes changes of a file back, and keeps what was changed since.
import { merge3 } from '../diff/merge.ts';

/** A file or link with its bytes; undefined is nothing. */
export interface FileSide {
  readonly mode: 'file' | 'executable' | 'link';
  readonly bytes: Uint8Array;
  /** Equal for equal bytes. */
  readonly hash: string;
  /** Undefined for links, and for what is no text or would not be written back as it was. */
  readonly text?: string;
}

/** What a change made of a file. */
export interface SideStep<Side extends FileSide = FileSide> {
  readonly before: Side | undefined;
  readonly after: Side | undefined;
}

/** The file without the changes; `text` is a merged one, which has to be encoded. */
export type Unwound<Side extends FileSide = FileSide> =
  | { readonly kind: 'side'; readonly side: Side | undefined }
  | { readonly kind: 'text'; readonly text: string; readonly mode: FileSide['mode'] }
  | { readonly kind: 'conflict' };

/**
 * Takes changes back, the newest first, from the file as it is now. What was changed since, or between them, is merged line by line;
 * where it touches the same lines, or is no text, there is a conflict. A change that is taken back already is no conflict.
 */
export function unwind<Side extends FileSide>(
  current: Side | undefined,
  newestFirst: readonly SideStep<Side>[],
): Unwound<Side> {
  let now = current;
  for (let index = 0; index < newestFirst.length; index++) {
    const { before, after } = newestFirst[index] ?? {};
    if (isSame(now, after)) {
      now = before;
      continue;
    }
    // The file may have been put back to what it was before several of the changes.
    const takenBack = newestFirst.findIndex((each, at) => at >= index && isSame(now, each.before));
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

function isSame(one: FileSide | undefined, other: FileSide | undefined): boolean {
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
