// Reads the body of a hunk: decides where it ends, and parses its lines.
import { beginsPart, isFilePair, isCertainFilePair, readEnvelopeCommand, fenceOf } from './headerLines.ts';
import { sideOf } from './hunkLines.ts';
import { markers, type PatchLines } from './patchLines.ts';
import type { HunkBody, HunkLine, HunkNumbers, LineEnding } from './types.ts';

/** Reading a line of a body takes two units of `countTowardsYield`: to find its end, and to parse it. */
export const readCost = 2;

/** The body of a hunk, and the line (0-based) after it. */
export interface ParsedBody {
  readonly body: HunkBody;
  readonly next: number;
  /** Whether the header counts more lines than the body has, so that it may be truncated. */
  readonly lacksCountedLines: boolean;
}

/** The context by which the end of a hunk's body is found. */
export interface BodyOptions {
  readonly form: 'envelope' | 'git' | 'unified';
  /** The numbers of the header; undefined if it has none, and in envelopes, whose counts are not used. */
  readonly numbers: HunkNumbers | undefined;
  /** The code fence that is open around the patch; undefined if none is. */
  readonly fence: string | undefined;
  readonly landmarks: Landmarks;
}

/** Positions in the whole text, computed once, on first use: a scan of the text for each line would be quadratic. */
export interface Landmarks {
  /** The lines that end in CRLF. */
  readonly crlf: ReadonlySet<number>;
  /** Returns the number of fence lines below a line. */
  readonly fencesBelow: (at: number) => number;
  /** Returns the last line that begins with `*** `, which an indented one does not; -1 without any. */
  readonly lastCommand: () => number;
}

export function createLandmarks(lines: PatchLines, crlf: ReadonlySet<number>): Landmarks {
  let fences: Int32Array | undefined;
  let lastCommand: number | undefined;
  return {
    crlf,
    fencesBelow: (at) => (fences ??= countFences(lines))[at] ?? 0,
    lastCommand: () => (lastCommand ??= lines.findLastIndex((line) => line.startsWith('*** '))),
  };
}

function countFences(lines: PatchLines): Int32Array {
  const fencesBelow = new Int32Array(lines.length);
  for (let at = lines.length - 2; at >= 0; at--) {
    fencesBelow[at] = (fencesBelow[at + 1] ?? 0) + (fenceOf(lines.at(at + 1) ?? '') === undefined ? 0 : 1);
  }
  return fencesBelow;
}

/**
 * Reads the body of a hunk that begins at line `at`. It ends according to the header's counts if another part, prose or
 * nothing follows there; otherwise where the next part begins.
 */
export function readHunkBody(lines: PatchLines, at: number, options: BodyOptions): ParsedBody {
  const endByCounts = findEndByCounts(lines, at, options);
  const next = endByCounts ?? findNextPart(lines, at, options);
  const body = parseBody(lines, at, next, options.landmarks.crlf);
  return { body, next, lacksCountedLines: endByCounts === undefined && hasFewerLines(body.lines, options.numbers) };
}

/** Whether a body has fewer lines than its header counts. */
function hasFewerLines(lines: readonly HunkLine[], numbers: HunkNumbers | undefined): boolean {
  // A hunk at line 0 has no old lines, whatever its count says.
  const oldCount = numbers?.oldStart === 0 ? 0 : (numbers?.oldCount ?? 0);
  return oldCount > sideOf(lines, 'old').length || (numbers?.newCount ?? 0) > sideOf(lines, 'new').length;
}

/** The line after the body by the header's counts; undefined if it has none, or they do not fit the lines. */
function findEndByCounts(lines: PatchLines, at: number, options: BodyOptions): number | undefined {
  if (options.numbers === undefined) return undefined;
  const { oldCount = 1, newCount = 1 } = options.numbers;
  let [oldRemaining, newRemaining] = [oldCount, newCount];
  // A header that counts no lines at all says nothing about the body.
  if (oldRemaining + newRemaining === 0) return undefined;
  let next = at;
  for (; oldRemaining > 0 || newRemaining > 0; next++) {
    const kind = kindByMarker(lines, next, options);
    if (kind === undefined) return undefined;
    if (kind === 'context' || kind === 'remove') oldRemaining--;
    if (kind === 'context' || kind === 'add') newRemaining--;
    if (oldRemaining < 0 || newRemaining < 0) return undefined;
  }
  while (isNoNewline(lines.at(next) ?? '')) next++;
  return bodyContinues(lines, next, options) ? undefined : next;
}

/** The kind of a line inside a counted body; undefined for one that cannot belong to it. */
function kindByMarker(
  lines: PatchLines,
  at: number,
  { form }: BodyOptions,
): HunkLine['kind'] | 'noNewline' | undefined {
  const marker = lines.markerAt(at);
  // Lines that begin with a space or `+` are always part of the body.
  if (marker === markers.context) return 'context';
  if (marker === markers.add) return 'add';
  const text = lines.at(at);
  if (text === undefined || (!hasMarker(text) && beginsPart(lines, at))) return undefined;
  // In a git diff, a `diff --git` line is above each file pair.
  if (form !== 'git' && isCertainFilePair(lines, at)) return undefined;
  if (isNoNewline(text)) return 'noNewline';
  return marker === markers.remove ? 'remove' : 'context';
}

