import { foldLookAlikes, isBlank, splitIndent, trimTrailing } from '../text/fold.ts';
import { shiftIndent, type IndentShift } from '../text/indentShift.ts';
import { diffLists, type Block } from '../diff/lineDiff.ts';
import { reapplySpelling } from './reapply.ts';
import type { Tier } from './matches.ts';
import { cutPieces, type Piece } from './pieces.ts';

/**
 * What a replacement needs: `own` is the file's text at the place, `old` and `fresh` are what was sent, `eol` is the
 * ending for new lines where nothing nearer gives one (`''` where the file has none: then the one that was sent).
 */
export interface Reapplied {
  readonly tier: Tier;
  readonly own: string;
  readonly old: string;
  readonly fresh: string;
  readonly eol: string;
  readonly shift: IndentShift;
}

/** A graft cut into lines: `own` and `old` have the same number of them. */
interface Cut {
  readonly own: readonly Piece[];
  readonly old: readonly Piece[];
  readonly fresh: readonly Piece[];
}

/**
 * The text that takes the place of `own`: line by line, what is the same in `old` and `fresh` stays as the file has it,
 * to the byte; what differs comes from `fresh`, with the file's line endings, its indentation, and its white space at
 * the ends of lines. `undefined` where that cannot be done without guessing.
 */
export function transplant(graft: Reapplied): string | undefined {
  const crCounts = graft.tier !== 'exact';
  // To change nothing but line endings is a wish of its own, which is then meant to the letter.
  if (!crCounts && sameButEndings(graft.old, graft.fresh)) return graft.fresh;
  const [own, old, fresh] = [graft.own, graft.old, graft.fresh].map((text) => cutPieces(text, crCounts));
  if (own === undefined || old === undefined || fresh === undefined || own.length !== old.length) return undefined;
  const cut = { own, old, fresh };
  const parts: string[] = [];
  let lastEol = graft.eol;
  for (const { content, mate } of graftLines(graft, cut) ?? []) {
    // All but the last piece get an ending: their counterpart's, else the one before.
    if (parts.length > 0) parts.push(lastEol === '' ? (fresh[parts.length >> 1]?.eol ?? '') : lastEol);
    parts.push(content);
    lastEol = mate?.eol === '' || mate === undefined ? lastEol : mate.eol;
  }
  return parts.length === 0 ? undefined : parts.join('');
}

interface GraftedLine {
  readonly content: string;
  /** The file's line whose ending this line takes over, if any. */
  readonly mate: Piece | undefined;
}

function graftLines(graft: Reapplied, cut: Cut): GraftedLine[] | undefined {
  const lines: GraftedLine[] = [];
  let kept = 0;
  const keepUpTo = (end: number): void => {
    for (; kept < end; kept++) lines.push({ content: cut.own[kept]?.content ?? '', mate: cut.own[kept] });
  };
  const contentsOf = (pieces: readonly Piece[]): string[] => pieces.map(({ content }) => content);
  for (const block of diffLists(contentsOf(cut.old), contentsOf(cut.fresh))) {
    keepUpTo(block.beforeStart);
    const own = cut.own.slice(block.beforeStart, block.beforeEnd);
    const contents = graftBlock(graft, contentsOf(own), cut, block);
    if (contents === undefined) return undefined;
    lines.push(...contents.map((content, at) => ({ content, mate: own[at] ?? own.at(-1) })));
    kept = block.beforeEnd;
  }
  keepUpTo(cut.own.length);
  return lines;
}

/** The new lines of one block, without their endings. */
function graftBlock(graft: Reapplied, own: readonly string[], cut: Cut, block: Block): string[] | undefined {
  const old = cut.old.slice(block.beforeStart, block.beforeEnd).map(({ content }) => content);
  const fresh = cut.fresh.slice(block.afterStart, block.afterEnd).map(({ content }) => content);
  // What the tier disregards at the end of a line stays as the file has it, unless it was changed there.
  const bodyOf = graft.tier === 'look-alikes' ? lookAlikeBody : trimTrailing;
  const tailOf = (line = ''): string => line.slice(bodyOf(line).length);
  const bodies = fresh.map(bodyOf);
  const grafted = graft.tier === 'look-alikes' ? carryLines(own, old, bodies) : shiftLines(graft, own, bodies);
  return grafted?.map((body, at) => {
    const tail = tailOf(fresh[at]);
    const sameTail = own.length === fresh.length && tail === tailOf(old[at]) && !isBlank(body);
    return body + (sameTail ? tailOf(own[at]) : tail);
  });
}

/** The line without the white space at its end, odd spaces included. */
function lookAlikeBody(line: string): string {
  return line.slice(0, trimTrailing(foldLookAlikes(line)).length);
}

function shiftLines(graft: Reapplied, own: readonly string[], fresh: readonly string[]): string[] | undefined {
  if (graft.tier !== 'indentation') return [...fresh];
  const levels = knownLevels(graft);
  const bodies: string[] = [];
  for (const body of fresh) {
    const shifted = shiftIndent(body, graft.shift);
    if (shifted === undefined) return undefined;
    if (isBlank(body)) {
      bodies.push(shifted);
      continue;
    }
    if (levels !== undefined && !levels.has(splitIndent(body).indent)) return undefined;
    // Tabs and spaces in one indentation, where neither side has that: the levels would be guessed.
    if (mixes(shifted) && !mixes(body) && !own.some(mixes)) return undefined;
    bodies.push(shifted);
  }
  return bodies;
}

/**
 * The indentations of `old` if they alone are safe: where tabs stand for spaces, and all lines seen have one level of
 * several tabs, how many spaces a tab is cannot be told for other levels. `undefined` if any level is safe.
 */
function knownLevels({ old, own, shift }: Reapplied): ReadonlySet<string> | undefined {
  if (shift.kind === 'prefix') return undefined;
  const levelsOf = (text: string): Set<string> =>
    new Set(cutPieces(text, true).flatMap(({ content }) => (isBlank(content) ? [] : [splitIndent(content).indent])));
  const levels = levelsOf(old);
  const [tabbed = ''] = levelsOf(shift.kind === 'tabsToSpaces' ? old : own);
  return levels.size > 1 || tabbed.split('\t').length === 2 ? undefined : levels;
}

function mixes(line: string): boolean {
  const { indent } = splitIndent(line);
  return indent.includes('\t') && indent.includes(' ');
}

function carryLines(own: readonly string[], old: readonly string[], fresh: readonly string[]): string[] | undefined {
  if (fresh.length === 0) return [];
  const [ours, sent] = [own, old].map((lines) => lines.map(lookAlikeBody).join('\n'));
  return reapplySpelling(ours ?? '', sent ?? '', fresh.join('\n'))?.split('\n');
}

/** Whether two texts differ in line endings at most. */
export function sameButEndings(one: string, two: string): boolean {
  return one.replaceAll(/\r\n?/g, '\n') === two.replaceAll(/\r\n?/g, '\n');
}
