// Checks whether stripping components of a path would drop a folder of the workspace instead of a prefix.
import type { FilePatch, FilePaths } from '../parse/types.ts';
import { createsFile } from './applyFilePatch.ts';
import { fileExists, type PatchWorkspace } from './patchedFiles.ts';
import { sidePrefix, writtenPaths } from './prefixRules.ts';

/** Minimum number of components that identify a file without its content: many folders have `src/index.ts`. */
const minComponentsOfEvidence = 3;

/**
 * Whether stripping path components would pick another file. It would if the first dropped folder exists in the
 * workspace, or the file's folder below another dropped one: earlier rules, which keep that folder, found no file
 * there. It may if too few components remain and no content confirms them. So neither `a/lib/x.ts` nor
 * `a/project/lib/x.ts` means `x.ts` of the workspace if that has a folder `lib`.
 *
 * @param hasEvidence whether the patch shows content, with which a file at the paths would be compared
 * @param allowsSameNameInside whether the folder in the workspace may be one nested in the dropped folder of the same
 * name; only if one rule serves all files of the patch
 */
export async function stripsRealFolder(
  file: FilePatch,
  paths: FilePaths,
  workspace: PatchWorkspace,
  { hasEvidence, allowsSameNameInside }: { readonly hasEvidence: boolean; readonly allowsSameNameInside: boolean },
): Promise<boolean> {
  const written = file.barePaths ?? writtenPaths(file);
  for (const side of ['from', 'to'] as const) {
    const remainingPath = paths[side] ?? '';
    const dropped = droppedPath(file, written[side], paths[side]);
    const droppedParts = dropped.split('/').filter((part) => part !== '' && part !== '.');
    if (droppedParts.length === 0) continue;
    const isVague = remainingPath.split('/').length < minComponentsOfEvidence;
    if (isVague && !hasEvidence && !createsFile(file)) return true;
    const [folder = ''] = droppedParts;
    // oxlint-disable-next-line no-await-in-loop -- there are two sides
    if (await fileExists(workspace, folder)) {
      // `site/site/a.py` in a workspace that is the outer `site`: the folder that is there is the inner one.
      const isInner = allowsSameNameInside && droppedParts.length === 1 && remainingPath.startsWith(`${folder}/`);
      // oxlint-disable-next-line no-await-in-loop -- as above
      if (!isInner || (await fileExists(workspace, `${folder}/${folder}`))) return true;
    }
    for (let at = 1; at < droppedParts.length; at++) {
      // The parts above may be a prefix, or folders above the workspace. The workspace may be this folder, and contain
      // another folder of the same name, unless that has the file's folder, too.
      const lowerFolder = droppedParts.slice(at).join('/');
      const path = `${lowerFolder}/${remainingPath}`;
      const realFolder = allowsSameNameInside ? path.slice(0, path.lastIndexOf('/')) : lowerFolder;
      // oxlint-disable-next-line no-await-in-loop -- few paths have more than one dropped part
      if (await fileExists(workspace, realFolder)) return true;
    }
  }
  return false;
}

/** The start of a path that was dropped, without git's one-letter prefix; empty if nothing was. */
function droppedPath(file: FilePatch, written: string | undefined, remainingPath: string | undefined): string {
  if (written === undefined || remainingPath === undefined || !written.endsWith(remainingPath)) return '';
  const dropped = written.slice(0, written.length - remainingPath.length);
  return file.barePaths === undefined ? dropped.replace(sidePrefix, '') : dropped;
}
