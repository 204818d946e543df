// Checks whether stripping components of a path would drop a folder of the workspace instead of a prefix.
import { createsFile, writtenPaths } from './filePatchFacts.ts';
import { fileExists, type PatchWorkspace } from './patchWorkspace.ts';
import { sidePrefix } from './prefixRules.ts';
import type { FilePatch, FilePaths } from '../parse/types.ts';

/** Minimum components of a path that identify a file without its content: `src/index.ts` is in many folders. */
const minComponentsOfEvidence = 3;

/**
 * Whether stripping path components would pick another file: the stripped folder exists in the workspace but lacks the
 * file, or too few components remain and no content confirms them. So `a/lib/x.ts` does not mean `x.ts` of the workspace
 * if that has a folder `lib`.
 *
 * @param hasEvidence whether the patch shows content, with which a file at the paths would be compared
 * @param allowsSameNameInside whether the folder in the workspace may be one nested in the stripped folder of the same
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
    const stripped = paths[side] ?? '';
    const dropped = droppedPath(file, written[side], paths[side]);
    const folder = dropped.split('/').find((part) => part !== '' && part !== '.');
    if (folder === undefined) continue;
    const isVague = stripped.split('/').length < minComponentsOfEvidence;
    if (isVague && !hasEvidence && !createsFile(file)) return true;
    // oxlint-disable-next-line no-await-in-loop -- there are two sides
    if (!(await fileExists(workspace, folder))) continue;
    // `site/site/a.py` in a workspace that is the outer `site`: the folder that is there is the inner one.
    const isInner = allowsSameNameInside && dropped === `${folder}/` && stripped.startsWith(`${folder}/`);
    // oxlint-disable-next-line no-await-in-loop -- as above
    if (!isInner || (await fileExists(workspace, `${folder}/${folder}`))) return true;
  }
  return false;
}

/** The start of a path that was stripped, without git's one-letter prefix; empty if nothing was. */
function droppedPath(file: FilePatch, written: string | undefined, stripped: string | undefined): string {
  if (written === undefined || stripped === undefined || !written.endsWith(stripped)) return '';
  const dropped = written.slice(0, written.length - stripped.length);
  return file.barePaths === undefined ? dropped.replace(sidePrefix, '') : dropped;
}
