// Tracks the state of a patch's files while its file patches are applied in order.
import { isFileContent, type Content, type FileContent } from '../../change/change.ts';
import type { TextEdit } from '../../text/text.ts';
import type { HunkReport } from '../hunks/hunkEdits.ts';
import type { PatchWorkspace } from './patchWorkspace.ts';

/** Content of a file after a patch: text without its byte order mark, or bytes. `removesBom`: the mark is removed. */
export type NewContent =
  | { readonly kind: 'text'; readonly text: string; readonly removesBom?: true | undefined }
  | { readonly kind: 'binary'; readonly bytes: Uint8Array };

/** The hash of a text that an earlier file patch made. It also marks that the bytes of such a text are not known. */
export const noHash = '';

/** File modes in the patch, in octal; undefined if not specified. */
export interface Modes {
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** A file before the patch, and after the file patches applied so far. Only applyFilePatch.ts changes it. */
export interface FileState {
  /** From `PatchWorkspace.identify`. */
  readonly id: string;
  /** Path as spelled in the patch, without prefix. */
  path: string;
  readonly original: Content | undefined;
  /** Current content; undefined if the file does not exist now. */
  current: FileContent | NewContent | undefined;
  /** The file that this one was moved or copied from. */
  origin: FileState | undefined;
  /** The path before a move that only changes the spelling of the file's own name. */
  oldSpelling: string | undefined;
  /**
   * Edits of each file patch, as offsets in the text before it, from the text of `origin` if it is set, else of
   * `original`. Undefined once the whole content was replaced.
   */
  editSteps: readonly (readonly TextEdit[])[] | undefined;
  reports: readonly HunkReport[];
  modes: Modes;
  /** Whether the result is another blob than the last `index` line for this file names. */
  isOtherBlob: boolean;
  /** Whether a file patch has written or removed this file. */
  isWritten: boolean;
}

/** The files that a patch has named so far. */
export interface PatchState {
  readonly workspace: PatchWorkspace;
  /** By `FileState.id`, so that two spellings of a path are one file. */
  readonly files: Map<string, FileState>;
  /** UTF-16 units processed for files that the patch names more than once. */
  reprocessedUnits: number;
}

/** The state of the file at a path. Reads the file on the first call for it. */
export async function openFile({ workspace, files }: PatchState, path: string): Promise<FileState> {
  const id = await workspace.identify(path);
  const opened = files.get(id);
  if (opened !== undefined) return opened;
  const original = await workspace.read(path);
  const file: FileState = {
    id,
    path,
    original,
    current: isFileContent(original) ? original : undefined,
    origin: undefined,
    oldSpelling: undefined,
    editSteps: [],
    reports: [],
    modes: { before: undefined, after: undefined },
    isOtherBlob: false,
    isWritten: false,
  };
  files.set(id, file);
  return file;
}

/** The current content: the result of the file patches so far, or the original. */
export function currentContentOf(file: FileState): Content | NewContent | undefined {
  return file.isWritten ? file.current : file.original;
}
