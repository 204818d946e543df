// Defines a change of one file or folder as data with both sides (before and after), and its locations, contents and
// cautions. Tools plan changes, the pipeline writes them.
import type { Phrase } from '../wording/phrase.ts';
import type { TextEdit } from '../text/text.ts';
import { ToolError } from '../wording/errors.ts';

/** The location of a file, whether or not it exists. */
export interface Location {
  /** URI of the file in the editor. */
  readonly uri: string;
  /** Display path for users and models, with `/`. */
  readonly path: string;
  /** Canonical URI, with every link resolved: the same for all spellings of one file. */
  readonly real: string;
  /** Set if nothing is there and the path was written with a final slash, which means a folder. */
  readonly folder?: boolean;
  /** The reason why the path may mislead a user about its file, so that they must approve it whatever the rules say. */
  readonly pathWarning?: Phrase;
}

/** Text and its exact bytes; `text` has no byte order mark, `encoding` is VS Code's name of the encoding. */
interface BaseText {
  readonly kind: 'text';
  readonly text: string;
  readonly encoding: string;
  readonly bytes: Uint8Array;
  /** SHA-256 of `bytes`, lower-case hexadecimal. */
  readonly sha256: string;
}

/** Text that can be encoded without loss, so that a part of it can be edited. */
export interface FaithfulText extends BaseText {
  readonly lossy?: undefined;
}

/** Text that can only be displayed, since encoding it would change bytes. */
export interface LossyText extends BaseText {
  readonly lossy: true;
}

export type TextContent = FaithfulText | LossyText;

/** Bytes that are not text. */
export interface BinaryContent {
  readonly kind: 'binary';
  readonly bytes: Uint8Array;
  readonly sha256: string;
}

/** A file too large to load, with its size in bytes and its hash. */
export interface LargeContent {
  readonly kind: 'large';
  readonly size: number;
  readonly sha256: string;
  /** Set in an update that only appends to or truncates the file: the bytes that only this side has. */
  readonly tail?: FileContent;
}

/** A file too large to load, on a file system that cannot read in parts, so that its bytes and hash are unknown. */
export interface UnreadContent {
  readonly kind: 'unread';
  readonly size: number;
  /** Modification time in milliseconds since 1970. Set only in `before`: a file system may change it in a move. */
  readonly modified?: number | undefined;
}

/** A symbolic link itself, never its target. */
export interface LinkContent {
  readonly kind: 'link';
  readonly target: string;
}

/** A folder. Its contents have changes of their own, or move with it unchanged. */
export interface DirectoryContent {
  readonly kind: 'directory';
}

/** The content of a file whose bytes are loaded. */
export type FileContent = TextContent | BinaryContent;
/** All that can be at a path. */
export type Content = FileContent | LargeContent | UnreadContent | LinkContent | DirectoryContent;

/** Whether a content is a file whose bytes are in memory or, for stored contents, in the journal. */
export function isFileContent<T extends { readonly kind: string }>(
  content: T | undefined,
): content is Extract<T, { readonly kind: 'text' | 'binary' }> {
  return content?.kind === 'text' || content?.kind === 'binary';
}

/**
 * Requires text that can be encoded without loss, since editing other text would damage the rest of the file.
 *
 * @throws ToolError ENCODING
 */
export function requireFaithful(content: TextContent, path: string): FaithfulText {
  if (content.lossy !== true) return content;
  throw new ToolError(
    'ENCODING',
    `${path} is not valid ${content.encoding} text, so changing part of it would damage other bytes. Ask the user to set the file's encoding ("files.encoding") first.`,
  );
}

/** Whether a file is executable before and after a change. Of a deletion, only `before` counts. */
export interface ModeChange {
  /** Whether it is executable; undefined if there is no file, or if it is unknown. */
  readonly before?: boolean | undefined;
  readonly after: boolean;
}

/** A remark about a change that the user should read before approving it. */
export interface Caution {
  /** A sentence without its full stop. */
  readonly message: Phrase;
  /** The line that it refers to, 1-based, in the text before or after the change. */
  readonly at?: { readonly line: number; readonly side: 'before' | 'after' };
  /** Whether the change needs approval even if rules or remembered approvals allow it. */
  readonly requiresApproval: boolean;
}

/**
 * A change of one file or folder as data with both sides, so that its diff, its summary and its inverse are functions
 * of it. Changes are immutable: results are cached by their identity.
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
      /** The edits that turn the text before into the one after, sorted; undefined if the tool does not know them. */
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
  | {
      readonly kind: 'createDirectory';
      readonly at: Location;
      /** The folder that it copies or replaces, whose permissions it gets. Not stored in the journal. */
      readonly original?: Location | undefined;
    }
);

/** Whether a change is about a file or link, not a folder. Counts for users have only these. */
export function isFileChange(change: Change): boolean {
  return change.kind !== 'createDirectory' && !('before' in change && change.before.kind === 'directory');
}
