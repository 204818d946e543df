import { beginsPart, isFilePair, isSureFilePair, readEnvelopeCommand, fenceOf } from './headerLines.ts';
import { markers, type PatchLines } from './patchLines.ts';
import type { Hunk, HunkBody, HunkLine, HunkNumbers, LineEnd } from './types.ts';

/** A hunk's lines, and where the next part of the patch begins. */
export interface BodyRead {
  readonly body: HunkBody;
  readonly next: number;
  /** True where the header announces more lines than there are. */
  readonly short: boolean;
}

/** What decides where the body of a hunk ends. */
export interface BodyOptions {
  readonly form: 'envelope' | 'git' | 'unified';
  readonly numbers: HunkNumbers | undefined;
  /** The code fence around the patch that is still open. */
  readonly fence: string | undefined;
  readonly landmarks: Landmarks;
}

/** Facts about the whole text, computed once on first use, so that no line scans the rest of the text again. */
export interface Landmarks {
  /** The lines that end in CRLF. */
  readonly crlf: ReadonlySet<number>;
  /** How many fence lines there are below a line. */
  readonly fencesBelow: (at: number) => number;
  /** The last line at the left margin that begins with `*** `. */
  readonly lastMark: () => number;
}

export function readLandmarks(lines: PatchLines, crlf: ReadonlySet<number>): Landmarks {
  let fences: Int32Array | undefined;
  let mark: number | undefined;
  return {
    crlf,
    fencesBelow: (at) => (fences ??= countFences(lines))[at] ?? 0,
    lastMark: () => (mark ??= lines.findLastIndex((line) => line.startsWith('*** '))),
  };
}

function countFences(lines: PatchLines): Int32Array {
  const below = new Int32Array(lines.length);
  for (let at = lines.length - 2; at >= 0; at--) {
    below[at] = (below[at + 1] ?? 0) + (fenceOf(lines.at(at + 1) ?? '') === undefined ? 0 : 1);
  }
  return below;
}

/**
 * Reads the body of a hunk that begins at `at`. Believes the counts of the header if another part, prose or nothing
 * follows there; otherwise the body goes on to the next part.
 */
export function readHunkBody(lines: PatchLines, at: number, setting: BodyOptions): BodyRead {
  const counted = setting.form === 'envelope' ? undefined : countedEnd(lines, at, setting);
  const next = counted ?? structuralEnd(lines, at, setting);
  const body = bodyOf(lines, at, next, setting.landmarks.crlf);
  return { body, next, short: counted === undefined && isShort(body.lines, setting.numbers) };
}

function isShort(lines: readonly HunkLine[], numbers: HunkNumbers | undefined): boolean {
  // A header that begins with line 0 has no old lines, whatever its count says.
  const oldCount = numbers?.oldStart === 0 ? 0 : (numbers?.oldCount ?? 0);
  return oldCount > sideOf(lines, 'old').length || (numbers?.newCount ?? 0) > sideOf(lines, 'new').length;
}

function countedEnd(lines: PatchLines, at: number, setting: BodyOptions): number | undefined {
  let removed = setting.numbers?.oldCount ?? 1;
  let added = setting.numbers?.newCount ?? 1;
  if (setting.numbers === undefined || removed + added === 0) return undefined;
  let next = at;
  for (; removed > 0 || added > 0; next++) {
    if (next >= lines.length) return undefined;
    const mark = lines.markerAt(next);
    // Lines that begin with a space or `+` are always part of the body.
    if (mark !== markers.context && mark !== markers.add) {
      const text = lines.at(next) ?? '';
      if (!isMarked(text) && beginsPart(lines, next)) return undefined;
      if (setting.form !== 'git' && isSureFilePair(lines, next)) return undefined;
      if (isNoNewline(text)) continue;
    }
    if (mark !== markers.add) removed--;
    if (mark !== markers.remove) added--;
    if (removed < 0 || added < 0) return undefined;
  }
  while (isNoNewline(lines.at(next) ?? '')) next++;
  return continuesAfterCount(lines, next, setting) ? undefined : next;
}

/**
 * True where the lines after a counted body look like more of it: a marked line directly after it, or changes before the
 * next part. A list in prose below a patch (`- did this`) does not count.
 */
function continuesAfterCount(lines: PatchLines, at: number, setting: BodyOptions): boolean {
  let next = at;
  while (lines.at(next)?.trim() === '') next++;
  if (next < lines.length && !endsBody(lines, next, setting) && isMarked(lines.at(next) ?? '')) return true;
  for (; next < lines.length && !endsBody(lines, next, setting); next++) {
    if (/^[+-](?![ +-]|$)/.test(lines.at(next)?.slice(0, 2) ?? '')) return true;
  }
  return false;
}

