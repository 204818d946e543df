// Finds and escapes characters that hide, reorder or imitate text.
import { splitLines, type Line, type TextEdit } from './text.ts';

/** The kinds of characters that hide, reorder or imitate text ("Trojan Source"). */
export type HiddenKind = 'bidirectional' | 'invisible' | 'tag' | 'control' | 'separator' | 'surrogate' | 'confusable';

/** A character that a user could overlook. */
export interface HiddenFinding {
  readonly kind: HiddenKind;
  /** Such as `U+202E`. */
  readonly codePoint: string;
  /** 1-based. */
  readonly line: number;
  /** 0-based, in UTF-16 units. */
  readonly column: number;
}

/** Ranges of the Unicode Character Database: Bidi_Control, Default_Ignorable_Code_Point, and the Tags block. */
const bidirectional = '\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069';
const invisible =
  '\\u00ad\\u034f\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200d\\u2060-\\u2065\\u206a-\\u206f\\u2800\\u3164' +
  '\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufffb\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0080}-\\u{e0fff}';
const tag = '\\u{e0000}-\\u{e007f}';
const control = '\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f';
const separator = '\\u2028\\u2029';

const patternByKind: readonly (readonly [HiddenKind, RegExp])[] = [
  ['bidirectional', new RegExp(`^[${bidirectional}]$`, 'u')],
  ['tag', new RegExp(`^[${tag}]$`, 'u')],
  ['invisible', new RegExp(`^[${invisible}]$`, 'u')],
  ['control', new RegExp(`^[${control}]$`, 'u')],
  ['separator', new RegExp(`^[${separator}]$`, 'u')],
  ['surrogate', /^[\ud800-\udfff]$/u],
];

const hiddenPattern = new RegExp(`[${bidirectional}${tag}${invisible}${control}${separator}\\ud800-\\udfff]`, 'gu');
const unsafeForDisplay = new RegExp(
  `[${bidirectional}${tag}${invisible}${control}${separator}\\t\\n\\r\\ud800-\\udfff]`,
  'gu',
);
const ignorablePattern = new RegExp(`[${bidirectional}${tag}${invisible}]`, 'gu');

/** Cyrillic, Greek and Armenian letters that look like Latin ones in common typefaces (after Unicode TR 39). */
const confusablePattern = /[АВЕЅІЈКМНОРСТУХаеорсухіјѕԁһԛԝүҮΑΒΕΖΗΙΚΜΝΟΡΤΥΧονօոսց]/u;
const wordPattern = /[\p{L}\p{N}\p{M}_]+/gu;
const latinPattern = /[A-Za-z]/;
/** Fast path: a text without these has no findings. */
const nonAsciiPattern = /[^\t\n\r -~]/;

/** Characters after which a joiner is part of the spelling: emoji, and letters of scripts that shape them. */
const joinerContext =
  /[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}]$/u;