/** Matches the start of a changed line, but not of a list item in prose (`- did this`) or of `---`. */
const changedLinePattern = /^[+-](?![ +-]|$)/;

/**
 * Whether the lines after the end of a body belong to it, so that its counts or its end marker are wrong. They do if a
 * line with a marker is directly after the body, or a changed line is before the next part.
 */
export function bodyContinues(lines: PatchLines, at: number, options: BodyOptions): boolean {
  let next = at;
  while (lines.at(next)?.trim() === '') next++;
  const isInBody = (): boolean => next < lines.length && !endsBody(lines, next, options);
  if (isInBody() && hasMarker(lines.at(next) ?? '')) return true;
  for (; isInBody(); next++) {
    if (changedLinePattern.test(lines.at(next)?.slice(0, 2) ?? '')) return true;
  }
  return false;
}

/** The line at which the next part of the patch begins: the end of a body whose counts are missing or wrong. */
function findNextPart(lines: PatchLines, at: number, options: BodyOptions): number {
  let next = at;
  while (next < lines.length && !endsBody(lines, next, options)) next++;
  return next;
}

/** Whether a line is below the body: it begins another part or file, or closes the envelope or code fence. */
function endsBody(lines: PatchLines, at: number, options: BodyOptions): boolean {
  if (lines.startsWith(at, '@@') || beginsPart(lines, at)) return true;
  const text = lines.at(at) ?? '';
  // An indented `*** End Patch` ends the envelope only if no command follows; otherwise it is a line of the file.
  const isIndentedCommand = options.form === 'envelope' && /^\s+\*\*\* /.test(text.slice(0, 100));
  if (isIndentedCommand && at > options.landmarks.lastCommand()) return readEnvelopeCommand(text)?.verb === 'end';
  if (isFilePair(lines, at) && (options.form === 'unified' || isCertainFilePair(lines, at))) return true;
  // An even number of fences below are pairs. With an odd number, this one is a context line that lost its space.
  const closesFence = options.fence !== undefined && text.trimEnd() === options.fence;
  return closesFence && options.landmarks.fencesBelow(at) % 2 === 0;
}

/** Whether a line begins as one of a hunk does: with a marker, or a tab, since a context line may lack its space. */
function hasMarker(text: string): boolean {
  return text.startsWith('+') || text.startsWith('-') || text.startsWith(' ') || text.startsWith('\t');
}

/** Matches git's note below a last line without an ending, in English, with or without its backslash. */
export const noNewlinePattern = /^(?:\\ )?No newline at end of file$/;

/** Whether a line of a hunk is git's note of a missing ending, in any language. */
function isNoNewline(text: string): boolean {
  return text.startsWith('\\ ') || noNewlinePattern.test(text);
}

/** Parses the lines `[from, to)` of a patch; `crlf` are those that end in CRLF. */
function parseBody(lines: PatchLines, from: number, to: number, crlf: ReadonlySet<number>): HunkBody {
  const bodyLines = lines.slice(from, to);
  if (crlf.size === 0 && allHaveMarkers(bodyLines)) return new LazyBody(bodyLines);
  const body: HunkLine[] = [];
  for (const [at, text] of bodyLines.toArray().entries()) {
    const lastLine = body.at(-1);
    if (isNoNewline(text) && lastLine !== undefined) body[body.length - 1] = withoutEnding(lastLine);
    else body.push(parseBodyLine(text, crlf.has(from + at) ? '\r\n' : '\n'));
  }
  return { lines: body, rawLines: undefined };
}

function withoutEnding(line: HunkLine): HunkLine {
  return line.ending === '\r\n' ? { ...line, ending: '', hasBareReturn: true } : { ...line, ending: '' };
}

/** Whether all lines have a marker. A tab is none here: such a line is context that lacks its space. */
function allHaveMarkers(bodyLines: PatchLines): boolean {
  for (let line = 0; line < bodyLines.length; line++) {
    const marker = bodyLines.markerAt(line);
    if (marker !== markers.context && marker !== markers.add && marker !== markers.remove) return false;
  }
  return true;
}

/** A body whose lines all have markers and end in LF; they are parsed on first access. */
class LazyBody implements HunkBody {
  readonly rawLines: PatchLines;
  /** Parsed by the first access to `lines`. */
  #lines: readonly HunkLine[] | undefined;

  constructor(rawLines: PatchLines) {
    this.rawLines = rawLines;
  }

  get lines(): readonly HunkLine[] {
    this.#lines ??= this.rawLines.toArray().map((text) => parseBodyLine(text, '\n'));
    return this.#lines;
  }
}

function parseBodyLine(text: string, ending: LineEnding): HunkLine {
  if (text.startsWith('+')) return { kind: 'add', text: text.slice(1), ending, lacksMarker: false };
  if (text.startsWith('-')) return { kind: 'remove', text: text.slice(1), ending, lacksMarker: false };
  // Copying from a web page may turn the space into a no-break space.
  if (text.startsWith(' ') || text.startsWith('\u00a0')) {
    return { kind: 'context', text: text.slice(1), ending, lacksMarker: false };
  }
  return { kind: 'context', text, ending, lacksMarker: true };
}
