// Applies hunks or binary data to the content of one file, which it compares, before and after, with the blobs that the
// `index` line names.
import { requireFaithful, type FileContent, type TextContent } from '../../change/change.ts';
import { concatBytes } from '../../text/bytes.ts';
import { encodeUtf8 } from '../../text/encoding.ts';
import { ToolError, invalidPatchError } from '../../wording/errors.ts';
import { carriageReturn, lineFeed, type TextEdit } from '../../text/text.ts';
import { applyHunks, exactReport } from '../hunks/applyHunks.ts';
import { applyBinary } from './applyBinary.ts';
import { applyLiterally } from '../hunks/applyLiterally.ts';
import { newContentOf, noHash, type NewContent, type PatchWorkspace } from './patchedFiles.ts';
import { removesBom, type AppliedHunks, type HunkReport } from '../hunks/hunkEdits.ts';
import type { IndexLineFacts } from '../search/searchedFile.ts';
import type { FilePatch } from '../parse/types.ts';

/** The content of a file after its file patch. */
export interface ChangedContent {
  readonly content: NewContent;
  /** The edits; undefined if the whole content is replaced. */
  readonly edits: readonly TextEdit[] | undefined;
  readonly reports: readonly HunkReport[];
  /** Whether the result is another blob than the `index` line names; false if it names none. */
  readonly isOtherBlob: boolean;
}

/** The file compared with the two blobs of the `index` line. */
interface BlobMatch {
  readonly base: IndexLineFacts['base'];
  /** Whether it is the old blob byte for byte, with no line ending converted by a checkout. */
  readonly isSameBytes: boolean;
  /** Whether it is the new blob, so that the patch is applied already. */
  readonly isResult: boolean;
}

/**
 * Applies the hunks or the binary part of a file patch to a file. If the `index` line names this file as the base, the
 * result must have the blob name that the line states.
 *
 * @throws ToolError PATCH_CONFLICT, PATCH_INVALID, or BINARY_FILE for hunks of a file that is not text
 */
export async function changeContent(
  before: FileContent,
  file: FilePatch,
  path: string,
  workspace: Pick<PatchWorkspace, 'runYielding'>,
): Promise<ChangedContent> {
  const blobs = await compareWithBlobs(before, file);
  if (file.binary !== undefined) return changeBytes(before, file, path, blobs);
  if (before.kind === 'binary') {
    if (file.hunks.length === 0) return unchangedContent(before);
    throw new ToolError('BINARY_FILE', `${path} is not text, so hunks cannot be applied to it. Use git diff --binary.`);
  }
  const isApplied = blobs.isResult && blobs.base === 'drifted';
  if (isApplied) return alreadyAppliedContent(before.text, file);
  if (hunksMakeText(file)) requireFaithful(before, path);
  return changeText(before, file, path, blobs, workspace);
}

/** Result of comparing bytes with a blob. `checkedOut`: equal except for CRLF, to which a checkout has converted LF. */
type BlobComparison = 'same' | 'checkedOut' | 'other';

/** Whether a file is the base of a patch, by its comparison with the old blob. */
const baseByComparison: Readonly<Record<BlobComparison | 'unknown', IndexLineFacts['base']>> = {
  unknown: 'unknown',
  other: 'drifted',
  checkedOut: 'intact',
  same: 'intact',
};

/** Compares a file with the blobs of a file patch's `index` line. */
export async function compareWithBlobs(before: FileContent, file: FilePatch): Promise<BlobMatch> {
  const bytes = [file.oldBlob, file.newBlob].some(isBlobName) ? knownBytes(before) : undefined;
  if (bytes === undefined) return { base: 'unknown', isSameBytes: false, isResult: false };
  const old = await compareBlob(bytes, file.oldBlob);
  return {
    base: baseByComparison[old ?? 'unknown'],
    isSameBytes: old === 'same',
    isResult: file.action !== 'delete' && (await isBlob(bytes, file.newBlob)) === true,
  };
}

