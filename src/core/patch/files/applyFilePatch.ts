// Applies the part of a patch about one file: adds, changes, moves, copies or deletes it.
import { isFileContent, type Content, type FileContent } from '../../change/change.ts';
import { ToolError, invalidPatchError } from '../../wording/errors.ts';
import { changeContent, compareWithBlobs, type ChangedContent } from './changeContent.ts';
import { createAddedContent } from './addedContent.ts';
import type { FilePatch, FilePaths, PatchHunk } from '../parse/types.ts';
import { withLines } from '../parse/hunkLines.ts';
import {
  currentContentOf,
  isSameContent,
  newContentOf,
  noHash,
  linkRefusedError,
  openFile,
  requireFile,
  type FileState,
  type NewContent,
  type PatchState,
} from './patchedFiles.ts';

/** Facts about the other file patches in the same patch. */
export interface PatchContext {
  readonly state: PatchState;
  /** Ids of files that a git patch deletes or moves away, before or after this file patch; others may replace them. */
  readonly vacatedIds: ReadonlySet<string>;
}

/**
 * Applies one file patch to the state of the patch.
 *
 * @param paths as `FilePaths` says: with `to` except for a deletion, with `from` except for a new file
 * @throws ToolError if it cannot be applied; the state must not be used afterwards
 */
export async function applyFilePatch(file: FilePatch, paths: FilePaths, context: PatchContext): Promise<void> {
  rejectUnsupportedModes(file, paths.to ?? paths.from ?? '');
  if (file.action === 'delete') return deleteFile(file, paths.from ?? '', context);
  const target = await openFile(context.state, paths.to ?? '');
  if (file.action === 'add') return addFile(file, target, context);
  const source = await openFile(context.state, paths.from ?? paths.to ?? '');
  // On a case-insensitive file system, `a` and `A` are one file, and a move from one to the other changes its spelling.
  const hasSameSpelling = normalizeSpelling(paths.from) === normalizeSpelling(paths.to);
  if (source === target && hasSameSpelling) return updateExisting(file, target, context);
  return moveOrCopy(file, { source, target, from: paths.from ?? '', to: paths.to ?? '' }, context);
}

/** A path without `.` and empty segments. */
function normalizeSpelling(path: string | undefined): string {
  return (path ?? '')
    .split('/')
    .filter((part, at) => part !== '.' && (part !== '' || at === 0))
    .join('/');
}

function rejectUnsupportedModes({ oldMode, newMode }: FilePatch, path: string): void {
  for (const mode of [oldMode, newMode]) {
    if (mode === '120000') throw linkRefusedError(path);
    if (mode !== '160000') continue;
    throw invalidPatchError(
      `${path} is a git submodule (mode 160000), which is not a file. Remove it from the patch, and use git for it.`,
    );
  }
}

async function deleteFile(file: FilePatch, path: string, { state }: PatchContext): Promise<void> {
  const target = await openFile(state, path);
  const before = requireFile(contentToChange(target), path);
  if (file.hunks.length > 0) {
    const { content } = await changeContent(before, withRemovedLines(file), path, state.workspace);
    if (content.kind === 'text' && content.text !== '') {
      throw new ToolError(
        'PATCH_CONFLICT',
        `${path} contains lines that the patch does not delete. Read it again; to delete the whole file, use redline_delete.`,
      );
    }
  } else if ((await compareWithBlobs(before, file)).base === 'drifted') {
    throw new ToolError(
      'PATCH_CONFLICT',
      `${path} has another content than the file that the patch deletes, by its index line. Read it; to delete it as it is, use redline_delete.`,
    );
  }
  updateState(target, { current: undefined, isWritten: true });
}

/** A deletion whose lines have all lost their `-`, with these as removed ones, since no line of it can be context. */
function withRemovedLines(file: FilePatch): FilePatch {
  const hunkLines = file.hunks.flatMap(({ body }) => body.lines);
  if (hunkLines.some(({ kind }) => kind !== 'context')) return file;
  const hunks = file.hunks.map((hunk): PatchHunk => {
    const lines = hunk.body.lines.map((line) => ({ ...line, kind: 'remove', lacksMarker: false }) as const);
    return withLines(hunk, lines);
  });
  return { ...file, hunks };
}

/** Assigns fields of a file's state, checked by type unlike `Object.assign`. */
function updateState(file: FileState, changes: Partial<FileState>): void {
  Object.assign(file, changes);
}

/** The current content as `changeContent` takes it. A result of an earlier file patch has `noHash`. */
function contentToChange(file: FileState): Content | undefined {
  const content = currentContentOf(file);
  return isFileContent(content) ? toFileContent(content, file) : content;
}

function toFileContent(content: FileContent | NewContent, file: FileState): FileContent {
  if ('sha256' in content) return content;
  if (content.kind === 'binary') return { ...content, sha256: noHash };
  const encoding = content.removesBom === true ? 'utf8' : encodingBefore(file);
  return { ...content, encoding, bytes: new Uint8Array(), sha256: noHash };
}

/** The encoding of the file before the patch, or of the file that it was moved or copied from; empty for a new file. */
function encodingBefore({ original, origin }: FileState): string {
  const content = origin?.original ?? original;
  return content?.kind === 'text' ? content.encoding : '';
}

