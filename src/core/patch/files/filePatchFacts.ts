// Answers questions about a file patch that resolving and applying it share.
import { isBlobName } from './compareBlob.ts';
import type { FilePatch, FilePaths } from '../parse/types.ts';

/** Whether a file patch creates its file. */
export function createsFile(file: FilePatch): boolean {
  return file.action === 'add' || isCreatingUpdate(file);
}

/** Whether an update creates its file: it has one hunk, which begins at line 0 and only adds lines. */
export function isCreatingUpdate(file: FilePatch): boolean {
  const [hunk] = file.hunks;
  if (hunk === undefined || file.hunks.length > 1 || file.action !== 'update') return false;
  return hunk.numbers?.oldStart === 0 && hunk.body.lines.every((line) => line.kind === 'add');
}

/** Whether a file patch applies only to a file with the content that it shows, so that no other file can be changed. */
export function hasCheckedContent(file: FilePatch): boolean {
  const showsContent = file.hunks.length > 0 || file.binary !== undefined || isBlobName(file.oldBlob);
  return !createsFile(file) && showsContent;
}

/** The paths of a file patch as written, with their prefixes. */
export function writtenPaths(file: FilePatch): FilePaths {
  return { from: file.oldPath, to: file.newPath };
}
