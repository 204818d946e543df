// Summarizes the effect of a patch on each file, and compares contents for that.
import { isFileContent, type FileContent } from '../../change/change.ts';
import { composeEdits } from '../../diff/composeEdits.ts';
import { equalBytes } from '../../text/bytes.ts';
import type { TextEdit } from '../../text/text.ts';
import type { HunkReport } from '../hunks/hunkEdits.ts';
import type { FileState, Modes, NewContent, PatchState } from './patchState.ts';

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
