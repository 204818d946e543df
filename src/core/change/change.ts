import type { Phrase } from '../wording/phrase.ts';
import type { TextEdit } from '../text/text.ts';

/**
 * A place in the workspace: `uri` names it for the editor, `path` names it for people and models (with `/`), and `real`
 * is the URI with every link resolved, so that two spellings of one file have one `real`.
 */
export interface Location {
  readonly uri: string;
  readonly path: string;
  readonly real: string;
  /** Present where nothing is there and the path was written with a slash at its end: only a folder can be meant. */
  readonly folder?: boolean;
  /** Why a person must look, whatever the rules say: it was not asked for by a name of its own. */
  readonly doubt?: Phrase;
}

/** Text and the exact bytes that hold it; `text` is without the byte order mark, `encoding` is VS Code's name for it. */
interface AnyText {
  readonly kind: 'text';
  readonly text: string;
  readonly encoding: string;
  readonly bytes: Uint8Array;
  /** SHA-256 of `bytes`, lower-case hexadecimal. */
  readonly sha256: string;
}

/** Text that its encoding gives back to the byte, so that a part of it can be changed. */
export interface FaithfulText extends AnyText {
  readonly lossy?: undefined;
}

/** Text that can only be shown: encoding it again would give other bytes. */
export interface LossyText extends AnyText {
  readonly lossy: true;
}

export type TextContent = FaithfulText | LossyText;

/** Bytes that are no text. */
export interface BinaryContent {
  readonly kind: 'binary';
  readonly bytes: Uint8Array;
  readonly sha256: string;
}

/** A file too large for memory, of which only its size in bytes and its hash are known. */
export interface LargeContent {
  readonly kind: 'large';
  readonly size: number;
  readonly sha256: string;
  /** Its last bytes, on the side of an update that has them and nothing else besides the other side. */
  readonly tail?: FileContent;
}

/**
 * A file too large for memory on a file system that has no parts to be read: nothing is known of its bytes. `modified`
 * stands where a change finds it, and is absent where it leaves it: a file system may give what it moves another time.
 */
export interface UnreadContent {
  readonly kind: 'unread';
  readonly size: number;
  readonly modified?: number | undefined;
}

/** A symbolic link itself, never what it points at. */
export interface LinkContent {
  readonly kind: 'link';
  readonly target: string;
}

/** A folder; what it holds stands in changes of its own, or goes with it untouched. */
export interface DirectoryContent {
  readonly kind: 'directory';
}

export type FileContent = TextContent | BinaryContent;
export type Content = FileContent | LargeContent | UnreadContent | LinkContent | DirectoryContent;

/** Whether it is a file whose bytes are in memory, or, in the history, kept. */
export function isFileContent<T extends { readonly kind: string }>(
  content: T | undefined,
): content is Extract<T, { readonly kind: 'text' | 'binary' }> {
  return content?.kind === 'text' || content?.kind === 'binary';
}

/** Whether a file may be executed, before (absent where there is no file, or it is not known) and after a change. */
export interface ModeChange {
  readonly before?: boolean | undefined;
  readonly after: boolean;
}

/** What a person should know of a change before they agree, in a sentence without its full stop. */
export interface Caution {
  readonly words: Phrase;
  /** Whether the change is never applied unseen, whatever rules and approvals allow. */
  readonly asks: boolean;
}

/**
 * A change as data that holds both sides, so that its diff, its summary and its inverse are functions of it.
 * `edits` are the ranges of an update where the tool knows them (offsets in `before.text`).
 */
export type Change = { readonly cautions?: readonly Caution[] | undefined } & (
  | {
      readonly kind: 'create';
      readonly at: Location;
      readonly after: FileContent | LargeContent | LinkContent;
      readonly mode?: ModeChange | undefined;
    }
  | {
      readonly kind: 'update';
      readonly at: Location;
      readonly before: FileContent | LargeContent;
      readonly after: FileContent | LargeContent;
      readonly edits?: readonly TextEdit[] | undefined;
      readonly mode?: ModeChange | undefined;
    }
  | { readonly kind: 'delete'; readonly at: Location; readonly before: Content; readonly mode?: ModeChange | undefined }
  | {
      readonly kind: 'move';
      readonly from: Location;
      readonly at: Location;
      readonly before: Content;
      readonly after: Content;
      readonly mode?: ModeChange | undefined;
    }
  | {
      readonly kind: 'copy';
      readonly from: Location;
      readonly at: Location;
      readonly after: Content;
      readonly mode?: ModeChange | undefined;
    }
  | { readonly kind: 'createDirectory'; readonly at: Location }
);
