// Checks the paths in the headers of a patch before their prefixes are stripped.
import { sidePrefix } from './prefixRules.ts';
import { invalidPatchError, validationError } from '../../wording/errors.ts';
import { quotePath, parsePathInput } from '../../path/pathInput.ts';
import { refusalOf } from '../../path/segment.ts';
import type { FilePatch } from '../parse/types.ts';
import type { PatchWorkspace } from './patchWorkspace.ts';

/** Matches an absolute path. It may be from another machine, while its last segments match a file of the workspace. */
const absolutePath = /^(?:[A-Za-z]:)?\//;

/** Paths in patches have `/` on all systems, and are no URIs. */
const isWindows = false;
const noSchemes: ReadonlySet<string> = new Set();

/**
 * Rejects paths that stripping a prefix would turn into another path of the workspace: `../x`, `~/x`, `https://host/x`
 * and `%2e%2e/x` are not its `x`.
 *
 * @throws ToolError OUTSIDE_WORKSPACE, VALIDATION_ERROR, PATCH_INVALID
 */
export async function rejectUnsafeNames(files: readonly FilePatch[], workspace: PatchWorkspace): Promise<void> {
  for (const file of files) {
    for (const name of writtenNames(file)) {
      const withoutPrefix = withoutUsualPrefix(file, name);
      // Control characters in the last name may be git's quoting; locating the file rejects them.
      const checkedName = withoutPrefix.replace(/[\p{Cc}\u2028\u2029](?=[^/]*$)/gu, '_');
      // Parsed only for its checks.
      if (!absolutePath.test(checkedName)) parsePathInput(checkedName, isWindows, noSchemes);
      rejectUnsafeSegments(checkedName);
      if (file.pathForm === 'plain' || !name.split('/').includes('..')) continue;
      // The workspace's own error, such as OUTSIDE_WORKSPACE, takes precedence.
      // oxlint-disable-next-line no-await-in-loop -- the first one throws
      for (const spelling of [name, withoutPrefix]) await workspace.identify(spelling);
      throw invalidPatchError(
        `The patch names ${quotePath(name)}. Write the path relative to the workspace folder, without "..".`,
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
  const names = files.flatMap((file) => writtenNames(file).flatMap((name) => [name, withoutUsualPrefix(file, name)]));
  for (const name of new Set(names)) {
    if (!absolutePath.test(name)) continue;
    // oxlint-disable-next-line no-await-in-loop -- few patches have such a name
    const isInWorkspace = await workspace.identify(name).then(
      () => true,
      () => false,
    );
    if (!isInWorkspace) return name;
  }
  return undefined;
}

function rejectUnsafeSegments(path: string): void {
  for (const segment of path.split('/')) {
    const refusal = /^\.{0,2}$/.test(segment) ? undefined : refusalOf(segment, isWindows);
    if (refusal === undefined) continue;
    throw validationError(`The path ${quotePath(path)} is refused: ${refusal}. Send the plain name of the file.`);
  }
}

/** A path without `a/`, `b/` or another of git's one-letter prefixes. */
function withoutUsualPrefix({ pathForm }: FilePatch, name: string): string {
  return pathForm === 'prefixed' ? name.replace(sidePrefix, '') : name;
}

/** All paths in the header of a file patch, as written. */
function writtenNames({ oldPath, newPath, barePaths, gitPaths }: FilePatch): string[] {
  const names = [oldPath, newPath, barePaths?.from, barePaths?.to, gitPaths?.from, gitPaths?.to];
  return [...new Set(names.flatMap((name) => name ?? []))];
}
