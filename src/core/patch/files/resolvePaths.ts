import { ToolError } from '../../wording/errors.ts';
import { isThere, type PatchWorkspace } from './patchWorkspace.ts';
import { refuseUnsafeNames } from './unsafeNames.ts';
import { prefixRules, stripRule, type PrefixRule } from './prefixRules.ts';
import type { FilePatch, FilePaths } from '../parse/types.ts';

/**
 * Finds the prefixes of a patch's paths and takes them off. `strip` says how many components to drop; without it, the
 * first reading of the headers under which all files to be changed exist is taken for all of them, else for each file alone.
 *
 * @throws ToolError VALIDATION_ERROR where `strip` leaves nothing of a path; PATCH_INVALID where all files are new and their
 * prefix cannot be told; what `refuseUnsafeNames` throws.
 */
export async function resolvePaths(
  files: readonly FilePatch[],
  world: PatchWorkspace,
  strip: number | undefined,
): Promise<readonly FilePaths[]> {
  await refuseUnsafeNames(files, world);
  if (strip !== undefined) return files.map((file) => stripped(file, strip));
  const rules = prefixRules(files);
  let isDoubtful = false;
  for (const rule of rules) {
    // oxlint-disable-next-line no-await-in-loop -- the first rule is nearly always the one
    const named = await pathsByRule(rule, files, world);
    if (named === undefined) continue;
    // oxlint-disable-next-line no-await-in-loop -- asked of odd prefixes only
    const isSure = rule.isCertain ? !isDoubtful : await isConfirmed(files, named, world);
    // oxlint-disable-next-line no-await-in-loop -- as above
    if (isSure && (await mayHavePrefix(files, named, world))) throw unknownPrefix(files);
    if (isSure) return named;
    isDoubtful = files.every(isNew);
  }
  if (isDoubtful) throw unknownPrefix(files);
  return Promise.all(files.map((file) => pathsOfFile(rules, file, world)));
}

function stripped(file: FilePatch, strip: number): FilePaths {
  const names = file.pathForm === 'plain' ? writtenPaths(file) : stripRule(strip).pathsOf(file);
  if (names !== undefined) return names;
  throw new ToolError(
    'VALIDATION_ERROR',
    `strip ${strip} leaves nothing of ${file.newPath ?? file.oldPath ?? 'a path'}. Pass a smaller number, or omit strip.`,
  );
}

function isNew(file: FilePatch): boolean {
  return file.action === 'add' || createsFile(file);
}

/** A file that exists, or the folder of a new one, shows that an odd prefix is cut where it ends. */
async function isConfirmed(files: readonly FilePatch[], named: readonly FilePaths[], world: PatchWorkspace): Promise<boolean> {
  if (!files.every(isNew)) return true;
  const folders = named.flatMap(({ to }) => (to?.includes('/') === true ? [to.slice(0, to.indexOf('/'))] : []));
  const there = await Promise.all(folders.filter(Boolean).map((folder) => isThere(world, folder)));
  return there.includes(true);
}

/** A new file alone, said to be in a folder `new` that is not there, may be under a prefix that says which side it is of. */
async function mayHavePrefix(
  files: readonly FilePatch[],
  named: readonly FilePaths[],
  world: PatchWorkspace,
): Promise<boolean> {
  if (!files.every((file) => isNew(file) && file.pathForm === 'prefixed' && file.gitPaths === undefined)) return false;
  const folders = named.flatMap(
    ({ to }) => /^(?:new|after|modified|updated|changed|patched)(?=\/)/.exec(to ?? '')?.[0] ?? [],
  );
  const there = await Promise.all(folders.map((folder) => isThere(world, folder)));
  return there.includes(false);
}

/** New files alone do not show where an odd prefix ends; a guess would make them under a wrong name. */
function unknownPrefix(files: readonly FilePatch[]): ToolError {
  return new ToolError(
    'PATCH_INVALID',
    `The prefix of ${files[0]?.newPath ?? 'the path'} cannot be determined from its name. Write the paths with a/ and b/ in front, or pass strip: 0 if they have no prefix.`,
  );
}

function writtenPaths(file: FilePatch): FilePaths {
  return { from: file.oldPath, to: file.newPath };
}

/** The names of all files under a rule, if what they change exists or is made earlier in the patch. */
async function pathsByRule(
  rule: PrefixRule,
  files: readonly FilePatch[],
  world: PatchWorkspace,
): Promise<readonly FilePaths[] | undefined> {
  const made = new Set<string>();
  const named: FilePaths[] = [];
  for (const [index, file] of files.entries()) {
    // The first file tells whether the rule is worth a look at all others.
    // oxlint-disable-next-line no-await-in-loop -- once
    if (index === 1) await world.prefetch(readFirst(rule, files.slice(1)));
    const names = rule.pathsOf(file);
    if (names === undefined) return undefined;
    const { from, to } = names;
    // oxlint-disable-next-line no-await-in-loop -- a later file may need what an earlier one makes
    const settled = await existingPaths(file, names, world, made);
    if (settled === undefined) return undefined;
    named.push(settled);
    if (to !== undefined && to !== from) made.add(to);
  }
  return named;
}

/** What `existingPaths` asks for first of each file that the patch does not make itself. */
function readFirst(rule: PrefixRule, files: readonly FilePatch[]): string[] {
  const made = new Set<string>();
  return files.flatMap((file) => {
    const { from, to } = rule.pathsOf(file) ?? {};
    const path = file.action === 'update' && to !== undefined ? to : from;
    const isAsked = path !== undefined && from !== undefined && !createsFile(file) && !made.has(path);
    if (to !== undefined && to !== from) made.add(to);
    return isAsked ? [path] : [];
  });
}

async function pathsOfFile(rules: readonly PrefixRule[], file: FilePatch, world: PatchWorkspace): Promise<FilePaths> {
  for (const rule of rules) {
    const names = rule.pathsOf(file);
    // oxlint-disable-next-line no-await-in-loop -- rules are tried in order
    const settled = names === undefined ? undefined : await existingPaths(file, names, world);
    if (settled !== undefined) return settled;
  }
  return rules.map((rule) => rule.pathsOf(file)).find((names) => names !== undefined) ?? writtenPaths(file);
}

/**
 * The names if what they change is there, or `made` by the patch; the two names of a plain update stand for the one file
 * that is. Throws where the other one must not be used.
 */
async function existingPaths(
  file: FilePatch,
  names: FilePaths,
  world: PatchWorkspace,
  made: ReadonlySet<string> = new Set(),
): Promise<FilePaths | undefined> {
  const { from, to } = names;
  const exists = async (path: string): Promise<boolean> => made.has(path) || (await isThere(world, path));
  if (from === undefined || createsFile(file)) {
    // A new file under `a/` or `b/` has a prefix, unless there is such a folder.
    const isPrefixed = file.pathForm === 'prefixed' && to === file.newPath && /^[abciow]\//.test(to ?? '');
    return isPrefixed && !(await exists(to?.slice(0, 1) ?? '')) ? undefined : names;
  }
  if (file.action === 'update' && to !== undefined && to !== from && (await exists(to))) return { from: to, to };
  if (!(await exists(from))) return undefined;
  if (to !== undefined && to !== from) await world.identify(to);
  return file.action === 'update' ? { from, to: from } : names;
}

/** An update that takes nothing away and begins at line 0 makes its file. */
export function createsFile(file: FilePatch): boolean {
  const [hunk] = file.hunks;
  if (hunk === undefined || file.hunks.length > 1 || file.action !== 'update') return false;
  return hunk.numbers?.oldStart === 0 && hunk.body.lines.every((line) => line.kind === 'add');
}
