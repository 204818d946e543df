// Plans a patch: computes the result for each file, without writing.
import { isFileContent, type Content, type FileContent } from '../../change/change.ts';
import { composeEdits } from '../../diff/composeEdits.ts';
import type { TextEdit } from '../../text/text.ts';
import { ToolError } from '../../wording/errors.ts';
import { mayBeEscaped, unescapedForms } from './escapedPatch.ts';
import { resolvePaths } from './resolvePaths.ts';
import { applyFilePatch } from './applyFilePatch.ts';
import {
  isSameContent,
  newContentOf,
  type FileOutcome,
  type FileState,
  type PatchState,
  type PatchWorkspace,
} from './patchedFiles.ts';
import { strictTiers } from '../search/tier.ts';
import type { FilePatch, FilePaths, ParsedPatch } from '../parse/types.ts';

export interface PlanOptions {
  /** Path components to drop, as in `patch -p`; inferred from the headers and the files if undefined. */
  readonly strip?: number | undefined;
}

/** The outcomes of all files that a patch writes, in the order in which it names them. */
type Outcomes = readonly FileOutcome[];

/**
 * Plans a whole patch: computes the result for each file, without writing. File patches are applied in order, each to
 * the result of those before. A file named twice, even by two spellings, gets both changes and has one outcome.
 *
 * A patch that does not match strictly is retried unescaped (HTML, JSON …). That result is used only if it matches
 * strictly, and all matching ways to unescape agree.
 *
 * @throws ToolError PATCH_INVALID, PATCH_CONFLICT, NOT_FOUND, ALREADY_EXISTS, BINARY_FILE, VALIDATION_ERROR, and errors
 * of the workspace; then no file must be written
 */
export async function planPatch(
  patch: ParsedPatch,
  workspace: PatchWorkspace,
  options: PlanOptions = {},
): Promise<Outcomes> {
  const cachedWorkspace = withCache(workspace);
  const plainPlan = await tryPlan(patch, cachedWorkspace, options);
  if (plainPlan instanceof ToolError && plainPlan.code !== 'PATCH_CONFLICT') throw plainPlan;
  const isPlainStrict = !(plainPlan instanceof ToolError) && isStrict(plainPlan);
  const [unescapedPlan, ...otherPlans] = isPlainStrict ? [] : await planUnescaped(patch, cachedWorkspace, options);
  if (unescapedPlan !== undefined) {
    if (!otherPlans.every((otherPlan) => haveSameResult(otherPlan, unescapedPlan))) throw unclearEscapesError();
    return unescapedPlan;
  }
  if (plainPlan instanceof ToolError) throw plainPlan;
  if (await workspace.runYielding(mayBeEscaped(patch, plainPlan))) throw unclearEscapesError();
  return plainPlan;
}

/** Caches ids and contents by file, so that a plan uses one state of each, whatever the spelling of its path. */
function withCache(workspace: PatchWorkspace): PatchWorkspace {
  const ids = new Map<string, Promise<string>>();
  const contents = new Map<string, Promise<Content | undefined>>();
  const loadCached = <T>(cache: Map<string, Promise<T>>, key: string, load: () => Promise<T>): Promise<T> => {
    const value = cache.get(key) ?? load();
    cache.set(key, value);
    return value;
  };
  const identify = (path: string): Promise<string> => loadCached(ids, path, () => workspace.identify(path));
  return {
    ...workspace,
    identify,
    read: async (path) => loadCached(contents, await identify(path), () => workspace.read(path)),
  };
}

/** Plans the patch unescaped in each possible way; returns the plans that match strictly. */
async function planUnescaped(patch: ParsedPatch, workspace: PatchWorkspace, options: PlanOptions): Promise<Outcomes[]> {
  const plans: Outcomes[] = [];
  for (const form of unescapedForms(patch)) {
    // oxlint-disable-next-line no-await-in-loop -- there is one form for each kind of escaping at most
    const plan = await tryPlan(form, workspace, options);
    if (!(plan instanceof ToolError) && isStrict(plan)) plans.push(plan);
  }
  return plans;
}

