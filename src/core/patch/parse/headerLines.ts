// Recognizes the lines of a patch that are not part of a hunk: headers, commands, code fences, signatures. Patterns are
// tried on a slice of the line, which bounds their time.
import { maxHeaderChars } from './headerPath.ts';
import { isNumberedHeader } from './hunkHeader.ts';
import type { PatchLines } from './patchLines.ts';

/** A command of the envelope format, such as `*** Update File: path`. */
export interface EnvelopeCommand {
  readonly verb: 'begin' | 'end' | 'add' | 'delete' | 'update' | 'move' | 'endOfFile';
  /** The path as written; empty for the verbs that have none. */
  readonly path: string;
}

const verbPatterns: readonly (readonly [RegExp, EnvelopeCommand['verb']])[] = [
  [/^begin patch$/i, 'begin'],
  [/^end patch$/i, 'end'],
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
