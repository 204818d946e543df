import type { FileContent } from '../../core/change/change.ts';
import type { Phrase } from '../../core/wording/phrase.ts';
import type { TextEdit } from '../../core/text/text.ts';
import type { FileStat } from '../../tools/ports/fileStat.ts';

/** A text that the editor has loaded; its members change as the editor's do, and there is one object for each. */
export interface OpenText {
  readonly uri: string;
  readonly eol: '\n' | '\r\n';
  readonly isDirty: boolean;
  readonly isClosed: boolean;
  getText(): string;
  /** Saves it with all that saving does. False where it was not saved. */
  save(): Promise<boolean>;
}

/** Edits of one text; their offsets are those of the text as it is before all of them. */
export interface TextEdits {
  readonly text: OpenText;
  readonly edits: readonly TextEdit[];
  readonly eol?: OpenText['eol'];
}

/**
 * What the write engine needs of the editor, by URIs, so that its logic runs without one. Throws what the file system
 * throws.
 */
export interface Editor {
  /** The link itself and not its target; undefined where nothing is there. */
  stat(uri: string): Promise<FileStat | undefined>;
  readFile(uri: string): Promise<Uint8Array>;
  /** What a folder holds. */
  list(uri: string): Promise<readonly { readonly uri: string; readonly isFolder: boolean }[]>;
  writeFile(uri: string, bytes: Uint8Array): Promise<void>;
  /** Makes a file that the editor's own undo takes away again. False where it was not made. */
  createFile(uri: string, bytes: Uint8Array): Promise<boolean>;
  createDirectory(uri: string): Promise<void>;
  /** Documents and tabs follow. False where nothing is at the old place, or something at the new one. */
  rename(from: string, to: string): Promise<boolean>;
  /** Throws where something stands at the new place. */
  copy(from: string, to: string): Promise<void>;
  /** Deletes a file, a link or an empty folder. */
  delete(uri: string): Promise<void>;
  /** Moves a file or a whole folder to the trash. Throws where there is none; false where nothing is at the place. */
  moveToTrash(uri: string): Promise<boolean>;

  /** The bytes of a file as text in the encoding that the editor decides on, or as binary content. */
  decode(uri: string, bytes: Uint8Array): Promise<FileContent>;
  /** The text of bytes in a known encoding, without a byte order mark. */
  decodeText(bytes: Uint8Array, encoding: string): Promise<string>;

  /** The text of a file where one is loaded. */
  loaded(uri: string): OpenText | undefined;
  /** The same, only where it is not what is on disk. */
  dirty(uri: string): OpenText | undefined;
  /** Loads the text of a file. Throws where the editor cannot hold it. */
  load(uri: string, encoding?: string): Promise<OpenText>;
  /** Makes all edits, as one step of the editor's own undo. False where it does not take them. */
  edit(all: readonly TextEdits[]): Promise<boolean>;
  /** Calls back at each change of a text, until what is answered is called. */
  onDidChange(text: OpenText, changed: () => void): () => void;
  /**
   * Lets a text that shows `shown` take over what is on disk. False where it shows something else, which somebody has typed,
   * or where it could not be put in front, which that needs.
   */
  revert(text: OpenText, shown: string): Promise<boolean>;
  /** Whether a setting makes saving a file, or a loaded text, change it. */
  isReformatted(what: string | OpenText): boolean;

  /** Why the person could not change a file here; undefined where nothing speaks against it. */
  readonlyReason(uri: string): Promise<Phrase | undefined>;
  /** Throws VALIDATION_ERROR where a change would lose unsaved work; `leaves`: the file is deleted or moved away. */
  requireNoUnsavedWork(uri: string, path: string, leaves: boolean): void;

  /** The files that tabs show as text. */
  textTabs(): readonly string[];
  /** Closes tabs without unsaved changes that show a file, as text or as something else. Never rejects. */
  closeTabs(isMeant: (uri: string, kind: 'text' | 'other') => boolean): Promise<void>;
}
