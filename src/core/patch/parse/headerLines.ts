import { isNumberedHeader } from './hunkHeader.ts';
import type { PatchLines } from './patchLines.ts';

/** A command of the envelope: `*** Update File: path` and its kin. */
export interface EnvelopeCommand {
  readonly verb: 'begin' | 'end' | 'add' | 'delete' | 'update' | 'move' | 'endOfFile';
  /** The path, for the verbs that have one. */
  readonly path: string;
}

const verbs: readonly (readonly [RegExp, EnvelopeCommand['verb']])[] = [
  [/^begin patch$/i, 'begin'],
  [/^end patch$/i, 'end'],
  [/^end of file$/i, 'endOfFile'],
  [/^(?:add|create|new) file:/i, 'add'],
  [/^(?:delete|remove) file:/i, 'delete'],
  [/^(?:update|modify|edit|change) file:/i, 'update'],
  [/^(?:move|rename)(?: file)? to:/i, 'move'],
];

/** Reads a line as a command of the envelope; `undefined` for any other line. White space around it is let pass. */
export function readEnvelopeCommand(line: string): EnvelopeCommand | undefined {
  const text = line.slice(0, 4200).trim();
  if (!text.startsWith('*** ')) return undefined;
  const words = text
    .slice(4)
    .replace(/ \*\*\*$/, '')
    .trim();
  for (const [pattern, verb] of verbs) {
    const match = pattern.exec(words);
    if (match !== null) return { verb, path: words.slice(match[0].length).trim() };
  }
  return undefined;
}

/** True for `*** Something File:` whose verb is unknown: better refused than passed over. */
export function isUnknownEnvelopeCommand(line: string): boolean {
  return /^\*\*\* [A-Za-z]+ (?:File|Patch)\b/.test(line.slice(0, 100)) && readEnvelopeCommand(line) === undefined;
}

/** True where `--- x` and `+++ y` stand at `at` and name one file, or one file and nothing. */
export function isFilePair(lines: PatchLines, at: number): boolean {
  if (!lines.startsWith(at, '--- ')) return false;
  return lines.startsWith(lines.at(at + 1) === '' ? at + 2 : at + 1, '+++ ');
}

/** True where `+++ y` stands above `--- x`, and a hunk below them. */
export function isSwappedPair(lines: PatchLines, at: number): boolean {
  const isPair = lines.startsWith(at, '+++ ') && lines.startsWith(at + 1, '--- ');
  return isPair && isNumberedHeader(lines.at(at + 2) ?? '');
}

/** True where a pair of file lines is followed by a hunk and names one file twice: surely not lines of a hunk. */
export function isSureFilePair(lines: PatchLines, at: number): boolean {
  if (!isFilePair(lines, at) || !lines.startsWith(at + 2, '@@')) return false;
  const from = lastName(lines.at(at) ?? '');
  const to = lastName(lines.at(at + 1) ?? '');
  return from === to || from === 'null' || to === 'null';
}

/** True for one of the two file lines alone, above a hunk with numbers. */
export function isLoneFileLine(lines: PatchLines, at: number): boolean {
  const text = lines.at(at)?.slice(0, 4200) ?? '';
  return /^(?:---|\+\+\+) \S*[/.]\S*/.test(text) && isNumberedHeader(lines.at(at + 1) ?? '');
}

function lastName(line: string): string {
  const path = line.slice(4, 4200).split('\t')[0] ?? '';
  return path.slice(path.lastIndexOf('/') + 1).replace(/["\s]+$/, '');
}

/** True for a line of git's extended header, which may have lost its `diff --git` line. */
export function isExtendedHeader(line: string): boolean {
  return /^(?:new file mode|deleted file mode) \d{6}$/.test(line.slice(0, 40));
}

/** The fence that a line at the left margin opens or closes (``` or ~~~, three or more), or `undefined`. */
export function fenceOf(line: string): string | undefined {
  if (!line.startsWith('```') && !line.startsWith('~~~')) return undefined;
  return /^(`{3,}|~{3,})/.exec(line.slice(0, 100))?.[1];
}

/** True for the line that ends a mail made by git format-patch: `-- `, then the version of git. */
export function isSignature(lines: PatchLines, at: number): boolean {
  const text = lines.at(at);
  return (text === '-- ' || text === '--') && /^\d+\.\d+[\w.() -]*$/.test(lines.at(at + 1)?.slice(0, 80) ?? '');
}

/** True where a line at the left margin begins another part of the patch, so that no hunk can go on over it. */
export function beginsPart(lines: PatchLines, at: number): boolean {
  const text = lines.at(at) ?? '';
  if (text === '' || text.startsWith(' ')) return false;
  if (text.startsWith('diff --git ') || isNumberedHeader(text)) return true;
  if (text.startsWith('*** ')) return readEnvelopeCommand(text) !== undefined || isUnknownEnvelopeCommand(text);
  if (text.startsWith('diff ') || text.startsWith('Index: ')) return nextIsFile(lines, at);
  if (isLoneFileLine(lines, at) || isSwappedPair(lines, at) || isExtendedHeader(text)) return true;
  return isSignature(lines, at) || /^From [0-9a-f]{40} /.test(text.slice(0, 60));
}

function nextIsFile(lines: PatchLines, at: number): boolean {
  for (let next = at + 1; next <= at + 3; next++) if (isFilePair(lines, next)) return true;
  return false;
}
