// Recognizes the lines of a patch that are not part of a hunk (headers, commands, code fences, signatures), and reads
// the paths in them. Patterns are tried on a slice of the line, which bounds their time.
import { readQuotedPath } from '../../text/quotedPath.ts';
import { isNumberedHeader } from './hunkLines.ts';
import type { PatchLines } from './patchLines.ts';
import type { PathPair } from './types.ts';

/** Maximum length of the text with the path or paths of a header line, in UTF-16 units. The rest is ignored. */
const maxPathChars = 4096;
/** Maximum length of a header line: a keyword and `maxPathChars`. The rest is ignored. */
export const maxHeaderChars = 4200;

/** A command of the envelope format, such as `*** Update File: path`. */
export interface EnvelopeCommand {
  readonly verb: 'begin' | 'end' | 'add' | 'delete' | 'update' | 'move' | 'endOfFile';
  /** The path as written; empty for the verbs that have none. */
  readonly path: string;
}

const verbPatterns: readonly (readonly [RegExp, EnvelopeCommand['verb']])[] = [
  [/^begin patch$/i, 'begin'],
  [/^end (?:of )?patch$/i, 'end'],
  [/^end of file$/i, 'endOfFile'],
  [/^(?:add|create|new) file:/i, 'add'],
  [/^(?:delete|remove) file:/i, 'delete'],
  [/^(?:update|modify|edit|change) file:/i, 'update'],
  [/^(?:move|rename)(?: file)? to:/i, 'move'],
];

/** Reads a command of the envelope, which white space may surround; undefined for any other line. */
export function readEnvelopeCommand(line: string): EnvelopeCommand | undefined {
  const text = line.slice(0, maxHeaderChars).trim();
  if (!text.startsWith('*** ')) return undefined;
  const command = text
    .slice(4)
    .replace(/ \*\*\*$/, '')
    .trim();
  for (const [pattern, verb] of verbPatterns) {
    const match = pattern.exec(command);
    if (match !== null) return { verb, path: command.slice(match[0].length).trim() };
  }
  return undefined;
}

/** Whether a line is `*** Something File` or `… Patch` with an unknown verb: skipping it would lose a change. */
export function isUnknownEnvelopeCommand(line: string): boolean {
  return /^\*\*\* [A-Za-z]+ (?:File|Patch)\b/.test(line.slice(0, 100)) && readEnvelopeCommand(line) === undefined;
}

/** Whether `--- x` and `+++ y` begin at a line; one blank line may be between them. */
export function isFilePair(lines: PatchLines, at: number): boolean {
  return secondLineOfPair(lines, at) !== undefined;
}

/** The line of `+++ y`, if `--- x` and `+++ y` begin at a line; one blank line may be between them. */
export function secondLineOfPair(lines: PatchLines, at: number): number | undefined {
  if (!lines.startsWith(at, '--- ')) return undefined;
  const secondLine = lines.at(at + 1) === '' ? at + 2 : at + 1;
  return lines.startsWith(secondLine, '+++ ') ? secondLine : undefined;
}

/** Whether `+++ y` and `--- x` begin at a line in the wrong order, with a hunk below them. */
export function isSwappedPair(lines: PatchLines, at: number): boolean {
  const isPair = lines.startsWith(at, '+++ ') && lines.startsWith(at + 1, '--- ');
  return isPair && isNumberedHeader(lines.at(at + 2) ?? '');
}

/**
 * Whether a file pair begins at a line, and cannot be a removed and an added line (`-- x`, `++ y`) of a hunk. In a
 * certain pair, both lines name the same file, or one is `/dev/null`, and a hunk follows directly.
 */
export function isCertainFilePair(lines: PatchLines, at: number): boolean {
  if (!isFilePair(lines, at) || !lines.startsWith(at + 2, '@@')) return false;
  const from = lastName(lines.at(at) ?? '');
  const to = lastName(lines.at(at + 1) ?? '');
  return from === to || from === 'null' || to === 'null';
}

/** Whether a line is `--- x` without `+++ y` or the reverse, above a hunk header with numbers. */
function isLoneFileLine(lines: PatchLines, at: number): boolean {
  const text = lines.at(at)?.slice(0, maxHeaderChars) ?? '';
  return /^(?:---|\+\+\+) \S*[/.]\S*/.test(text) && isNumberedHeader(lines.at(at + 1) ?? '');
}

