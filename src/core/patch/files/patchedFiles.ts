// Reads the files that a patch names from the workspace, and tracks their states while its file patches are applied in
// order, up to their outcomes.
import { isFileContent, type Content, type FileContent } from '../../change/change.ts';
import type { Yielding } from '../../async/yielding.ts';
import { equalBytes } from '../../text/bytes.ts';
import type { TextEdit } from '../../text/text.ts';
import { ToolError, invalidPatchError, validationError, type ErrorCode } from '../../wording/errors.ts';
import type { HunkReport } from '../hunks/hunkEdits.ts';

/** The workspace for planning a patch. Paths are spelled as in the patch, without a prefix such as `a/`. */
export interface PatchWorkspace {
  /**
   * The id of the file at a path, the same for all spellings, whether or not the file exists.
   *
   * @throws ToolError for a path that must not be used
   */
  identify(path: string): Promise<string>;
  /**
   * The content at a path (at a link, the link itself); undefined if nothing is there.
   *
   * @throws ToolError as `identify`, and for content that cannot be read
   */
  read(path: string): Promise<Content | undefined>;
  /** Reads files in parallel for later calls of `read`, except files that need approval. Leaves errors to `read`. */
  prefetch(paths: readonly string[]): Promise<void>;
  /** Runs a generator, and lets the event loop run between its yields. */
  runYielding<T>(work: Yielding<T>): Promise<T>;
}

/** Errors that prove that a path is not a file of the workspace: it is missing, malformed or outside. */
const absenceCodes: readonly ErrorCode[] = ['NOT_FOUND', 'VALIDATION_ERROR', 'OUTSIDE_WORKSPACE'];
/** Errors that prove that something is there. */
const presenceCodes: readonly ErrorCode[] = ['TOO_LARGE', 'ENCODING'];

/**
 * Whether a usable file is at a path.
 *
 * @throws any error that proves neither, such as too many open files, since a wrong `false` could select another file
 */
export async function fileExists(workspace: PatchWorkspace, path: string): Promise<boolean> {
  try {
    return (await workspace.read(path)) !== undefined;
  } catch (error) {
    if (error instanceof ToolError && absenceCodes.includes(error.code)) return false;
    if (error instanceof ToolError && presenceCodes.includes(error.code)) return true;
    throw error;
  }
}

/** Content of a file after a patch: text without its byte order mark, or bytes. `removesBom`: the mark is removed. */
export type NewContent =
  | { readonly kind: 'text'; readonly text: string; readonly removesBom?: true | undefined }
  | { readonly kind: 'binary'; readonly bytes: Uint8Array };

/** The hash of a text that an earlier file patch made. It also marks that the bytes of such a text are not known. */
export const noHash = '';

/** File modes in the patch, in octal; undefined if not specified. */
interface Modes {
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

/**
 * Requires that a content is a file.
 *
 * @throws ToolError NOT_FOUND if nothing is there, VALIDATION_ERROR for a folder, PATCH_INVALID for a symbolic link,
 * TOO_LARGE for a file too large to be read
 */
export function requireFile(content: Content | undefined, path: string): FileContent {
  if (content === undefined) {
    throw new ToolError(
      'NOT_FOUND',
      `${path} does not exist, but the patch changes it. Find the right path with redline_find_files, or pass strip if it has a prefix; to add it, use --- /dev/null or *** Add File.`,
    );
  }
  if (content.kind === 'directory') {
    throw validationError(`${path} is a folder, and a patch changes only files. Name the files in it.`);
  }
  if (content.kind === 'link') throw linkRefusedError(path);
  if (content.kind === 'large' || content.kind === 'unread')
    throw new ToolError('TOO_LARGE', `${path} is too large for a patch. Remove it from the patch.`);
  return content;
}

/** The error for symbolic links. */
export function linkRefusedError(path: string): ToolError {
  return invalidPatchError(
    `${path} is a symbolic link (mode 120000), which a patch may not create or change. Remove it from the patch, and change the file it points to.`,
  );
}

/** The text or bytes of a content, without its encoding and hash. */
export function newContentOf(content: FileContent | NewContent): NewContent {
  if (content.kind === 'binary') return { kind: 'binary', bytes: content.bytes };
  const removesBom = 'removesBom' in content && content.removesBom === true;
  return { kind: 'text', text: content.text, ...(removesBom ? { removesBom } : {}) };
}

/** Whether two contents are equal. */
export function isSameContent(left: NewContent, right: NewContent): boolean {
  if (left.kind === 'text')
    return right.kind === 'text' && left.text === right.text && left.removesBom === right.removesBom;
  return right.kind === 'binary' && equalBytes(left.bytes, right.bytes);
}

interface OutcomeBase {
  /** Path after the patch, as spelled in the patch, without prefix. */
  readonly path: string;
  readonly hunks: readonly HunkReport[];
  /** As in `FileState`, of the file that this one was moved or copied from, if any. */
  readonly editSteps: FileState['editSteps'];
  readonly modes: Modes;
  /** As in `FileState`. */
  readonly isOtherBlob: boolean;
}

/**
 * The effect of a whole patch on one file, all file patches combined. Every file occurs once as `path`, and every
 * source of a move once. `edits` are offsets in the text of `before`, undefined if the whole content is replaced.
 */
export type FileOutcome = OutcomeBase &
  (
    | { readonly action: 'add'; readonly after: NewContent }
    | {
        readonly action: 'update';
        readonly before: FileContent;
        readonly after: NewContent;
        readonly edits: readonly TextEdit[] | undefined;
        /** Whether the file already is as the patch would make it. */
        readonly unchanged: boolean;
      }
    | { readonly action: 'delete'; readonly before: FileContent }
    | {
        readonly action: 'move' | 'copy';
        readonly from: string;
        readonly before: FileContent;
        readonly after: NewContent;
        readonly edits: readonly TextEdit[] | undefined;
      }
  );
