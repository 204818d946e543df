import { beginsPart, isFilePair, isSureFilePair, readEnvelopeMark, readFence } from './marks.ts';
import type { PatchLine } from './types.ts';
import type { HunkLine, HunkNumbers, LineEnd } from './types.ts';

/** The lines of a hunk, and where the next part of the patch begins. */
export interface HunkBody {
  readonly lines: readonly HunkLine[];
  readonly next: number;
  /** True where the header announces more lines than there are. */
  readonly short: boolean;
}

/** What surrounds a hunk and decides where it may end. */
export interface BodySetting {
  readonly form: 'envelope' | 'git' | 'unified';
  readonly numbers: HunkNumbers | undefined;
  /** The fence that was opened above and not yet closed. */
  readonly fence: string | undefined;
  readonly landmarks: Landmarks;
}

/** What is known of the whole text, found once so that no line asks the rest of the text again. */
export interface Landmarks {
  /** For each line, how many fence lines stand below it. */
  readonly fencesBelow: Int32Array;
  /** The last line at the left margin that begins with `*** `. */
  readonly lastMark: number;
}

export function readLandmarks(lines: readonly PatchLine[]): Landmarks {
  const fencesBelow = new Int32Array(lines.length);
  for (let at = lines.length - 2; at >= 0; at--) {
    fencesBelow[at] = (fencesBelow[at + 1] ?? 0) + (readFence(lines[at + 1]?.text ?? '') === undefined ? 0 : 1);
  }
  return { fencesBelow, lastMark: lines.findLastIndex((line) => line.text.startsWith('*** ')) };
}

/**
 * Reads the body of a hunk that begins at `at`. The counts of the header are believed where the body bears them out, that
 * is where another part, prose, or nothing follows; else the body reaches to the next part, whatever the header says.
 */
export function readHunkBody(lines: readonly PatchLine[], at: number, setting: BodySetting): HunkBody {
  const counted = setting.form === 'envelope' ? undefined : countedEnd(lines, at, setting);
  const next = counted ?? structuralEnd(lines, at, setting);
  const body = bodyLines(lines, at, next);
  const { numbers } = setting;
  // A file that begins with its first line has no old lines, whatever the count says.
  const oldCount = numbers?.oldStart === 0 ? 0 : (numbers?.oldCount ?? 0);
  const short =
    counted === undefined && (oldCount > count(body, 'add') || (numbers?.newCount ?? 0) > count(body, 'remove'));
  return { lines: body, next, short };
}

function count(lines: readonly HunkLine[], except: HunkLine['kind']): number {
  return lines.reduce((total, line) => (line.kind === except ? total : total + 1), 0);
}

function countedEnd(lines: readonly PatchLine[], at: number, setting: BodySetting): number | undefined {
  let removed = setting.numbers?.oldCount ?? 1;
  let added = setting.numbers?.newCount ?? 1;
  if (setting.numbers === undefined || removed + added === 0) return undefined;
  let next = at;
  for (; removed > 0 || added > 0; next++) {
    const text = lines[next]?.text;
    if (text === undefined || (!isMarked(text) && beginsPart(lines, next))) return undefined;
    if (setting.form !== 'git' && isSureFilePair(lines, next)) return undefined;
    if (isNoNewline(text)) continue;
    if (!text.startsWith('+')) removed--;
    if (!text.startsWith('-')) added--;
    if (removed < 0 || added < 0) return undefined;
  }
  while (isNoNewline(lines[next]?.text ?? '')) next++;
  return goesOn(lines, next, setting) ? undefined : next;
}

/**
 * True where the lines after a counted body look like more of it: a marked line right behind it, or changes further down
 * before the next part. A list in the prose below a patch (`- did this`) is none.
 */
function goesOn(lines: readonly PatchLine[], at: number, setting: BodySetting): boolean {
  let next = at;
  while (lines[next]?.text.trim() === '') next++;
  if (next < lines.length && !endsBody(lines, next, setting) && isMarked(lines[next]?.text ?? '')) return true;
  for (; next < lines.length && !endsBody(lines, next, setting); next++) {
    if (/^[+-](?![ +-]|$)/.test(lines[next]?.text.slice(0, 2) ?? '')) return true;
  }
  return false;
}

function structuralEnd(lines: readonly PatchLine[], at: number, setting: BodySetting): number {
  let next = at;
  while (next < lines.length && !endsBody(lines, next, setting)) next++;
  return next;
}

function endsBody(lines: readonly PatchLine[], at: number, setting: BodySetting): boolean {
  const text = lines[at]?.text ?? '';
  if (text.startsWith('@@') || beginsPart(lines, at)) return true;
  // A padded end mark ends the envelope where nothing of it follows; else it is a line of the file.
  if (setting.form === 'envelope' && at > setting.landmarks.lastMark && /^\s+\*\*\* /.test(text.slice(0, 100))) {
    return readEnvelopeMark(text)?.verb === 'end';
  }
  if (isFilePair(lines, at) && (setting.form === 'unified' || isSureFilePair(lines, at))) return true;
  // A closing fence leaves the fences below it paired; an odd one is a context line that lost its space.
  const closes = setting.fence !== undefined && text.trimEnd() === setting.fence;
  return closes && (setting.landmarks.fencesBelow[at] ?? 0) % 2 === 0;
}

function isMarked(text: string): boolean {
  return text.startsWith('+') || text.startsWith('-') || text.startsWith(' ') || text.startsWith('\t');
}

function isNoNewline(text: string): boolean {
  return text.startsWith('\\ ') || text === 'No newline at end of file';
}

function bodyLines(lines: readonly PatchLine[], from: number, to: number): HunkLine[] {
  const body: HunkLine[] = [];
  for (let at = from; at < to; at++) {
    const { text, end } = lines[at] ?? { text: '', end: '\n' };
    const last = body.at(-1);
    if (isNoNewline(text) && last !== undefined) body[body.length - 1] = { ...last, end: '' };
    else body.push(bodyLine(text, end));
  }
  return body;
}

function bodyLine(text: string, end: LineEnd): HunkLine {
  if (text.startsWith('+')) return { kind: 'add', text: text.slice(1), end, unmarked: false };
  if (text.startsWith('-')) return { kind: 'remove', text: text.slice(1), end, unmarked: false };
  if (text.startsWith(' ') || text.startsWith('\u00a0')) {
    return { kind: 'context', text: text.slice(1), end, unmarked: false };
  }
  return { kind: 'context', text, end, unmarked: true };
}