/** The last name of the path in a `--- ` or `+++ ` line. */
function lastName(line: string): string {
  const path = line.slice(4, maxHeaderChars).split('\t')[0] ?? '';
  return path.slice(path.lastIndexOf('/') + 1).replace(/["\s]+$/, '');
}

/** Whether a line can be the first of an extended header whose `diff --git` line was lost. */
export function isExtendedHeader(line: string): boolean {
  return /^(?:new file mode|deleted file mode) \d{6}$/.test(line.slice(0, 40));
}

/** The code fence (three or more ` or ~) that begins a line; undefined for other lines. */
export function fenceOf(line: string): string | undefined {
  if (!line.startsWith('```') && !line.startsWith('~~~')) return undefined;
  return /^(`{3,}|~{3,})/.exec(line.slice(0, 100))?.[1];
}

/** Whether the signature of git format-patch begins at a line: `-- `, and git's version below it. */
export function isSignature(lines: PatchLines, at: number): boolean {
  const text = lines.at(at);
  return (text === '-- ' || text === '--') && /^\d+\.\d+[\w.() -]*$/.test(lines.at(at + 1)?.slice(0, 80) ?? '');
}

/** Whether a line begins another part of the patch, so that the hunk above it ends there; an indented one does not. */
export function beginsPart(lines: PatchLines, at: number): boolean {
  const text = lines.at(at) ?? '';
  if (text === '' || text.startsWith(' ')) return false;
  if (text.startsWith('diff --git ') || isNumberedHeader(text)) return true;
  if (text.startsWith('*** ')) return readEnvelopeCommand(text) !== undefined || isUnknownEnvelopeCommand(text);
  if (text.startsWith('diff ') || text.startsWith('Index: ')) return hasFilePairBelow(lines, at);
  if (isLoneFileLine(lines, at) || isSwappedPair(lines, at) || isExtendedHeader(text)) return true;
  // `From` and a commit begin the next mail of `git format-patch`.
  return isSignature(lines, at) || /^From [0-9a-f]{40} /.test(text.slice(0, 60));
}

/** Whether a file pair begins in one of the next three lines. */
function hasFilePairBelow(lines: PatchLines, at: number): boolean {
  for (let next = at + 1; next <= at + 3; next++) if (isFilePair(lines, next)) return true;
  return false;
}

/**
 * Reads the path of a `--- `, `+++ ` or `rename from` line from the text after the keyword. Removes a time stamp (after
 * a tab, or after a space if the tab was lost). Undefined for `/dev/null`.
 */
export function readHeaderPath(rest: string): string | undefined {
  const path = readAnyPath(rest);
  return isNullDevice(path) ? undefined : path;
}

/** Reads the paths of a `--- ` and a `+++ ` line, as `readHeaderPath` does. `nul` is a file if both lines name it. */
export function readHeaderPaths(
  oldRest: string,
  newRest: string,
): {
  readonly from: string | undefined;
  readonly to: string | undefined;
} {
  if ([oldRest, newRest].every((rest) => readAnyPath(rest) === 'nul')) return { from: 'nul', to: 'nul' };
  return { from: readHeaderPath(oldRest), to: readHeaderPath(newRest) };
}

function readAnyPath(rest: string): string {
  const text = rest.slice(0, maxPathChars).trim();
  const quotedPath = text.startsWith('"') ? readQuotedPath(text, 0)?.path : undefined;
  return quotedPath ?? readUnquotedPath(text);
}

function readUnquotedPath(text: string): string {
  const tab = text.indexOf('\t');
  const textBeforeTab = tab < 0 ? text : text.slice(0, tab);
  const path = textBeforeTab.replace(timestampPattern, '').trim();
  // Git quotes a name with a backslash, so an unquoted one is a separator of Windows.
  return tab < 0 ? readWrittenPath(path.replace(sideRemarkPattern, '')) : path.replaceAll('\\', '/');
}

/** A time stamp after a path, as `diff -u` writes it, whose tab was lost. */
const timestampPattern = / +\d{4}-\d\d-\d\d[ T]\d\d:\d\d(?::\d\d)?[^/]*$/;

/**
 * A remark after a path that identifies its side. Before a tab it is part of the name, since git writes a tab after a
 * name with spaces.
 */
const sideRemarkPattern = / \((?:original|modified|old|new|before|after|updated|current|existing|new file|deleted)\)$/i;

/** Reads a path as models write it: perhaps quoted, bold (Markdown), with a final colon, or with backslashes. */
export function readWrittenPath(text: string): string {
  const path = text.replace(/:$/, '');
  const unquotedPath = /^`[^`]+`$|^'[^']+'$|^"[^"]+"$/.test(path)
    ? path.slice(1, -1)
    : path.replace(/^\*\*(.+)\*\*$/, '$1');
  return unquotedPath.replaceAll('\\', '/');
}

/** Whether a path names no file: `/dev/null`, also with a prefix, or `nul` as on Windows. */
function isNullDevice(path: string): boolean {
  return /^(?:\/|[ab]\/)?dev\/null$|^nul$/.test(path);
}

/**
 * Reads the two paths of a `diff --git` line, prefixes included. Unquoted paths are not delimited: they are split where
 * both name the same file after their first component, as git does, or else where they have the longest common end.
 */
export function readGitPaths(rest: string): PathPair | undefined {
  const text = rest.slice(0, maxPathChars).trim();
  if (text.startsWith('"')) {
    const first = readQuotedPath(text, 0);
    if (first === undefined) return undefined;
    const second = text.slice(first.next).trim();
    const to = second.startsWith('"') ? readQuotedPath(second, 0)?.path : second;
    return to === undefined || to === '' ? undefined : { from: first.path, to };
  }
  if (text.endsWith('"')) {
    const quote = text.indexOf(' "');
    const second = quote < 0 ? undefined : readQuotedPath(text, quote + 1);
    return second?.next === text.length ? { from: text.slice(0, quote), to: second.path } : undefined;
  }
  return splitPaths(text.replaceAll('\\', '/'));
}

function splitPaths(text: string): PathPair | undefined {
  let best: (PathPair & { readonly sharedLength: number }) | undefined;
  for (let space = text.indexOf(' '); space >= 0; space = text.indexOf(' ', space + 1)) {
    const from = text.slice(0, space);
    const to = text.slice(space + 1);
    if (from === '' || to === '') continue;
    if (from === to || withoutFirstComponent(from) === withoutFirstComponent(to)) return { from, to };
    const shared = sharedEndLength(from, to);
    if (best === undefined || shared > best.sharedLength) best = { from, to, sharedLength: shared };
  }
  return best;
}

function withoutFirstComponent(path: string): string {
  return path.slice(path.indexOf('/') + 1);
}

/** Length of the common end of two paths, in UTF-16 units. */
export function sharedEndLength(left: string, right: string): number {
  let length = 0;
  while (length < left.length && length < right.length && left.at(-1 - length) === right.at(-1 - length)) length++;
  return length;
}