function structuralEnd(lines: PatchLines, at: number, setting: BodyOptions): number {
  let next = at;
  while (next < lines.length && !endsBody(lines, next, setting)) next++;
  return next;
}

function endsBody(lines: PatchLines, at: number, setting: BodyOptions): boolean {
  if (lines.startsWith(at, '@@') || beginsPart(lines, at)) return true;
  const text = lines.at(at) ?? '';
  // A padded end mark ends the envelope where nothing of it follows; else it is a line of the file.
  if (setting.form === 'envelope' && at > setting.landmarks.lastMark() && /^\s+\*\*\* /.test(text.slice(0, 100))) {
    return readEnvelopeCommand(text)?.verb === 'end';
  }
  if (isFilePair(lines, at) && (setting.form === 'unified' || isSureFilePair(lines, at))) return true;
  // A closing fence leaves the fences below it paired; an odd one is a context line that lost its space.
  const closes = setting.fence !== undefined && text.trimEnd() === setting.fence;
  return closes && setting.landmarks.fencesBelow(at) % 2 === 0;
}

function isMarked(text: string): boolean {
  return text.startsWith('+') || text.startsWith('-') || text.startsWith(' ') || text.startsWith('\t');
}

function isNoNewline(text: string): boolean {
  return text.startsWith('\\ ') || text === 'No newline at end of file';
}

function bodyOf(lines: PatchLines, from: number, to: number, crlf: ReadonlySet<number>): HunkBody {
  const written = lines.slice(from, to);
  if (crlf.size === 0 && isWholeMarked(written)) return new LazyBody(written);
  const body: HunkLine[] = [];
  for (const [at, text] of written.toArray().entries()) {
    const last = body.at(-1);
    if (isNoNewline(text) && last !== undefined) body[body.length - 1] = withoutEnd(last);
    else body.push(bodyLine(text, crlf.has(from + at) ? '\r\n' : '\n'));
  }
  return { lines: body, rawLines: undefined };
}

function withoutEnd(line: HunkLine): HunkLine {
  return line.end === '\r\n' ? { ...line, end: '', bareReturn: true } : { ...line, end: '' };
}

function isWholeMarked(written: PatchLines): boolean {
  for (let line = 0; line < written.length; line++) {
    const mark = written.markerAt(line);
    if (mark !== markers.context && mark !== markers.add && mark !== markers.remove) return false;
  }
  return true;
}

/** How many lines a body has. */
export function countLines(body: HunkBody): number {
  return (body.rawLines ?? body.lines).length;
}

/** The same hunk with other lines. */
export function withLines(hunk: Hunk, lines: readonly HunkLine[]): Hunk {
  return { ...hunk, body: { lines, rawLines: undefined } };
}

/** A body whose lines are parsed on first access. */
class LazyBody implements HunkBody {
  readonly rawLines: PatchLines;
  #lines: readonly HunkLine[] | undefined;

  constructor(written: PatchLines) {
    this.rawLines = written;
  }

  get lines(): readonly HunkLine[] {
    this.#lines ??= this.rawLines.toArray().map((text) => bodyLine(text, '\n'));
    return this.#lines;
  }
}

function bodyLine(text: string, end: LineEnd): HunkLine {
  if (text.startsWith('+')) return { kind: 'add', text: text.slice(1), end, lostMarker: false };
  if (text.startsWith('-')) return { kind: 'remove', text: text.slice(1), end, lostMarker: false };
  if (text.startsWith(' ') || text.startsWith('\u00a0')) {
    return { kind: 'context', text: text.slice(1), end, lostMarker: false };
  }
  return { kind: 'context', text, end, lostMarker: true };
}

/** The lines of one side of a hunk. */
export function sideOf(lines: readonly HunkLine[], side: 'old' | 'new'): readonly HunkLine[] {
  return lines.filter((line) => line.kind !== (side === 'old' ? 'add' : 'remove'));
}

/** How many context lines are above the first change; 0 where nothing changes. */
export function contextAbove(lines: readonly HunkLine[]): number {
  return Math.max(0, lines.findIndex(isChange));
}

/** How many context lines are below the last change; all of them where nothing changes. */
export function contextBelow(lines: readonly HunkLine[]): number {
  return lines.length - 1 - lines.findLastIndex(isChange);
}

function isChange({ kind }: HunkLine): boolean {
  return kind !== 'context';
}
