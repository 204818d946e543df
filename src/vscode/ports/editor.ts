// Declares the editor port of the write engine, so that tests can run the engine in plain Node.

import type { FileContent } from '../../core/change/change.ts';
import type { Phrase } from '../../core/wording/phrase.ts';
import type { TextEdit } from '../../core/text/text.ts';
import type { FileStat } from '../../tools/ports/fileStat.ts';

/** A document that the editor has loaded, with its current state. There is one object per document. */
export interface OpenDocument {
  readonly uri: string;
  readonly eol: '\n' | '\r\n';
  readonly isDirty: boolean;
  readonly isClosed: boolean;
  getText(): string;
  /** Saves, with save participants such as formatters, which may change the text. False if it was not saved. */
  save(): Promise<boolean>;
}

/** Edits of one document; all offsets refer to the text before the first of them. */
export interface TextEdits {
  readonly document: OpenDocument;
  readonly edits: readonly TextEdit[];
  /** The line endings to switch the document to; undefined to keep its own. */
  readonly eol?: OpenDocument['eol'];
}

/**
 * The editor as needed by the write engine. Files are named by URI. Unless stated otherwise, methods throw errors of
 * the file system.
 */
export interface Editor {
  /** Stats a link itself, not its target. Undefined if nothing is there. */
  stat(uri: string): Promise<FileStat | undefined>;
  readFile(uri: string): Promise<Uint8Array>;
  /** The entries of a folder. `isFolder` is false for a link to a folder. */
  list(uri: string): Promise<readonly { readonly uri: string; readonly isFolder: boolean }[]>;
  writeFile(uri: string, bytes: Uint8Array): Promise<void>;
  /** Creates a file as an edit, which the editor's own undo takes back. False if it was not created. */
  createFile(uri: string, bytes: Uint8Array): Promise<boolean>;
  createDirectory(uri: string): Promise<void>;
  /** Moves a file with its documents and tabs. False if nothing is at `from`, or something at `to`. */
  rename(from: string, to: string): Promise<boolean>;
  /** Copies a file. Throws if something is at `to`. */
  copy(from: string, to: string): Promise<void>;
  /** Deletes a file, a link or an empty folder. */
  delete(uri: string): Promise<void>;
  /** Moves a file or a whole folder to the trash. Throws if there is no trash; false if nothing is at the URI. */
  moveToTrash(uri: string): Promise<boolean>;

  /** Decodes a file as text in the encoding that the editor would choose, or as binary content. */
  decode(uri: string, bytes: Uint8Array): Promise<FileContent>;
  /** Decodes bytes in a known encoding, without a byte order mark. */
  decodeText(bytes: Uint8Array, encoding: string): Promise<string>;

  /** The document of a file; undefined if the editor has not loaded it. */
  loadedDocument(uri: string): OpenDocument | undefined;
  /** The loaded document of a file, if it has unsaved edits. */
  dirtyDocument(uri: string): OpenDocument | undefined;
  /**
   * Loads a document without showing it. Throws if the editor cannot load the file as text.
   * @param encoding VS Code's name of the encoding; undefined for the one that the editor chooses
   */
  load(uri: string, encoding?: string): Promise<OpenDocument>;
  /** Applies all edits as one undo step. False if the editor refuses them. */
  edit(editsOfDocuments: readonly TextEdits[]): Promise<boolean>;
  /** Calls `changed` at each change of a document. Returns a function that ends this. */
  onDidChange(document: OpenDocument, changed: () => void): () => void;
  /**
   * Reloads a document from the disk, dropping its edits. False if its text is not `expected` (someone has typed), or
   * if its editor could not be made the active one, which reverting needs.
   */
  revert(document: OpenDocument, expected: string): Promise<boolean>;
  /** Whether settings may make saving a file (by URI) or document change it, or overwrite another program's write. */
  isSaveUnpredictable(file: string | OpenDocument): boolean;

  /** The reason why the user could not edit a file here; undefined if it is writable. */
  readonlyReason(uri: string): Promise<Phrase | undefined>;
  /**
   * Throws VALIDATION_ERROR if a change would lose unsaved work.
   * @param path display path, for the message
   * @param discardsUnsavedEdits whether the change discards unsaved edits of the file, since it deletes, moves or
   *   creates it
   */
  requireNoUnsavedWork(uri: string, path: string, discardsUnsavedEdits: boolean): void;

  /** The URIs of the files that tabs show as text. */
  textTabs(): readonly string[];
  /** Closes the matching tabs that show a file and have no unsaved edits. Never rejects. */
  closeTabs(matches: (uri: string, kind: 'text' | 'other') => boolean): Promise<void>;
}