async function addFile(file: FilePatch, target: FileState, { vacatedIds }: PatchContext): Promise<void> {
  const { content, isOtherBlob } = await createAddedContent(file, target.path);
  const existing = contentToChange(target);
  if (existing !== undefined && !isFree(target, vacatedIds)) {
    // A file that already has this content is accepted. It keeps its mode, unless the patch makes it executable.
    if (!isFileContent(existing) || !isSameContent(newContentOf(existing), content))
      throw alreadyExistsError(target.path);
    const modes = /^1007[57]5$/.test(file.newMode ?? '') ? { ...target.modes, after: file.newMode } : target.modes;
    updateState(target, { isWritten: true, current: existing, isOtherBlob, modes });
    return;
  }
  updateState(target, {
    current: content,
    origin: undefined,
    editSteps: undefined,
    isWritten: true,
    isOtherBlob,
    modes: modesOf(file),
  });
}

/** Whether a file patch may create the file: nothing is there, or the patch will move or delete what is there. */
function isFree(file: FileState, vacatedIds: ReadonlySet<string>): boolean {
  return currentContentOf(file) === undefined || (vacatedIds.has(file.id) && !file.isWritten);
}

function alreadyExistsError(path: string): ToolError {
  return new ToolError(
    'ALREADY_EXISTS',
    `${path} already exists, and the patch would overwrite it. Change it with an update, or delete it in the patch first.`,
  );
}

function modesOf({ oldMode, newMode }: FilePatch): FileState['modes'] {
  return { before: oldMode, after: newMode };
}

/** Whether a file patch creates its file. */
export function createsFile(file: FilePatch): boolean {
  return file.action === 'add' || isCreatingUpdate(file);
}

/** Whether an update creates its file: it has one hunk, which begins at line 0 and only adds lines. */
export function isCreatingUpdate(file: FilePatch): boolean {
  const [hunk] = file.hunks;
  if (hunk === undefined || file.hunks.length > 1 || file.action !== 'update') return false;
  return hunk.numbers?.oldStart === 0 && hunk.body.lines.every((line) => line.kind === 'add');
}

async function updateExisting(file: FilePatch, target: FileState, context: PatchContext): Promise<void> {
  const { state } = context;
  const existing = contentToChange(target);
  if (existing === undefined && isCreatingUpdate(file)) return addFile({ ...file, action: 'add' }, target, context);
  const before = requireFile(existing, target.path);
  if (target.isWritten) limitReprocessing(before, target.path, state);
  const { content, edits, reports, isOtherBlob } = await changeContent(before, file, target.path, state.workspace);
  updateState(target, {
    current: content,
    isOtherBlob,
    isWritten: true,
    editSteps: appendStep(target.editSteps, edits),
    reports: [...target.reports, ...reports],
    modes: { before: target.modes.before ?? file.oldMode, after: file.newMode ?? target.modes.after },
  });
}

/** Appends the edits of a file patch; undefined once the whole content was replaced. */
function appendStep(steps: FileState['editSteps'], edits: ChangedContent['edits']): FileState['editSteps'] {
  return edits === undefined || steps === undefined ? undefined : [...steps, edits];
}

/**
 * Maximum UTF-16 units to reprocess. Each file patch processes its whole file, so repeated names of one file would cost
 * unbounded time.
 */
const maxReprocessedUnits = 50_000_000;

function limitReprocessing(before: FileContent, path: string, state: PatchState): void {
  state.reprocessedUnits += before.kind === 'text' ? before.text.length : before.bytes.length;
  if (state.reprocessedUnits <= maxReprocessedUnits) return;
  throw invalidPatchError(
    `The patch names ${path} too many times. Send one section per file, with all its hunks below one header.`,
  );
}

interface SourceAndTarget {
  readonly source: FileState;
  readonly target: FileState;
  readonly from: string;
  readonly to: string;
}

/**
 * Moves or copies a file, and applies hunks to it. As in git, a copy starts from the file before the whole patch, and
 * so does a move whose source was overwritten earlier in the patch (two files that swap names).
 */
async function moveOrCopy(
  file: FilePatch,
  { source, target, from, to }: SourceAndTarget,
  { state, vacatedIds }: PatchContext,
): Promise<void> {
  // If it is the same file, only the spelling of its path changes.
  const isOtherFile = source !== target;
  // Something else was moved to the source's path, so the file that the patch means is the original.
  const isOverwritten = source.isWritten && source.origin !== undefined;
  const usesOriginal = file.pathForm === 'prefixed' && (file.action === 'copy' || isOverwritten);
  const { editSteps, reports: earlierReports } = usesOriginal ? { editSteps: [], reports: [] } : source;
  const movedFrom = usesOriginal ? source : (source.origin ?? source);
  const before = requireFile(usesOriginal ? source.original : contentToChange(source), from);
  if (isOtherFile && !isFree(target, vacatedIds)) throw alreadyExistsError(to);
  const { content, edits, reports, isOtherBlob } = await changeContent(before, file, from, state.workspace);
  if (!isOtherFile) target.oldSpelling ??= source.path;
  else if (file.action === 'move' && !isOverwritten) updateState(source, { current: undefined, isWritten: true });
  updateState(target, {
    path: to,
    current: content,
    isOtherBlob,
    origin: isOtherFile ? movedFrom : source.origin,
    editSteps: appendStep(editSteps, edits),
    reports: [...earlierReports, ...reports],
    modes: modesOf(file),
    isWritten: true,
  });
}
