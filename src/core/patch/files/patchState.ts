// Tracks the state of a patch's files while its file patches are applied in order, and derives the outcome of each file.
import { isFileContent, type Content, type FileContent } from '../../change/change.ts';
import { composeEdits } from '../../diff/composeEdits.ts';
import { equalBytes } from '../../text/bytes.ts';
import type { TextEdit } from '../../text/text.ts';
import type { HunkReport } from '../hunks/hunkReports.ts';
import type { PatchWorkspace } from './patchWorkspace.ts';

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

/** The outcomes of all files that a patch writes, in the order in which it names them. */
export function outcomesOf(state: PatchState): readonly FileOutcome[] {
  const files = [...state.files.values()].filter((file) => file.isWritten);
  /** The target of each move, by its source. Earlier targets of a source are copies, made while it is still there. */
  const moveTargets = new Map<FileState, FileState>();
  for (const file of files) {
    const source = file.origin;
    const isNew = fileContentOf(file.original) === undefined && file.current !== undefined;
    const isSourceGone = source !== undefined && source.current === undefined;
    if (isNew && isSourceGone) moveTargets.set(source, file);
  }
  return files.flatMap((file) => createOutcome(file, moveTargets) ?? []);
}

function createOutcome(file: FileState, moveTargets: ReadonlyMap<FileState, FileState>): FileOutcome | undefined {
  const { path, reports: hunks, editSteps, modes, isOtherBlob } = file;
  const base = { path, hunks, editSteps, modes, isOtherBlob };
  const contentBefore = fileContentOf(file.original);
  const source = file.origin;
  if (file.current === undefined) {
    return contentBefore === undefined || moveTargets.has(file)
      ? undefined
      : { ...base, action: 'delete', before: contentBefore };
  }
  const after = newContentOf(file.current);
  if (contentBefore !== undefined && file.oldSpelling !== undefined) {
    const edits = composeEditSteps(file, contentBefore);
    return { ...base, action: 'move', from: file.oldSpelling, before: contentBefore, after, edits };
  }
  if (contentBefore !== undefined) {
    const keepsMode = file.modes.after === undefined || file.modes.after === file.modes.before;
    const unchanged = isSameContent(newContentOf(contentBefore), after) && keepsMode;
    // The steps of a file that was moved or copied here begin at the text of its source, not at that of this file.
    const edits = source === undefined ? composeEditSteps(file, contentBefore) : undefined;
    return { ...base, action: 'update', before: contentBefore, after, edits, unchanged };
  }
  const sourceContent = source === undefined ? undefined : fileContentOf(source.original);
  if (source === undefined || sourceContent === undefined) return { ...base, action: 'add', after };
  const action = moveTargets.get(source) === file ? 'move' : 'copy';
  const edits = composeEditSteps(file, sourceContent);
  return { ...base, action, from: source.path, before: sourceContent, after, edits };
}

/** Maximum number of edits to compose, which bounds the time. */
const maxComposedEdits = 2000;

/** The edits of all steps as one list; undefined if the whole content was replaced, or there are too many of them. */
function composeEditSteps({ editSteps }: FileState, before: FileContent): readonly TextEdit[] | undefined {
  if (editSteps === undefined || before.kind !== 'text') return undefined;
  const [firstStep = [], ...laterSteps] = editSteps;
  if (laterSteps.every((step) => step.length === 0)) return firstStep;
  const count = editSteps.reduce((total, step) => total + step.length, 0);
  return count > maxComposedEdits ? undefined : composeEdits(before.text, editSteps);
}

/** The content, if it is that of a file: not a folder, a link or nothing. */
function fileContentOf(content: FileState['original']): FileContent | undefined {
  return isFileContent(content) ? content : undefined;
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
