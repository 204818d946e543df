// Resolves the paths of a patch to files of the workspace, by stripping prefixes such as `a/`:
//
// 1. Paths that stripping could turn into other files of the workspace are refused (`rejectUnsafePaths`).
// 2. Each rule (prefixRules.ts) is tried in order, for all files of the patch. It applies if every file to be changed
//    exists, or an earlier file patch creates it, and it drops no folder of the workspace (strippedFolders.ts).
// 3. A guessed prefix needs confirmation by the workspace.
// 4. If no rule applies to all files, each file gets the first one that applies to it.
import { invalidPatchError, validationError, type ToolError } from '../../wording/errors.ts';
import type { FilePatch, FilePaths } from '../parse/types.ts';
import { createsFile, isCreatingUpdate } from './applyFilePatch.ts';
import { isBlobName } from './changeContent.ts';
import { fileExists, type PatchWorkspace } from './patchedFiles.ts';
import { stripsRealFolder } from './strippedFolders.ts';
import {
  listPrefixRules,
  createStripRule,
  rejectUnsafePaths,
  sidePrefix,
  writtenPaths,
  type PrefixRule,
} from './prefixRules.ts';

/**
 * Strips the prefixes (such as `a/`) from a patch's paths. `strip` is the number of components to drop. If it is
 * undefined, the first rule by which all files to be changed exist is used for all of them, else the first rule for
 * each file alone.
 *
 * @throws ToolError VALIDATION_ERROR if `strip` leaves nothing of a path; PATCH_INVALID if all files are new and their
 * prefix is unclear; and as `rejectUnsafePaths`
 */
export async function resolvePaths(
  files: readonly FilePatch[],
  workspace: PatchWorkspace,
  strip: number | undefined,
): Promise<readonly FilePaths[]> {
  await rejectUnsafePaths(files, workspace);
  if (strip !== undefined) return files.map((file) => stripPaths(file, strip));
  const rules = listPrefixRules(files);
  /**
   * Whether a rule was not confirmed: all files are new, and their paths may begin with a prefix that nothing in the
   * workspace shows. Then a certain rule would be a guess, too: that there is no such prefix.
   */
  let hasUnconfirmedPrefix = false;
  for (const rule of rules) {
    // oxlint-disable-next-line no-await-in-loop -- the first rule nearly always applies
    const paths = await pathsByRule(rule, files, workspace);
    if (paths === undefined) continue;
    // oxlint-disable-next-line no-await-in-loop -- only for unusual prefixes
    const isAccepted = rule.isCertain ? !hasUnconfirmedPrefix : await isConfirmed(files, paths, workspace);
    if (!isAccepted) {
      hasUnconfirmedPrefix = true;
      continue;
    }
    // oxlint-disable-next-line no-await-in-loop -- once, before the return
    if (await mayHaveWordPrefix(files, paths, workspace)) throw unknownPrefixError(files);
    return paths;
  }
  if (hasUnconfirmedPrefix) throw unknownPrefixError(files);
  return Promise.all(files.map((file) => pathsOfFile(rules, file, workspace)));
}

function stripPaths(file: FilePatch, strip: number): FilePaths {
  const paths = file.pathForm === 'plain' ? writtenPaths(file) : createStripRule(strip).pathsOf(file);
  if (paths !== undefined) return paths;
  throw validationError(
    `strip ${strip} leaves nothing of ${file.newPath ?? file.oldPath ?? 'a path'}. Pass a smaller number, or omit strip.`,
  );
}

/** Whether the workspace confirms an uncertain prefix: it has a file to be changed, or the top folder of a new file. */
async function isConfirmed(
  files: readonly FilePatch[],
  paths: readonly FilePaths[],
  workspace: PatchWorkspace,
): Promise<boolean> {
  if (!files.every(createsFile)) return true;
  const topFolders = paths.flatMap(({ to }) => (to?.includes('/') === true ? [to.slice(0, to.indexOf('/'))] : []));
  const existence = await Promise.all(topFolders.filter(Boolean).map((folder) => fileExists(workspace, folder)));
  return existence.includes(true);
}

/** Whether all files are new, and one is in a missing folder such as `new/`: a word that may be a prefix. */
async function mayHaveWordPrefix(
  files: readonly FilePatch[],
  paths: readonly FilePaths[],
  workspace: PatchWorkspace,
): Promise<boolean> {
  if (!files.every((file) => createsFile(file) && file.pathForm === 'prefixed' && file.gitPaths === undefined))
    return false;
  const wordFolders = paths.flatMap(
    ({ to }) => /^(?:new|after|modified|updated|changed|patched)(?=\/)/.exec(to ?? '')?.[0] ?? [],
  );
  const existence = await Promise.all(wordFolders.map((folder) => fileExists(workspace, folder)));
  return existence.includes(false);
}

