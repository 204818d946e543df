import { ToolError } from '../../wording/errors.ts';
import { quote, readAsked } from '../../path/askedPath.ts';
import { refusalOf } from '../../path/segment.ts';
import type { FilePatch } from '../parse/types.ts';
import type { PatchWorkspace } from './patchWorkspace.ts';

/** An absolute path, maybe of another machine; its last segments may name a file here. */
const rooted = /^(?:[A-Za-z]:)?\//;

/**
 * Refuses names of which no prefix may be dropped: `../x`, `~/x`, `https://host/x`, `%2e%2e/x` are not the workspace's `x`.
 *
 * @throws ToolError OUTSIDE_WORKSPACE, VALIDATION_ERROR, PATCH_INVALID.
 */
export async function refuseUnsafeNames(files: readonly FilePatch[], world: PatchWorkspace): Promise<void> {
  for (const file of files) {
    for (const name of writtenNames(file)) {
      const bare = bareName(file, name);
      // What git had to quote in a file's own name is refused where the file is looked for, if it is.
      const read = bare.replace(/[\p{Cc}\u2028\u2029](?=[^/]*$)/gu, '_');
      if (!rooted.test(read)) readAsked(read, false, new Set());
      refuseUnsafeSegment(read);
      if (file.pathForm === 'plain' || !name.split('/').includes('..')) continue;
      // oxlint-disable-next-line no-await-in-loop -- the first one throws
      for (const reading of [name, bare]) await world.identify(reading);
      throw new ToolError(
        'PATCH_INVALID',
        `The patch names ${quote(name)}. Write the path relative to the workspace folder, without "..".`,
      );
    }
  }
}

/**
 * The first name that stands for no place of the workspace as it is written, but begins at the top of a disk; undefined
 * where there is none. What is changed instead is what its end names, which nobody but a person can know to be meant.
 */
export async function nameOfOtherDisk(files: readonly FilePatch[], world: PatchWorkspace): Promise<string | undefined> {
  const names = files.flatMap((file) => writtenNames(file).flatMap((name) => [name, bareName(file, name)]));
  for (const name of new Set(names)) {
    if (!rooted.test(name)) continue;
    // oxlint-disable-next-line no-await-in-loop -- hardly any patch has one
    const isHere = await world.identify(name).then(
      () => true,
      () => false,
    );
    if (!isHere) return name;
  }
  return undefined;
}

function refuseUnsafeSegment(path: string): void {
  for (const segment of path.split('/')) {
    const refusal = /^\.{0,2}$/.test(segment) ? undefined : refusalOf(segment, false);
    if (refusal === undefined) continue;
    throw new ToolError(
      'VALIDATION_ERROR',
      `The path ${quote(path)} is refused: ${refusal}. Send the plain name of the file.`,
    );
  }
}

/** A name without the prefix that nearly every patch has. */
function bareName({ pathForm }: FilePatch, name: string): string {
  return pathForm === 'prefixed' ? name.replace(/^[abciow]\//, '') : name;
}

/** Every path that stands in the header of a file, as it is written there. */
function writtenNames({ oldPath, newPath, barePaths, gitPaths }: FilePatch): string[] {
  const names = [oldPath, newPath, barePaths?.from, barePaths?.to, gitPaths?.from, gitPaths?.to];
  return [...new Set(names.flatMap((name) => name ?? []))];
}
