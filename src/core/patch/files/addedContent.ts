// Computes the content of a file that a patch creates.
import { invalidPatchError } from '../../wording/errors.ts';
import { encodeUtf8 } from '../../text/encoding.ts';
import { applyBinary } from './applyBinary.ts';
import { isBlob } from './changeContent.ts';
import { isBlankWithoutMarker, truncatedError } from '../parse/hunkLines.ts';
import type { NewContent } from './patchedFiles.ts';
import type { FilePatch, PatchHunk } from '../parse/types.ts';

/** The content of a new file, and whether it is another blob than the `index` line names (false if it names none). */
export interface AddedContent {
  readonly content: NewContent;
  readonly isOtherBlob: boolean;
}

/**
 * Computes the content of a new file from the patch alone.
 *
 * @throws ToolError PATCH_INVALID if the patch has lines of an old file, or may be truncated and no blob name proves it
 * whole
 */
export async function createAddedContent(file: FilePatch, path: string): Promise<AddedContent> {
  if (file.binary !== undefined) {
    const bytes = await applyBinary(new Uint8Array(), file.binary, path);
    return { content: { kind: 'binary', bytes }, isOtherBlob: (await isBlob(bytes, file.newBlob)) === false };
  }
  const lines = withoutRepeats(file.hunks).flatMap((hunk) => hunk.body.lines);
  const lastAdded = lines.findLastIndex((line) => line.kind === 'add');
  // Context below the last added line may be text below the patch.
  const linesToAdd = lastAdded < 0 ? lines : lines.slice(0, lastAdded);
  const hasContext = linesToAdd.some((line) => line.kind !== 'add' && !isBlankWithoutMarker(line));
  if (hasContext || lines.some((line) => line.kind === 'remove')) {
    throw invalidPatchError(
      `${path} is new in the patch, but some of its lines do not begin with "+". Put "+" before each line of it.`,
    );
  }
  // Only the last line of a file can lack an ending.
  const text = lines
    .slice(0, lastAdded + 1)
    .map((line, at) => line.text + (line.ending === '' && at < lastAdded ? '\n' : line.ending))
    .join('');
  const truncatedHunk = file.hunks.find((hunk) => hunk.mayBeTruncated);
  const isExpectedBlob = await isBlob(encodeUtf8(text), file.newBlob);
  if (truncatedHunk !== undefined && isExpectedBlob !== true) throw truncatedError(truncatedHunk.patchLine);
  return { content: { kind: 'text', text }, isOtherBlob: isExpectedBlob === false };
}

/** Drops repetitions of the first hunk, since a new file has only one. */
function withoutRepeats(hunks: readonly PatchHunk[]): readonly PatchHunk[] {
  const [first] = hunks;
  return first?.numbers === undefined ? hunks : hunks.filter((hunk) => hunk === first || !isSameHunk(hunk, first));
}

function isSameHunk(left: PatchHunk, right: PatchHunk): boolean {
  return (
    left.numbers?.newStart === right.numbers?.newStart &&
    left.body.lines.length === right.body.lines.length &&
    left.body.lines.every((line, at) => line.text === right.body.lines[at]?.text)
  );
}
