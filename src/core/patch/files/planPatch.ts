import { ToolError } from '../../wording/errors.ts';
import { unescapedForms, mayBeEscaped } from './unescapedForms.ts';
import { resolvePaths } from './resolvePaths.ts';
import { applyFilePatch } from './applyFilePatch.ts';
import { outcomesOf, sameBody, type FileOutcome } from './outcome.ts';
import type { PatchState } from './patchState.ts';
import { strictTiers } from '../search/tier.ts';
import type { FilePatch, ParsedPatch } from '../parse/types.ts';
import { withCache, type PatchWorkspace } from './patchWorkspace.ts';

/** How a patch is to be read. */
export interface PlanOptions {
  /** Path components to drop, as `patch -p`; found from the headers and the files where it is left out. */
  readonly strip?: number | undefined;
}

/**
 * Plans a whole patch: what each file becomes, with nothing written. The operations see one another's results in the
 * order of the patch; a file that it names twice, under two spellings too, is changed twice and answered once.
 *
 * A patch that does not match strictly is tried again unescaped (HTML, JSON …), and taken so only if it matches strictly
 * then, with one result.
 *
 * @throws ToolError PATCH_INVALID, PATCH_CONFLICT, NOT_FOUND, ALREADY_EXISTS, BINARY_FILE, VALIDATION_ERROR, or what the
 * world throws. Nothing is to be done then for any file.
 */
export async function planPatch(
  patch: ParsedPatch,
  world: PatchWorkspace,
  options: PlanOptions = {},
): Promise<readonly FileOutcome[]> {
  const known = withCache(world);
  const plain = await tryPlan(patch, known, options);
  if (plain instanceof ToolError ? plain.code !== 'PATCH_CONFLICT' : isStrict(plain)) {
    if (plain instanceof ToolError) throw plain;
    if (await world.runYielding(mayBeEscaped(patch, plain))) throw escapedUnsure();
    return plain;
  }
  const decoded: (readonly FileOutcome[])[] = [];
  for (const form of unescapedForms(patch)) {
    // oxlint-disable-next-line no-await-in-loop -- there are three forms at most
    const result = await tryPlan(form, known, options);
    if (!(result instanceof ToolError) && isStrict(result)) decoded.push(result);
  }
  const [first] = decoded;
  if (first === undefined) {
    if (plain instanceof ToolError) throw plain;
    if (await world.runYielding(mayBeEscaped(patch, plain))) throw escapedUnsure();
    return plain;
  }
  if (!decoded.every((result) => isSame(result, first))) throw escapedUnsure();
  return first;
}

/** True where every hunk was found at a strict tier. */
function isStrict(outcomes: readonly FileOutcome[]): boolean {
  return outcomes.every(({ hunks }) => hunks.every(({ tier }) => strictTiers.some((strict) => strict === tier)));
}

function isSame(left: readonly FileOutcome[], right: readonly FileOutcome[]): boolean {
  return left.every((outcome, at) => {
    const other = right[at];
    if (!('after' in outcome)) return other !== undefined && !('after' in other);
    return other !== undefined && 'after' in other && sameBody(outcome.after, other.after);
  });
}

async function tryPlan(
  patch: ParsedPatch,
  world: PatchWorkspace,
  options: PlanOptions,
): Promise<readonly FileOutcome[] | ToolError> {
  try {
    return await planOnce(patch, world, options);
  } catch (error) {
    if (error instanceof ToolError) return error;
    throw error;
  }
}

async function planOnce(
  patch: ParsedPatch,
  world: PatchWorkspace,
  { strip }: PlanOptions,
): Promise<readonly FileOutcome[]> {
  const tree: PatchState = { world, files: new Map(), reprocessedUnits: 0 };
  const files = withoutRepeats(patch.files);
  const names = await resolvePaths(files, world, strip);
  await world.prefetch(names.flatMap(({ from, to }) => [from ?? [], to ?? []].flat()));
  const vacated = new Set<string>();
  for (const [at, file] of files.entries()) {
    const from = names[at]?.from;
    const leaves = file.pathForm === 'prefixed' && (file.action === 'move' || file.action === 'delete');
    // oxlint-disable-next-line no-await-in-loop -- answered from memory
    if (leaves && from !== undefined) vacated.add(await world.identify(from));
  }
  for (const [at, file] of files.entries()) {
    // oxlint-disable-next-line no-await-in-loop -- each operation sees the result of the one before
    await applyFilePatch(file, names[at] ?? { from: undefined, to: undefined }, { tree, vacated });
  }
  return outcomesOf(tree);
}

/** Joins the hunks of a file whose header is repeated, `index` line included. */
function withoutRepeats(files: readonly FilePatch[]): readonly FilePatch[] {
  const once: FilePatch[] = [];
  for (const file of files) {
    const last = once.at(-1);
    const isRepeat =
      last?.oldBlob !== undefined &&
      last.oldBlob === file.oldBlob &&
      last.newBlob === file.newBlob &&
      last.oldPath === file.oldPath &&
      last.newPath === file.newPath &&
      last.binary === undefined;
    if (isRepeat) once[once.length - 1] = { ...last, hunks: [...last.hunks, ...file.hunks] };
    else once.push(file);
  }
  return once;
}

function escapedUnsure(): ToolError {
  return new ToolError(
    'PATCH_CONFLICT',
    'The patch seems to be escaped (such as &lt; for <, or \\" for "), but its lines do not show whether it is. Send it as plain text, unescaped.',
  );
}
