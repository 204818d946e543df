import { isFileContent, type FileContent } from '../../change/change.ts';
import { ToolError } from '../../wording/errors.ts';
import { changeContent } from './changeContent.ts';
import { addedText } from './addedText.ts';
import { createsFile } from './resolvePaths.ts';
import type { FilePaths } from '../parse/types.ts';
import { bodyOf, sameBody } from './outcome.ts';
import { contentOf, stateOf, type NewContent, type FileState, type PatchState } from './patchState.ts';
import type { FilePatch } from '../parse/types.ts';
import { asFile, isLink } from './patchWorkspace.ts';

/** The state of the whole patch that an operation needs. */
export interface PatchContext {
  readonly tree: PatchState;
  /** Identities of the files that are deleted or moved away somewhere in a git patch, whose names are free for others. */
  readonly vacated: ReadonlySet<string>;
}

/**
 * Does one file patch in the tree.
 *
 * @throws ToolError with the code that says why it cannot be done; the tree is of no use then.
 */
export async function applyFilePatch(file: FilePatch, names: FilePaths, whole: PatchContext): Promise<void> {
  refuseModes(file, names.to ?? names.from ?? '');
  if (file.action === 'delete') return remove(file, names.from ?? '', whole);
  const target = await stateOf(whole.tree, names.to ?? '');
  if (file.action === 'add') return add(file, target, whole);
  const source = await stateOf(whole.tree, names.from ?? names.to ?? '');
  if (source === target && spelled(names.from) === spelled(names.to)) return update(file, target, whole);
  return transfer(file, { source, target, from: names.from ?? '', to: names.to ?? '' }, whole);
}

/** A path without `.` and empty segments. */
function spelled(path: string | undefined): string {
  return (path ?? '')
    .split('/')
    .filter((part, at) => part !== '.' && (part !== '' || at === 0))
    .join('/');
}

function refuseModes({ oldMode, newMode }: FilePatch, path: string): void {
  for (const mode of [oldMode, newMode]) {
    if (mode === '120000') throw isLink(path);
    if (mode !== '160000') continue;
    throw new ToolError(
      'PATCH_INVALID',
      `${path} is a git submodule (mode 160000), which is not a file. Remove it from the patch, and use git for it.`,
    );
  }
}

async function remove(file: FilePatch, path: string, { tree }: PatchContext): Promise<void> {
  const node = await stateOf(tree, path);
  const before = asFile(asContent(node), path);
  if (file.hunks.length > 0) {
    const { body } = await changeContent(before, file, path, tree.world);
    if (body.kind === 'text' && body.text !== '') {
      throw new ToolError(
        'PATCH_CONFLICT',
        `${path} contains lines that the patch does not delete. Read it again; to delete the whole file, use redline_delete.`,
      );
    }
  }
  Object.assign(node, { current: undefined, touched: true });
}

function asContent(node: FileState): FileContent | Exclude<FileState['original'], FileContent> {
  const content = contentOf(node);
  return isFileContent(content) ? asFileContent(content, node) : content;
}

/** A body that an earlier operation made, seen as a file; its hash is not needed inside a plan. */
function asFileContent(content: FileContent | NewContent, { original, origin }: FileState): FileContent {
  if ('sha256' in content) return content;
  if (content.kind === 'binary') return { ...content, sha256: '' };
  const first = origin?.original ?? original;
  const encoding = content.unmarked === true ? 'utf8' : first?.kind === 'text' ? first.encoding : '';
  return { ...content, encoding, bytes: new Uint8Array(), sha256: '' };
}

async function add(file: FilePatch, node: FileState, { vacated }: PatchContext): Promise<void> {
  const { body: after, otherResult } = await addedText(file, node.path);
  const there = asContent(node);
  if (there !== undefined && !isFree(node, vacated)) {
    if (isFileContent(there) && sameBody(bodyOf(there), after)) {
      Object.assign(node, { touched: true, current: there, otherResult });
      return;
    }
    throw taken(node.path);
  }
  const made = { current: after, origin: undefined, steps: undefined, touched: true, otherResult };
  Object.assign(node, { ...made, modes: modesOf(file) });
}

function isFree(node: FileState, vacated: ReadonlySet<string>): boolean {
  return contentOf(node) === undefined || (vacated.has(node.id) && !node.touched);
}

function taken(path: string): ToolError {
  return new ToolError(
    'ALREADY_EXISTS',
    `${path} already exists, and the patch would overwrite it. Change it with an update, or delete it in the patch first.`,
  );
}

function modesOf({ oldMode, newMode }: FilePatch): FileState['modes'] {
  return { before: oldMode, after: newMode };
}

async function update(file: FilePatch, node: FileState, whole: PatchContext): Promise<void> {
  const there = asContent(node);
  if (there === undefined && createsFile(file)) return add({ ...file, action: 'add' }, node, whole);
  const before = asFile(there, node.path);
  if (node.touched) countAgain(before, node.path, whole.tree);
  const { body, edits, reports, otherResult } = await changeContent(before, file, node.path, whole.tree.world);
  Object.assign(node, {
    current: body,
    otherResult,
    touched: true,
    steps: edits === undefined || node.editSteps === undefined ? undefined : [...node.editSteps, edits],
    reports: [...node.reports, ...reports],
    modes: { before: node.modes.before ?? file.oldMode, after: file.newMode ?? node.modes.after },
  });
}

/** UTF-16 units. Each section for a file processes the whole file, so repeated sections must have a limit. */
const maxAgain = 50_000_000;

function countAgain(before: FileContent, path: string, tree: PatchState): void {
  tree.reprocessedUnits += before.kind === 'text' ? before.text.length : before.bytes.length;
  if (tree.reprocessedUnits <= maxAgain) return;
  throw new ToolError(
    'PATCH_INVALID',
    `The patch names ${path} too many times. Send one section per file, with all its hunks below one header.`,
  );
}

interface Ends {
  readonly source: FileState;
  readonly target: FileState;
  readonly from: string;
  readonly to: string;
}

/**
 * Moves or copies, with changes. A copy is made from the file as it was before the patch, and so is a move whose source
 * has been overwritten meanwhile (two files that change names), as git has it.
 */
async function transfer(
  file: FilePatch,
  { source, target, from, to }: Ends,
  { tree, vacated }: PatchContext,
): Promise<void> {
  const replaced = source.touched && source.origin !== undefined;
  const fromOriginal = file.pathForm === 'prefixed' && (file.action === 'copy' || replaced);
  const before = asFile(fromOriginal ? source.original : asContent(source), from);
  if (source !== target && !isFree(target, vacated)) throw taken(to);
  const { body, edits, reports, otherResult } = await changeContent(before, file, from, tree.world);
  const steps = fromOriginal ? [] : source.editSteps;
  const origin = source.origin !== undefined && !fromOriginal ? source.origin : source;
  const keep = fromOriginal ? [] : source.reports;
  if (source === target) target.oldSpelling ??= source.path;
  else if (file.action === 'move' && !replaced) Object.assign(source, { current: undefined, touched: true });
  Object.assign(target, {
    path: to,
    current: body,
    otherResult,
    origin: source === target ? source.origin : origin,
    steps: edits === undefined || steps === undefined ? undefined : [...steps, edits],
    reports: [...keep, ...reports],
    modes: modesOf(file),
    touched: true,
  });
}
