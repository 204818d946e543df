import { ToolError } from '../../wording/errors.ts';
import { encodeUtf8 } from '../../text/encoding.ts';
import { applyBinary } from '../binary/binary.ts';
import { isBlob, isBlobName } from '../binary/blob.ts';
import { truncated } from '../parse/truncated.ts';
import type { NewContent } from './patchState.ts';
import type { FilePatch, Hunk } from '../parse/types.ts';

/** A new file, and whether the `index` line names another. */
export interface Added {
  readonly body: NewContent;
  readonly otherResult: boolean;
}

/**
 * The content of a new file.
 *
 * @throws ToolError PATCH_INVALID where the patch of a new file shows lines of an old one, or is cut off.
 */
export async function addedText(file: FilePatch, path: string): Promise<Added> {
  if (file.binary !== undefined) {
    const bytes = await applyBinary(new Uint8Array(), file.binary, path);
    return { body: { kind: 'binary', bytes }, otherResult: (await isBlob(bytes, file.newBlob)) === false };
  }
  const lines = withoutRepeats(file.hunks).flatMap((hunk) => hunk.body.lines);
  const last = lines.findLastIndex((line) => line.kind === 'add');
  const stray = lines.slice(0, last).find((line) => line.kind !== 'add' && !(line.lostMarker && line.text.trim() === ''));
  if (stray !== undefined || lines.some((line) => line.kind === 'remove')) {
    throw new ToolError(
      'PATCH_INVALID',
      `${path} is new in the patch, but some of its lines do not begin with "+". Put "+" before each line of it.`,
    );
  }
  const added = lines.slice(0, last + 1);
  const text = added.map((line, at) => line.text + (line.end === '' && at < last ? '\n' : line.end)).join('');
  const cut = file.hunks.find((hunk) => hunk.maybeTruncated);
  const isNamed = isBlobName(file.newBlob) ? await isBlob(encodeUtf8(text), file.newBlob) : undefined;
  if (cut !== undefined && isNamed !== true) throw truncated(cut.patchLine);
  return { body: { kind: 'text', text }, otherResult: isNamed === false };
}

/** A new file has one hunk; a repetition with the same numbers is dropped. */
function withoutRepeats(hunks: readonly Hunk[]): readonly Hunk[] {
  const [first] = hunks;
  return first?.numbers === undefined ? hunks : hunks.filter((hunk) => hunk === first || !isSame(hunk, first));
}

function isSame(left: Hunk, right: Hunk): boolean {
  return (
    left.numbers?.newStart === right.numbers?.newStart &&
    left.body.lines.length === right.body.lines.length &&
    left.body.lines.every((line, at) => line.text === right.body.lines[at]?.text)
  );
}