/**
 * The bytes of a file as read from disk, or of a UTF-8 text that a file patch made; undefined for a text in another
 * encoding.
 */
function knownBytes(content: FileContent): Uint8Array | undefined {
  if (content.kind === 'binary' || content.sha256 !== noHash) return content.bytes;
  if (content.encoding !== 'utf8' && content.encoding !== 'utf8bom') return undefined;
  const bytes = encodeUtf8(content.text);
  return content.encoding === 'utf8' ? bytes : concatBytes([Uint8Array.of(0xef, 0xbb, 0xbf), bytes]);
}

/**
 * Compares bytes with the blob name of an `index` line, full or abbreviated; undefined without a usable name (none, all
 * zeros, SHA-256).
 */
async function compareBlob(bytes: Uint8Array, name: string | undefined): Promise<BlobComparison | undefined> {
  if (!isBlobName(name)) return undefined;
  if ((await blobName(bytes)).startsWith(name)) return 'same';
  const lfBytes = withoutCarriageReturns(bytes);
  return lfBytes.length < bytes.length && (await blobName(lfBytes)).startsWith(name) ? 'checkedOut' : 'other';
}

/**
 * Whether a name is a full or abbreviated SHA-1 name of a file: not all zeros (no file), and no longer one (SHA-256).
 * Precondition: at least 4 lower-case hexadecimal digits, as the parser of `index` lines ensures.
 */
export function isBlobName(name: string | undefined): name is string {
  return name !== undefined && name.length <= 40 && !/^0+$/.test(name);
}

/** Whether bytes are a blob, with any line endings that a checkout produces; undefined as for `compareBlob`. */
export async function isBlob(bytes: Uint8Array, name: string | undefined): Promise<boolean | undefined> {
  const comparison = await compareBlob(bytes, name);
  return comparison === undefined ? undefined : comparison !== 'other';
}