/** The error for new files whose prefix is unclear, since a guess would create them under a wrong name. */
function unknownPrefixError(files: readonly FilePatch[]): ToolError {
  return invalidPatchError(
    `The prefix of ${files[0]?.newPath ?? 'the path'} cannot be determined from its name. Write the paths with a/ and b/ in front, or pass strip: 0 if they have no prefix.`,
  );
}

/** The paths of all files by one rule; undefined unless each file to change exists, or the patch creates it earlier. */
async function pathsByRule(
  rule: PrefixRule,
  files: readonly FilePatch[],
  workspace: PatchWorkspace,
): Promise<readonly FilePaths[] | undefined> {
  const createdPaths = new Set<string>();
  const resolvedPaths: FilePaths[] = [];
  const hasEvidence = files.some(hasCheckedContent);
  for (const [index, file] of files.entries()) {
    // Only once the first file has confirmed that the rule may apply.
    // oxlint-disable-next-line no-await-in-loop -- once
    if (index === 1) await workspace.prefetch(pathsToRead(rule, files.slice(1)));
    const paths = rule.pathsOf(file);
    if (paths === undefined) return undefined;
    // oxlint-disable-next-line no-await-in-loop -- a later file may need what an earlier one creates
    const existingFilePaths = await existingPaths(file, paths, workspace, createdPaths);
    if (existingFilePaths === undefined) return undefined;
    const options = { hasEvidence, allowsSameNameInside: true };
    // oxlint-disable-next-line no-await-in-loop -- only for a rule that drops folders
    if (rule.mayDropFolders && (await stripsRealFolder(file, paths, workspace, options))) return undefined;
    resolvedPaths.push(existingFilePaths);
    const { from, to } = paths;
    if (to !== undefined && to !== from) createdPaths.add(to);
  }
  return resolvedPaths;
}

/** The paths that `existingPaths` reads first, except those that the patch creates. */
function pathsToRead(rule: PrefixRule, files: readonly FilePatch[]): string[] {
  const createdPaths = new Set<string>();
  return files.flatMap((file) => {
    const { from, to } = rule.pathsOf(file) ?? {};
    const path = file.action === 'update' && to !== undefined ? to : from;
    const isRead = path !== undefined && from !== undefined && !isCreatingUpdate(file) && !createdPaths.has(path);
    if (to !== undefined && to !== from) createdPaths.add(to);
    return isRead ? [path] : [];
  });
}

/** The paths of one file by the first rule that yields existing paths, else by the first rule that applies. */
async function pathsOfFile(
  rules: readonly PrefixRule[],
  file: FilePatch,
  workspace: PatchWorkspace,
): Promise<FilePaths> {
  let firstPaths: FilePaths | undefined;
  for (const rule of rules) {
    const paths = rule.pathsOf(file);
    if (paths === undefined) continue;
    firstPaths ??= paths;
    // oxlint-disable-next-line no-await-in-loop -- rules are tried in order
    const existing = await existingPaths(file, paths, workspace);
    if (existing === undefined) continue;
    const options = { hasEvidence: hasCheckedContent(file), allowsSameNameInside: false };
    // oxlint-disable-next-line no-await-in-loop -- as above
    const dropsFolder = rule.mayDropFolders && (await stripsRealFolder(file, paths, workspace, options));
    if (!dropsFolder) return existing;
  }
  return firstPaths ?? writtenPaths(file);
}

/**
 * Returns the paths if the files to change exist, or are created by the patch, else undefined. An update with two paths
 * changes the file that exists, preferably at the new path: the result has its path as both.
 *
 * @throws ToolError if the other path must not be used
 */
async function existingPaths(
  file: FilePatch,
  paths: FilePaths,
  workspace: PatchWorkspace,
  createdPaths: ReadonlySet<string> = new Set(),
): Promise<FilePaths | undefined> {
  const { from, to } = paths;
  const existsOrIsCreated = async (path: string): Promise<boolean> =>
    createdPaths.has(path) || (await fileExists(workspace, path));
  if (from === undefined || isCreatingUpdate(file)) {
    // A new file below `a/` or `b/` still has its prefix, unless such a folder exists.
    const mayHavePrefix = file.pathForm === 'prefixed' && to === file.newPath && sidePrefix.test(to ?? '');
    const prefixFolder = to?.slice(0, 1) ?? '';
    return mayHavePrefix && !(await existsOrIsCreated(prefixFolder)) ? undefined : paths;
  }
  if (file.action === 'update' && to !== undefined && to !== from && (await existsOrIsCreated(to)))
    return { from: to, to };
  if (!(await existsOrIsCreated(from))) return undefined;
  if (to !== undefined && to !== from) await workspace.identify(to);
  return file.action === 'update' ? { from, to: from } : paths;
}

/** Whether a file patch applies only to a file with the content that it shows, so that no other file can be changed. */
function hasCheckedContent(file: FilePatch): boolean {
  const showsContent = file.hunks.length > 0 || file.binary !== undefined || isBlobName(file.oldBlob);
  return !createsFile(file) && showsContent;
}
