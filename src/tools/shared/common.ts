// Helpers of several tools: schema fields, reading a text to edit, hashes, and phrases about applied changes.

import * as z from 'zod/mini';
import {
  isOfFile,
  type Change,
  type Content,
  type FaithfulText,
  type Location,
  type TextContent,
} from '../../core/change/change.ts';
import { binaryKind } from '../../core/text/binary.ts';
import { ToolError } from '../../core/wording/errors.ts';
import { requireFaithful } from '../../core/change/faithful.ts';
import { diffOf } from '../../core/change/summary.ts';
import type { Applied, Snapshot } from '../ports/ports.ts';
import type { ToolContext } from './tool.ts';

export const filePathField = z
  .string()
  .check(
    z.minLength(1),
    z.describe(
      'Relative to the workspace folder with "/", absolute inside it, or "folderName/…" with several folders.',
    ),
  );

export const expectedSha256Field = z.optional(
  z
    .string()
    .check(
      z.regex(/^[0-9a-fA-F]{64}$/, 'must be 64 hexadecimal digits'),
      z.describe('Refuse unless the file now has this SHA-256 (from an earlier answer).'),
    ),
);

/** SHA-256 of a file's bytes before and after, lower-case hexadecimal; null if there is no file. */
export const hashFields = { sha256Before: z.nullable(z.string()), sha256After: z.nullable(z.string()) };

/** Accepted aliases of `filePath` in tools for a single file. */
export const filePathAliases = { path: 'filePath' };

/** A text file read for an edit. */
export interface TextFile {
  readonly at: Location;
  readonly content: FaithfulText;
  readonly snapshot: Snapshot;
}

/**
 * Reads a text file to edit it.
 *
 * @throws ToolError BINARY_FILE, ENCODING (`requireFaithful`), STALE if the hash is not the expected one
 */
export async function readText(context: ToolContext, path: string, expectedSha256?: string): Promise<TextFile> {
  const at = await context.workspace.locate(path);
  const snapshot = await context.workspace.read(at);
  checkExpectedSha256(snapshot.content, expectedSha256, at.path);
  return { at, content: requireFaithful(requireText(snapshot.content, at.path), at.path), snapshot };
}

/** Requires text content. @throws ToolError BINARY_FILE */
export function requireText(content: Content, path: string): TextContent {
  if (content.kind === 'text') return content;
  const kind = content.kind === 'binary' ? (binaryKind(content.bytes) ?? 'binary file') : content.kind;
  throw new ToolError(
    'BINARY_FILE',
    `${path} is not text (${kind}), and this tool changes only text. Replace it with redline_write_file, or change it with a binary patch and redline_apply_patch.`,
  );
}

/** Checks a content against the hash that the caller expects, if any. @throws ToolError STALE */
export function checkExpectedSha256(content: Content, expected: string | undefined, path: string): void {
  const actual = sha256Of(content);
  if (expected === undefined || actual === expected.toLowerCase()) return;
  throw new ToolError(
    'STALE',
    `${path} has SHA-256 ${actual ?? 'none'}, not the expected one, so it has changed since. Read it again with redline_read_file, then repeat the call with the hash that it gives.`,
  );
}

/** Lower-case hexadecimal SHA-256; null for a missing file, link or folder. */
export function sha256Of(content: Content | undefined): string | null {
  return content !== undefined && 'sha256' in content ? content.sha256 : null;
}

/** The hashes of both sides of a change; null without one. */
export function getHashes(change: Change | undefined): { sha256Before: string | null; sha256After: string | null } {
  if (change === undefined) return { sha256Before: null, sha256After: null };
  return {
    sha256Before: 'before' in change ? sha256Of(change.before) : null,
    sha256After: 'after' in change ? sha256Of(change.after) : null,
  };
}

/** Adds the hashes and the diff of an applied change to a result. The diff is lazy: the answer's text does not need it. */
export function withDiff<Result extends object>(result: Result, change: Change | undefined) {
  return {
    ...result,
    get diff(): string {
      return change === undefined ? '' : diffOf(change);
    },
    ...getHashes(change),
  };
}

/** Index of changes by URI; of several with one URI, the first. Cached, since calls may have thousands of changes. */
const changesByUri = new WeakMap<readonly Change[], ReadonlyMap<string, Change>>();

/** The change applied at a location, possibly edited by the user; undefined if the user excluded it. */
export function findAppliedChange({ changes }: Applied, at: Location): Change | undefined {
  // Reversed, so that the first change of a URI wins.
  const byUri = changesByUri.get(changes) ?? new Map(changes.toReversed().map((change) => [change.at.uri, change]));
  changesByUri.set(changes, byUri);
  return byUri.get(at.uri);
}

/** Counts planned and applied files if the user excluded some; undefined otherwise. `text`: "2 were excluded by the user". */
export function countApplied(
  planned: readonly Change[],
  applied: Applied,
): { readonly all: number; readonly appliedCount: number; readonly text: string } | undefined {
  const files = planned.filter(isOfFile);
  const appliedCount = files.filter(({ at }) => findAppliedChange(applied, at) !== undefined).length;
  const excluded = files.length - appliedCount;
  if (excluded === 0) return undefined;
  return {
    all: files.length,
    appliedCount,
    text: `${excluded} ${excluded === 1 ? 'was' : 'were'} excluded by the user`,
  };
}

/** Formats the number of applied files: "3 files", or "2 of 3 files; 1 was excluded by the user". */
export function formatApplied(planned: readonly Change[], applied: Applied, fileCount = planned.length): string {
  const counts = countApplied(planned, applied);
  if (counts === undefined) return pluralize(fileCount, 'file');
  return `${counts.appliedCount} of ${counts.all} files; ${counts.text}`;
}

/** Formats a number with its noun: "1 line", "2 lines"; "2 entries" with a plural. */
export function pluralize(n: number, noun: string, plural = `${noun}s`): string {
  return `${n} ${n === 1 ? noun : plural}`;
}

/** Adds a full stop to a text of the user, unless it ends with punctuation. */
export function asSentence(sentence: string): string {
  const text = sentence.trim();
  return /[.!?…。！？]["'”’)\]]*$/.test(text) ? text : `${text}.`;
}