/** Git's object name of a file with these bytes: SHA-1 of `blob <length>\0` and the bytes, as 40 hexadecimal digits. */
export async function blobName(bytes: Uint8Array): Promise<string> {
  const head = new TextEncoder().encode(`blob ${bytes.length}\0`);
  const digest = await globalThis.crypto.subtle.digest('SHA-1', concatBytes([head, bytes]));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The bytes with each CRLF as LF. */
function withoutCarriageReturns(bytes: Uint8Array): Uint8Array {
  return bytes.filter((byte, at) => byte !== carriageReturn || bytes[at + 1] !== lineFeed);
}

/** Applies the hunks by a search; if that fails, exactly as git does, if the `index` line confirms the result. */
async function changeText(
  before: TextContent,
  file: FilePatch,
  path: string,
  blobs: BlobMatch,
  { runYielding }: Pick<PatchWorkspace, 'runYielding'>,
): Promise<ChangedContent> {
  try {
    return await changeBySearch(before, file, path, blobs, { runYielding });
  } catch (error) {
    const canApplyLiterally = blobs.isSameBytes && hunksMakeText(file);
    if (!(error instanceof ToolError) || !canApplyLiterally) throw error;
    const literalResult = await runYielding(applyLiterally(before.text, file.hunks));
    if (literalResult === undefined || (await compareResult(before, literalResult.text, file)) !== 'same') throw error;
    return createTextResult(literalResult, { isOtherBlob: false, dropsBom: false });
  }
}

/** @throws ToolError PATCH_INVALID if the patch was made from this file, but does not make the `index` line's result */
async function changeBySearch(
  before: TextContent,
  file: FilePatch,
  path: string,
  { base, isSameBytes }: BlobMatch,
  { runYielding }: Pick<PatchWorkspace, 'runYielding'>,
): Promise<ChangedContent> {
  const isResultVerified = file.action === 'delete' || (base === 'intact' && isBlobName(file.newBlob));
  const applied = await runYielding(applyHunks(before, file.hunks, path, { base, isResultVerified }));
  const dropsBom = before.encoding === 'utf8bom' && removesBom(file.hunks, applied.reports);
  const result = await compareResult(dropsBom ? { ...before, encoding: 'utf8' } : before, applied.text, file);
  if (base !== 'intact' || result === undefined) {
    return createTextResult(applied, { isOtherBlob: result === 'other', dropsBom });
  }
  // A patch of the old blob itself must make the new one byte for byte; only a checkout may convert line endings.
  const isExpectedResult = result === 'same' || (result === 'checkedOut' && !isSameBytes);
  if (!isExpectedResult) throw alteredPatchError(path);
  const reports = applied.reports.map(withoutLoosePlacement);
  return createTextResult({ ...applied, reports }, { isOtherBlob: false, dropsBom });
}

/** Whether hunks make a text to be written. A deletion only checks by its hunks that they leave nothing. */
function hunksMakeText({ hunks, action }: FilePatch): boolean {
  return hunks.length > 0 && action !== 'delete';
}

function createTextResult(
  { text, edits, reports }: AppliedHunks,
  { isOtherBlob, dropsBom }: { readonly isOtherBlob: boolean; readonly dropsBom: boolean },
): ChangedContent {
  if (!dropsBom) return { content: { kind: 'text', text }, edits, reports, isOtherBlob };
  // The hunk of line 1 may change only the byte order mark, which is not part of the text.
  const correctedReports = reports.map((report) => (report.line === 1 ? { ...report, alreadyApplied: false } : report));
  return {
    content: { kind: 'text', text, removesBom: true },
    edits: undefined,
    reports: correctedReports,
    isOtherBlob,
  };
}

/** Drops the caution about a loose match: the blob name of the result proves that the hunk is at the right position. */
function withoutLoosePlacement(report: HunkReport): HunkReport {
  return report.placed === undefined ? report : { ...report, placed: undefined };
}

function alteredPatchError(path: string): ToolError {
  return invalidPatchError(
    `${path}: the patch was made from this exact file, but does not produce what its index line says: it is truncated or was altered. Send the whole patch, or omit the index line if it was altered on purpose.`,
  );
}

/** Compares a text with the result that the `index` line names; undefined if it names none, or if none is written. */
async function compareResult(before: TextContent, text: string, file: FilePatch): Promise<BlobComparison | undefined> {
  if (!hunksMakeText(file) || !isBlobName(file.newBlob)) return undefined;
  const bytes = knownBytes({ ...before, text, sha256: noHash });
  return bytes === undefined ? undefined : compareBlob(bytes, file.newBlob);
}

/** The content of a file that already is the patch's result. */
function alreadyAppliedContent(text: string, file: FilePatch): ChangedContent {
  const reports = file.hunks.map((hunk) => ({
    ...exactReport(hunk, Math.max(1, hunk.numbers?.newStart ?? 1), []),
    alreadyApplied: true,
  }));
  return { content: { kind: 'text', text }, edits: [], reports, isOtherBlob: false };
}

function unchangedContent(before: FileContent): ChangedContent {
  return { content: newContentOf(before), edits: undefined, reports: [], isOtherBlob: false };
}

async function changeBytes(
  before: FileContent,
  file: FilePatch,
  path: string,
  { base, isResult }: BlobMatch,
): Promise<ChangedContent> {
  const { binary } = file;
  if (binary === undefined || (isResult && base !== 'intact')) return unchangedContent(before);
  if (base !== 'intact') {
    throw new ToolError(
      'PATCH_CONFLICT',
      `The binary patch of ${path} was made for another version of the file, or its index line is missing. Make it again from the file as it is.`,
    );
  }
  const bytes = await applyBinary(before.bytes, binary, path);
  if ((await isBlob(bytes, file.newBlob)) === false) {
    throw invalidPatchError(
      `The binary patch of ${path} does not produce what its index line says. Make it again with git diff --binary.`,
    );
  }
  return { content: { kind: 'binary', bytes }, edits: undefined, reports: [], isOtherBlob: false };
}