/** Whether every hunk was found at a strict tier. */
function isStrict(outcomes: Outcomes): boolean {
  return outcomes.every(({ hunks }) => hunks.every(({ tier }) => strictTiers.some((strict) => strict === tier)));
}

/** Whether two plans of one patch write the same contents. Both have the same files in the same order. */
function haveSameResult(left: Outcomes, right: Outcomes): boolean {
  return left.every((leftOutcome, at) => {
    const rightOutcome = right[at];
    if (!('after' in leftOutcome)) return rightOutcome !== undefined && !('after' in rightOutcome);
    return (
      rightOutcome !== undefined && 'after' in rightOutcome && isSameContent(leftOutcome.after, rightOutcome.after)
    );
  });
}

/** Returns a `ToolError` instead of throwing it. */
async function tryPlan(
  patch: ParsedPatch,
  workspace: PatchWorkspace,
  options: PlanOptions,
): Promise<Outcomes | ToolError> {
  try {
    return await planOnce(patch, workspace, options);
  } catch (error) {
    if (error instanceof ToolError) return error;
    throw error;
  }
}

async function planOnce(patch: ParsedPatch, workspace: PatchWorkspace, { strip }: PlanOptions): Promise<Outcomes> {
  const state: PatchState = { workspace, files: new Map(), reprocessedUnits: 0 };
  const files = joinRepeatedHeaders(patch.files);
  const paths = await resolvePaths(files, workspace, strip);
  await workspace.prefetch(paths.flatMap(({ from, to }) => [from, to]).filter((path) => path !== undefined));
  const vacatedIds = await findVacatedIds(files, paths, workspace);
  for (const [at, file] of files.entries()) {
    // oxlint-disable-next-line no-await-in-loop -- each file patch is applied to the result of the one before
    await applyFilePatch(file, paths[at] ?? { from: undefined, to: undefined }, { state, vacatedIds });
  }
  return outcomesOf(state);
}

/** Ids of the files that git's file patches move or delete. The operations of an envelope apply strictly in order. */
async function findVacatedIds(
  files: readonly FilePatch[],
  paths: readonly FilePaths[],
  workspace: PatchWorkspace,
): Promise<ReadonlySet<string>> {
  const vacatedIds = new Set<string>();
  for (const [at, { pathForm, action }] of files.entries()) {
    const from = paths[at]?.from;
    const vacatesPath = pathForm === 'prefixed' && (action === 'move' || action === 'delete');
    // oxlint-disable-next-line no-await-in-loop -- answered from the cache
    if (vacatesPath && from !== undefined) vacatedIds.add(await workspace.identify(from));
  }
  return vacatedIds;
}

/** Joins the hunks of file patches in a row with the same header, `index` line included. */
function joinRepeatedHeaders(files: readonly FilePatch[]): readonly FilePatch[] {
  const joined: FilePatch[] = [];
  for (const file of files) {
    const previousFile = joined.at(-1);
    const isRepeat =
      previousFile?.oldBlob !== undefined &&
      previousFile.oldBlob === file.oldBlob &&
      previousFile.newBlob === file.newBlob &&
      previousFile.oldPath === file.oldPath &&
      previousFile.newPath === file.newPath &&
      previousFile.binary === undefined;
    if (isRepeat) joined[joined.length - 1] = { ...previousFile, hunks: [...previousFile.hunks, ...file.hunks] };
    else joined.push(file);
  }
  return joined;
}

function outcomesOf(state: PatchState): Outcomes {
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
function fileContentOf(content: Content | undefined): FileContent | undefined {
  return isFileContent(content) ? content : undefined;
}

function unclearEscapesError(): ToolError {
  return new ToolError(
    'PATCH_CONFLICT',
    'The patch seems to be escaped (such as &lt; for <, or \\" for "), but its lines do not show whether it is. Send it as plain text, unescaped.',
  );
}
