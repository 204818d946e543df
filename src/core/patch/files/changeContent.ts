import type { FileContent, TextContent } from '../../change/change.ts';
import { encodeUtf8 } from '../../text/encoding.ts';
import { ToolError } from '../../wording/errors.ts';
import { requireFaithful } from '../../change/faithful.ts';
import type { TextEdit } from '../../text/text.ts';
import { applyHunks, type AppliedHunks, type HunkReport } from '../hunks/applyHunks.ts';
import { applyBinary } from '../binary/binary.ts';
import { compareBlob, isBlob, isBlobName, type Compared } from '../binary/blob.ts';
import { applyLiterally } from '../hunks/applyLiterally.ts';
import { bodyOf } from './outcome.ts';
import { removesBom } from '../hunks/hunkEdits.ts';
import type { Knowledge } from '../place/offsets.ts';
import type { NewContent } from './patchState.ts';
import type { FilePatch } from '../parse/types.ts';
import type { PatchWorkspace } from './patchWorkspace.ts';

/** A file with its patch applied. */
export interface ChangedContent {
  readonly body: NewContent;
  /** Absent for bytes. */
  readonly edits: readonly TextEdit[] | undefined;
  readonly reports: readonly HunkReport[];
  /** Whether the `index` line names another result. */
  readonly otherResult: boolean;
}

/**
 * Applies hunks or a binary part to a file. If the `index` line names this file as the base, the result is compared with
 * the blob name of the result, too.
 *
 * @throws ToolError PATCH_CONFLICT, PATCH_INVALID, or BINARY_FILE for hunks of a file that is no text.
 */
export async function changeContent(
  before: FileContent,
  file: FilePatch,
  path: string,
  { runYielding }: Pick<PatchWorkspace, 'runYielding'>,
): Promise<ChangedContent> {
  const bytes = bytesOf(before);
  const old = bytes === undefined ? undefined : await compareBlob(bytes, file.oldBlob);
  const isOld = old === undefined ? undefined : old !== 'other';
  const isNew = bytes === undefined || file.action === 'delete' ? undefined : await isBlob(bytes, file.newBlob);
  if (file.binary !== undefined) return changeBytes(before, file, path, { isOld, isNew });
  if (before.kind === 'binary') {
    if (file.hunks.length === 0)
      return { body: { kind: 'binary', bytes: before.bytes }, edits: undefined, reports: [], otherResult: false };
    throw new ToolError('BINARY_FILE', `${path} is not text, so hunks cannot be applied to it. Use git diff --binary.`);
  }
  if (isNew === true && isOld === false) return asItIs(before.text, file);
  if (file.hunks.length > 0 && file.action !== 'delete') requireFaithful(before, path);
  const knowledge: Knowledge = {
    base: isOld === undefined ? 'unknown' : isOld ? 'intact' : 'drifted',
    resultIsVerified: file.action === 'delete' || (isOld === true && isBlobName(file.newBlob)),
  };
  const isNamed = isOld === true && file.hunks.length > 0 && file.action !== 'delete';
  try {
    const applied = await runYielding(applyHunks(before, file.hunks, path, knowledge));
    const unmarked = before.encoding === 'utf8bom' && removesBom(file.hunks, applied.reports);
    const made = await compareResult({ ...before, ...(unmarked ? { encoding: 'utf8' } : {}) }, applied.text, file);
    if (!isNamed) return changed(applied, made === 'other', unmarked);
    // The blob name proves the result, so no hunk can be misplaced.
    if (made === undefined || made === 'same' || (made === 'checkedOut' && old !== 'same')) {
      return changed(
        made === undefined ? applied : { ...applied, reports: applied.reports.map(surely) },
        false,
        unmarked,
      );
    }
    throw isAltered(path);
  } catch (error) {
    if (!(error instanceof ToolError) || !isNamed || old !== 'same') throw error;
    const literal = await runYielding(applyLiterally(before.text, file.hunks));
    if (literal === undefined || (await compareResult(before, literal.text, file)) !== 'same') throw error;
    return changed(literal, false);
  }
}

function changed({ text, edits, reports }: AppliedHunks, otherResult: boolean, unmarked = false): ChangedContent {
  if (unmarked) {
    const done = reports.map((report) => (report.line === 1 ? { ...report, alreadyApplied: false } : report));
    return { body: { kind: 'text', text, unmarked }, edits: undefined, reports: done, otherResult };
  }
  return { body: { kind: 'text', text }, edits, reports, otherResult };
}

function surely(report: HunkReport): HunkReport {
  return report.placed === undefined ? report : { ...report, placed: undefined };
}

function isAltered(path: string): ToolError {
  return new ToolError(
    'PATCH_INVALID',
    `${path}: the patch was made from this exact file, but does not produce what its index line says: it is truncated or was altered. Send the whole patch, or omit the index line if it was altered on purpose.`,
  );
}

/** Whether a text is the one that the index line names as the result; `undefined` where it names none. */
async function compareResult(
  before: TextContent,
  text: string,
  { newBlob, action, hunks }: FilePatch,
): Promise<Compared | undefined> {
  if (action === 'delete' || hunks.length === 0 || !isBlobName(newBlob)) return undefined;
  const bytes = bytesOf({ ...before, text, sha256: '' });
  return bytes === undefined ? undefined : compareBlob(bytes, newBlob);
}

/** The bytes of a file, where they are known: those read, or those of a text that an earlier operation made in UTF-8. */
function bytesOf(content: FileContent): Uint8Array | undefined {
  if (content.kind === 'binary' || content.sha256 !== '') return content.bytes;
  if (content.encoding !== 'utf8' && content.encoding !== 'utf8bom') return undefined;
  const bytes = encodeUtf8(content.text);
  return content.encoding === 'utf8' ? bytes : new Uint8Array([0xef, 0xbb, 0xbf, ...bytes]);
}

function asItIs(text: string, file: FilePatch): ChangedContent {
  const reports = file.hunks.map((hunk): HunkReport => ({
    patchLine: hunk.patchLine,
    line: Math.max(1, hunk.numbers?.newStart ?? 1),
    tier: 'exact',
    alreadyApplied: true,
  }));
  return { body: { kind: 'text', text }, edits: [], reports, otherResult: false };
}

interface Proof {
  readonly isOld: boolean | undefined;
  readonly isNew: boolean | undefined;
}

async function changeBytes(before: FileContent, file: FilePatch, path: string, proof: Proof): Promise<ChangedContent> {
  const { binary } = file;
  if (binary === undefined || (proof.isNew === true && proof.isOld !== true)) {
    return { body: bodyOf(before), edits: undefined, reports: [], otherResult: false };
  }
  if (proof.isOld !== true) {
    throw new ToolError(
      'PATCH_CONFLICT',
      `The binary patch of ${path} was made for another version of the file, or its index line is missing. Make it again from the file as it is.`,
    );
  }
  const bytes = await applyBinary(before.bytes, binary, path);
  if ((await isBlob(bytes, file.newBlob)) === false) {
    throw new ToolError(
      'PATCH_INVALID',
      `The binary patch of ${path} does not produce what its index line says. Make it again with git diff --binary.`,
    );
  }
  return { body: { kind: 'binary', bytes }, edits: undefined, reports: [], otherResult: false };
}