/** Characters after which a variation selector is part of the spelling. */
const selectorContext = /[\p{Extended_Pictographic}#*0-9\p{Script=Han}\p{Script=Mongolian}]$/u;

/**
 * Finds the first `maxFindings` hidden or look-alike characters of a text, in order. Does not report tabs, line endings, a
 * byte order mark at the start, or joiners and variation selectors that a script or an emoji needs.
 */
export function findHidden(text: string, maxFindings = 100): HiddenFinding[] {
  if (!nonAsciiPattern.test(text)) return [];
  const hidden: { readonly at: number; readonly kind: HiddenKind; readonly character: string }[] = [];
  for (const match of text.matchAll(hiddenPattern)) {
    if (hidden.length >= maxFindings) break;
    if (isPartOfSpelling(text, match.index, match[0])) continue;
    hidden.push({ at: match.index, kind: hiddenKind(match[0]), character: match[0] });
  }
  let confusables = 0;
  for (const match of confusablePattern.test(text) ? text.matchAll(wordPattern) : []) {
    if (confusables >= maxFindings) break;
    if (!latinPattern.test(match[0])) continue;
    const imitation = confusablePattern.exec(match[0]);
    if (imitation === null) continue;
    confusables++;
    hidden.push({ at: match.index + imitation.index, kind: 'confusable', character: imitation[0] });
  }
  hidden.sort((a, b) => a.at - b.at);
  return locateFindings(text, hidden.slice(0, maxFindings));
}

/**
 * Finds the characters that a change adds. With `edits` (sorted offsets in `before`) these are the findings inside
 * inserted text; without them, the findings on lines that `before` does not have.
 */
export function findNewHidden(
  before: string | undefined,
  after: string,
  edits?: readonly TextEdit[],
  maxFindings = 100,
): HiddenFinding[] {
  if (before === undefined || before === '') return findHidden(after, maxFindings);
  // Without a limit here, so that old findings do not use it up.
  const allHidden = findHidden(after, Number.MAX_SAFE_INTEGER);
  if (allHidden.length === 0) return [];
  const lines = splitLines(after);
  const isNew = edits === undefined ? createNewLineTest(before, after, lines) : createInsertedTest(edits);
  const newFindings: HiddenFinding[] = [];
  for (const finding of allHidden) {
    const at = finding.line - 1;
    if (!isNew((lines[at]?.start ?? 0) + finding.column, at)) continue;
    newFindings.push(finding);
    if (newFindings.length >= maxFindings) break;
  }
  return newFindings;
}

/** Escapes characters that hide, reorder or break lines as `⟨U+202E⟩`. For paths and other names. */
export function escapeForDisplay(text: string): string {
  return text.replace(unsafeForDisplay, (character) => `⟨${codePointName(character)}⟩`);
}

/** Escapes text as literal Markdown of one line, so that no part of it becomes a link, an image, an icon or HTML. */
export function escapeMarkdown(text: string): string {
  return escapeForDisplay(text)
    .replace(/[!-/:-@[-`{-~]/g, '\\$&')
    .replace(/^ +| {2,}/g, (spaces) => '&nbsp;'.repeat(spaces.length));
}

/** Whether an offset is between the two halves of a surrogate pair. */
export function isInsidePair(text: string, offset: number): boolean {
  return /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(offset - 1, offset + 1));
}

/** Removes invisible characters, which some file systems ignore in names. */
export function withoutIgnorable(text: string): string {
  return text.replace(ignorablePattern, '');
}

/** Name of a character: `U+202E`, or `U+D800` for a lone surrogate. */
function codePointName(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

function hiddenKind(character: string): HiddenKind {
  return patternByKind.find(([, pattern]) => pattern.test(character))?.[0] ?? 'invisible';
}

/** Whether a character is needed where it is, so that it is not suspicious. */
function isPartOfSpelling(text: string, at: number, character: string): boolean {
  if (character === '\ufeff') return at === 0;
  const before = text.slice(Math.max(0, at - 2), at);
  if (character === '\u200c' || character === '\u200d') return joinerContext.test(before);
  if (/[\ufe00-\ufe0f\u180b-\u180d\u{e0100}-\u{e01ef}]/u.test(character)) return selectorContext.test(before);
  return false;
}

function locateFindings(
  text: string,
  hidden: readonly { readonly at: number; readonly kind: HiddenKind; readonly character: string }[],
): HiddenFinding[] {
  if (hidden.length === 0) return [];
  const lines = splitLines(text);
  let index = 0;
  return hidden.map(({ at, kind, character }) => {
    while (index < lines.length - 1 && at >= (lines[index]?.next ?? Infinity)) index++;
    return { kind, codePoint: codePointName(character), line: index + 1, column: at - (lines[index]?.start ?? 0) };
  });
}

/** Creates a test for findings in ascending order, which checks each line once. */
function createNewLineTest(
  before: string,
  after: string,
  lines: readonly Line[],
): (offset: number, line: number) => boolean {
  const oldLines = new Set(splitLines(before).map(({ start, end }) => before.slice(start, end)));
  let lastLine = -1;
  let isNew = false;
  return (_offset, line) => {
    if (line !== lastLine) isNew = !oldLines.has(after.slice(lines[line]?.start, lines[line]?.end));
    lastLine = line;
    return isNew;
  };
}

/** Creates a test for offsets in ascending order, which passes over the edits once. */
function createInsertedTest(edits: readonly TextEdit[]): (offset: number) => boolean {
  let shift = 0;
  const ranges = edits.map((edit) => {
    const start = edit.start + shift;
    shift += edit.text.length - (edit.end - edit.start);
    return { start, end: start + edit.text.length };
  });
  let next = 0;
  return (offset) => {
    for (let range = ranges[next]; range !== undefined && range.end <= offset; range = ranges[next]) next++;
    return offset >= (ranges[next]?.start ?? Infinity);
  };
}
