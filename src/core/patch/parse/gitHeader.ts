// Parses the headers of git diffs (`diff --git` and the lines below it), and decides which of them need no hunks.
import { invalidPatchError } from '../../wording/errors.ts';
import { isFilePair, maxHeaderChars, readGitPaths, readHeaderPath } from './headerLines.ts';
import type { PatchLines } from './patchLines.ts';
import type { PathPair } from './types.ts';

/** The extended header of a git diff. Paths are as written, with their prefixes. */
export interface GitHeader {
  readonly from: string;
  readonly to: string;
  readonly isNewFile: boolean;
  readonly isDeletedFile: boolean;
  readonly rename: PathPair | undefined;
  readonly copy: PathPair | undefined;
  readonly oldMode: string | undefined;
  readonly newMode: string | undefined;
  readonly oldBlob: string | undefined;
  readonly newBlob: string | undefined;
  /** In percent; 100 if the header does not state it. */
  readonly similarity: number;
  /** The line (0-based) after the header. */
  readonly nextLine: number;
}

/** The extended header lines (git-diff, "Generating patch text with -p"); the first group of each is its value. */
const fieldPatterns: readonly (readonly [keyof HeaderFields, RegExp])[] = [
  ['oldMode', /^(?:old mode|deleted file mode) (\d{5,6})/],
  ['newMode', /^(?:new mode|new file mode) (\d{5,6})/],
  ['renameFrom', /^rename (?:from|old) (.+)/s],
  ['renameTo', /^rename (?:to|new) (.+)/s],
  ['copyFrom', /^copy from (.+)/s],
  ['copyTo', /^copy to (.+)/s],
  ['similarity', /^similarity index (\d+)%/],
  ['index', /^index ([0-9a-f]{4,64}\.\.[0-9a-f]{4,64}(?: \d{6})?)/],
  // Part of the header, but not used.
  ['ignored', /^(dissimilarity index .*)/],
];

/** The values of the lines, as written; `index` is `old..new` and perhaps the mode. */
interface HeaderFields {
  oldMode?: string;
  newMode?: string;
  renameFrom?: string;
  renameTo?: string;
  copyFrom?: string;
  copyTo?: string;
  similarity?: string;
  index?: string;
  ignored?: string;
}

/**
 * Reads a `diff --git` line and the extended header below it.
 *
 * @throws ToolError PATCH_INVALID if the line does not contain two paths
 */
export function readGitHeader(lines: PatchLines, at: number): GitHeader {
  const paths = readGitPaths(lines.at(at)?.slice('diff --git '.length) ?? '');
  if (paths === undefined) {
    throw invalidPatchError(
      `Line ${at + 1} of the patch should name two paths after "diff --git". Send the whole patch as git wrote it.`,
    );
  }
  return { ...paths, ...readExtendedHeader(lines, at + 1) };
}

/** Reads an extended header without its first line, `diff --git`. */
export function readExtendedHeader(lines: PatchLines, startLine: number): Omit<GitHeader, 'from' | 'to'> {
  const fields: HeaderFields = {};
  let isNewFile = false;
  let isDeletedFile = false;
  let nextLine = startLine;
  for (; nextLine < lines.length; nextLine++) {
    const text = headerTextAt(lines, nextLine);
    const field = readField(text);
    // A blank line inside the header was added in transit.
    const isBlankInside = text === '' && continuesHeader(lines, nextLine + 1);
    if (field === undefined && !isBlankInside) break;
    isNewFile ||= text.startsWith('new file mode');
    isDeletedFile ||= text.startsWith('deleted file mode');
    if (field !== undefined) fields[field.name] = field.value;
  }
  return { isNewFile, isDeletedFile, nextLine, ...headerValues(fields) };
}

function headerTextAt(lines: PatchLines, at: number): string {
  return lines.at(at)?.slice(0, maxHeaderChars) ?? '';
}

function readField(text: string): { readonly name: keyof HeaderFields; readonly value: string } | undefined {
  for (const [name, pattern] of fieldPatterns) {
    const value = pattern.exec(text)?.[1];
    if (value !== undefined) return { name, value };
  }
  return undefined;
}

/** Whether the header, or the file's `---` and `+++` lines, continue at a line. */
function continuesHeader(lines: PatchLines, at: number): boolean {
  return isFilePair(lines, at) || readField(headerTextAt(lines, at)) !== undefined;
}

function headerValues(
  fields: HeaderFields,
): Pick<GitHeader, 'rename' | 'copy' | 'oldMode' | 'newMode' | 'oldBlob' | 'newBlob' | 'similarity'> {
  const [blobs, mode] = fields.index?.split(' ') ?? [];
  const [oldBlob, newBlob] = blobs?.split('..') ?? [];
  return {
    rename: readPathPair(fields.renameFrom, fields.renameTo),
    copy: readPathPair(fields.copyFrom, fields.copyTo),
    oldMode: fields.oldMode ?? mode,
    newMode: fields.newMode ?? mode,
    oldBlob,
    newBlob,
    similarity: Number(fields.similarity ?? '100'),
  };
}

function readPathPair(from: string | undefined, to: string | undefined): PathPair | undefined {
  const source = from === undefined ? undefined : readHeaderPath(from);
  const target = to === undefined ? undefined : readHeaderPath(to);
  return source === undefined || target === undefined ? undefined : { from: source, to: target };
}

/** Git's blob names of an empty file: SHA-1 and SHA-256. A header may abbreviate them. */
const emptyBlobs = [
  'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391',
  '473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813',
];

/** Whether a header needs no hunks: an empty file, a deletion, a rename or copy without changes, a change of mode. */
export function needsNoHunks(gitHeader: GitHeader): boolean {
  if (gitHeader.isDeletedFile) return true;
  const { oldBlob, newBlob } = gitHeader;
  if (gitHeader.isNewFile) return newBlob === undefined || emptyBlobs.some((empty) => empty.startsWith(newBlob));
  const changesContent = oldBlob !== undefined && oldBlob !== newBlob;
  if (changesContent) return false;
  if (gitHeader.rename !== undefined || gitHeader.copy !== undefined) return gitHeader.similarity === 100;
  return gitHeader.oldMode !== undefined && gitHeader.oldMode !== gitHeader.newMode;
}
