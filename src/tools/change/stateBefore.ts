// Examines what is at the place of a change before it is planned: of an existing file, whether it is text that can be
// written back, has line endings to keep, and has the expected hash; of a new one, which folders are missing above it.

import * as z from 'zod/mini';
import {
  requireFaithful,
  type Content,
  type FaithfulText,
  type Location,
  type TextContent,
} from '../../core/change/change.ts';
import type { FileOutcome } from '../../core/patch/files/patchedFiles.ts';
import { binaryKind } from '../../core/text/bytes.ts';
import { countEols, withEol } from '../../core/text/lineEndings.ts';
import { ToolError } from '../../core/wording/errors.ts';
import type { Snapshot } from '../ports/ports.ts';
import { sha256Of } from '../shared/appliedChanges.ts';
import type { ToolContext } from '../shared/tool.ts';

/** A text file read for an edit. */
export interface TextFile {
  readonly at: Location;
  /** The content of `snapshot`, which was checked to be text that can be written back unchanged. */
  readonly content: FaithfulText;
  readonly snapshot: Snapshot;
}

/**
 * Reads a text file to edit it.
 *
 * @throws ToolError `BINARY_FILE` if it is not text, `ENCODING` if its bytes could not be written back unchanged
 *   (`requireFaithful`), `STALE` if its hash is not the expected one; also as `locate` and `read`
 */
export async function readTextFile(context: ToolContext, path: string, expectedSha256?: string): Promise<TextFile> {
  const at = await context.workspace.locate(path);
  const snapshot = await context.workspace.read(at);
  checkExpectedSha256(snapshot.content, expectedSha256, at.path);
  return { at, content: requireFaithful(requireText(snapshot.content, at.path), at.path), snapshot };
}

/** Returns a content as text. @throws ToolError BINARY_FILE if it is anything else, also a link or folder */
export function requireText(content: Content, path: string): TextContent {
  if (content.kind === 'text') return content;
  const kind = content.kind === 'binary' ? (binaryKind(content.bytes) ?? 'binary file') : content.kind;
  throw new ToolError(
    'BINARY_FILE',
    `${path} is not text (${kind}), and this tool changes only text. Replace it with redline_write_file, or change it with a binary patch and redline_apply_patch.`,
  );
}

/**
 * Converts the LFs of a model's text to CRLF or CR, if the file that it is written to has only that line ending, and adds
 * a note for the model.
 */
export function keepLineEndings(text: string, existing: TextContent | undefined): { text: string; notes: string[] } {
  if (existing === undefined || text.includes('\r') || !text.includes('\n')) return { text, notes: [] };
  const eols = countEols(existing.text);
  const [hasLf, hasCrlf, hasCr] = [eols['\n'] > 0, eols['\r\n'] > 0, eols['\r'] > 0];
  const hasOnlyCrlfOrCr = !hasLf && hasCrlf !== hasCr;
  if (!hasOnlyCrlfOrCr) return { text, notes: [] };
  const [eol, name] = hasCrlf ? (['\r\n', 'CRLF'] as const) : (['\r', 'CR'] as const);
  return { text: withEol(text, eol), notes: [`The file's ${name} line endings were kept.`] };
}

/** Checks a content against the hash that the caller expects; undefined for none. @throws ToolError STALE */
export function checkExpectedSha256(content: Content, expected: string | undefined, path: string): void {
  const actual = sha256Of(content);
  if (expected === undefined || actual === expected.toLowerCase()) return;
  throw new ToolError(
    'STALE',
    `${path} has SHA-256 ${actual ?? 'none'}, not the expected one, so it has changed since. Read it again with redline_read_file, then repeat the call with the hash that it gives.`,
  );
}

/** Input field of the hashes that a caller of `redline_apply_patch` expects. */
export const expectedFilesField = z.optional(
  z
    .array(
      z.strictObject({
        filePath: z.string().check(z.minLength(1), z.describe('The file, as in other calls.')),
        sha256: z
          .string()
          .check(
            z.regex(/^[0-9a-fA-F]{64}$/, 'must be 64 hexadecimal digits'),
            z.describe('The SHA-256 it must have now.'),
          ),
      }),
    )
    .check(z.describe('Refuse unless these files now have these SHA-256 hashes (from earlier answers).')),
);

type ExpectedFiles = z.infer<typeof expectedFilesField>;

/** Checks files against the hashes that a caller expects; returns their canonical URIs. @throws ToolError STALE */
export async function checkExpectedFiles(
  { workspace }: ToolContext,
  expected: ExpectedFiles = [],
): Promise<ReadonlySet<string>> {
  const listedUris = new Set<string>();
  for (const { filePath, sha256 } of expected) {
    const at = await workspace.locate(filePath);
    listedUris.add(at.real);
    checkExpectedSha256((await workspace.read(at)).content, sha256, at.path);
  }
  return listedUris;
}

/**
 * Requires that `listedUris`, of `checkExpectedFiles`, are exactly the existing files that a patch touches: of a move
 * or copy, the source. @throws ToolError VALIDATION_ERROR
 */
export async function requireExactFiles(
  { workspace }: ToolContext,
  outcomes: readonly FileOutcome[],
  listedUris: ReadonlySet<string>,
): Promise<void> {
  /** Display paths by canonical URI. */
  const touchedPaths = new Map<string, string>();
  for (const outcome of outcomes.filter(({ action }) => action !== 'add')) {
    const at = await workspace.locate('from' in outcome ? outcome.from : outcome.path);
    touchedPaths.set(at.real, at.path);
  }
  const unlistedPaths = [...touchedPaths].filter(([real]) => !listedUris.has(real)).map(([, path]) => path);
  const untouchedCount = [...listedUris].filter((real) => !touchedPaths.has(real)).length;
  if (unlistedPaths.length === 0 && untouchedCount === 0) return;
  const mismatch =
    unlistedPaths.length > 0
      ? `it does not list ${unlistedPaths.join(', ')}`
      : `it lists ${untouchedCount} that the patch does not touch`;
  throw new ToolError(
    'VALIDATION_ERROR',
    `requireExactFileMatch is set, but expectedSha256 does not list exactly the files that the patch touches: ${mismatch}. Correct the list, or the patch.`,
  );
}

/** The missing folders above a location, outermost first. @throws as `findMissingFolders` does */
export async function findMissingFoldersAbove(context: ToolContext, at: Location): Promise<Location[]> {
  const parent = await context.workspace.parent(at);
  return parent === undefined ? [] : findMissingFolders(context, parent);
}

/**
 * The missing folders from the outermost down to the given one; empty if it exists.
 *
 * @throws `ToolError` `ALREADY_EXISTS` if a file, or a link to anything but a folder, is in the way
 */
export async function findMissingFolders(context: ToolContext, at: Location): Promise<Location[]> {
  const missingFolders: Location[] = [];
  for (let folder: Location | undefined = at; folder !== undefined; folder = await context.workspace.parent(folder)) {
    const stat = await context.workspace.stat(folder);
    // A link to a folder counts as a folder, a broken one as something in the way.
    const type = stat?.type === 'symlink' ? (stat.targetType ?? 'other') : stat?.type;
    if (type === 'directory') break;
    if (type !== undefined) {
      throw new ToolError('ALREADY_EXISTS', `${folder.path} exists and is not a directory. Choose another path.`);
    }
    missingFolders.unshift(folder);
  }
  return missingFolders;
}
