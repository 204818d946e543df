// Checks the paths in the headers of a patch before their prefixes are stripped: refuses unsafe ones, and finds those
// of another machine.
import { sidePrefix } from './prefixRules.ts';
import { invalidPatchError, validationError } from '../../wording/errors.ts';
import { quotePath, parsePathInput } from '../../path/pathInput.ts';
import { refusalOf } from '../../path/misleadingNames.ts';
import type { FilePatch } from '../parse/types.ts';
import type { PatchWorkspace } from './patchWorkspace.ts';

/** Matches an absolute path. It may be from another machine, while its last segments match a file of the workspace. */
const absolutePathPattern = /^(?:[A-Za-z]:)?\//;

/** Paths in patches have `/` on all systems, and are no URIs. */
const isWindows = false;
const noSchemes: ReadonlySet<string> = new Set();

/**
 * Rejects paths that stripping a prefix would turn into another path of the workspace: `../x`, `~/x`, `https://host/x`
 * and `%2e%2e/x` are not its `x`.
 *
 * @throws ToolError OUTSIDE_WORKSPACE, VALIDATION_ERROR, PATCH_INVALID
 */
export async function rejectUnsafePaths(files: readonly FilePatch[], workspace: PatchWorkspace): Promise<void> {
  for (const file of files) {
    for (const path of headerPaths(file)) {
      const withoutPrefix = withoutUsualPrefix(file, path);
      // Control characters in the last segment may come from git's quoting: `PatchWorkspace` rejects them.
      const checkedPath = withoutPrefix.replace(/[\p{Cc}\u2028\u2029](?=[^/]*$)/gu, '_');
      // Parsed only for its checks.
      if (!absolutePathPattern.test(checkedPath)) parsePathInput(checkedPath, isWindows, noSchemes);
      rejectUnsafeSegments(checkedPath);
      // No folder of a plain path is stripped, so a `..` in it stays, and is judged with the path.
      if (file.pathForm === 'plain' || !path.split('/').includes('..')) continue;
      // The workspace's own error, such as OUTSIDE_WORKSPACE, takes precedence.
      // oxlint-disable-next-line no-await-in-loop -- runs once, before the error
      for (const spelling of [path, withoutPrefix]) await workspace.identify(spelling);
      throw invalidPatchError(
        `The patch names ${quotePath(path)}. Write the path relative to the workspace folder, without "..".`,
      );
    }
  }
}

/**
 * Finds the first absolute path outside the workspace. The patch then changes a file whose path has the same end, so a
 * user must confirm that it is the intended one.
 */
export async function findForeignPath(
  files: readonly FilePatch[],
  workspace: PatchWorkspace,
): Promise<string | undefined> {
  const paths = files.flatMap((file) => headerPaths(file).flatMap((path) => [path, withoutUsualPrefix(file, path)]));
  for (const path of new Set(paths)) {
    if (!absolutePathPattern.test(path)) continue;
    // oxlint-disable-next-line no-await-in-loop -- few patches have such a path
    const isInWorkspace = await workspace.identify(path).then(
      () => true,
      () => false,
    );
    if (!isInWorkspace) return path;
  }
  return undefined;
}

function rejectUnsafeSegments(path: string): void {
  for (const segment of path.split('/')) {
    // Empty segments, `.` and `..` are judged elsewhere.
    const refusal = /^\.{0,2}$/.test(segment) ? undefined : refusalOf(segment, isWindows);
    if (refusal === undefined) continue;
    throw validationError(`The path ${quotePath(path)} is refused: ${refusal}. Send the plain name of the file.`);
  }
}

/** A path without `a/`, `b/` or another of git's one-letter prefixes. */
function withoutUsualPrefix({ pathForm }: FilePatch, path: string): string {
  return pathForm === 'prefixed' ? path.replace(sidePrefix, '') : path;
}

/** All paths in the header of a file patch, as written. */
function headerPaths({ oldPath, newPath, barePaths, gitPaths }: FilePatch): string[] {
  const paths = [oldPath, newPath, barePaths?.from, barePaths?.to, gitPaths?.from, gitPaths?.to];
  return [...new Set(paths.flatMap((path) => path ?? []))];
}
