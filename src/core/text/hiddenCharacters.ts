// Finds, escapes and removes characters that hide, reorder or imitate text ("Trojan Source"), so that they deceive
// nobody in a review, a message or a path.
import { lineAt, lineOf, lineStarts, splitLines, firstIndex, type TextEdit } from './text.ts';

/** Put after a name: one in Arabic or Hebrew would turn "· +3 −1" behind it into "1− 3+ ·", in front of it. */
export const leftToRightMark = '\u200e';

/** Ranges of the Unicode Character Database, for character classes of regular expressions with the flag `u`. */
const hidingRanges = {
  /** Bidi_Control. */
  bidirectional: '\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069',
  /** The Tags block. */
  tag: '\\u{e0000}-\\u{e007f}',
  /** Default_Ignorable_Code_Point, and blanks that are no white space. */
  invisible:
    '\\u00ad\\u034f\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200d\\u2060-\\u2065\\u206a-\\u206f\\u2800\\u3164' +
    '\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufffb\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0080}-\\u{e0fff}',
  /** Control characters but tab, LF and CR. */
  control: '\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f',
  /** Line and paragraph separator. */
  separator: '\\u2028\\u2029',
  /** Lone surrogates only: with the flag `u`, the halves of a pair do not match. */
  surrogate: '\\ud800-\\udfff',
} as const;

const allHidingRanges = Object.values(hidingRanges).join('');
const unsafeForDisplay = new RegExp(`[\\t\\n\\r${allHidingRanges}]`, 'gu');
const ignorablePattern = new RegExp(
  `[${hidingRanges.bidirectional}${hidingRanges.tag}${hidingRanges.invisible}]`,
  'gu',
);

/** Escapes characters that hide or reorder text, tabs and line endings as `⟨U+202E⟩`. For paths and other names. */
export function escapeForDisplay(text: string): string {
  return text.replace(unsafeForDisplay, (character) => `⟨${codePointName(character)}⟩`);
}

/** Escapes text as literal Markdown of one line, so that no part of it becomes a link, an image, an icon or HTML. */
export function escapeMarkdown(text: string): string {
  return escapeForDisplay(text)
    .replace(/[!-/:-@[-`{-~]/g, '\\$&')
    .replace(/^ +| {2,}/g, (spaces) => '&nbsp;'.repeat(spaces.length));
}

/** Removes bidirectional, tag and invisible characters, which some file systems ignore in names. */
export function withoutIgnorable(text: string): string {
  return text.replace(ignorablePattern, '');
}

/**
 * Reason why a character is reported: the way in which it hides or reorders text, or its likeness to a Latin letter.
 */
export type HiddenKind = keyof typeof hidingRanges | 'confusable';

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

/** The kinds of hidden characters that `hiddenKind` tests; any other hidden character is `invisible`. */
const distinctKinds = ['bidirectional', 'tag', 'control', 'separator', 'surrogate'] as const;
// Marked pure, so that programs that only escape text are bundled without these patterns.
const patternByKind = /* @__PURE__ */ distinctKinds.map(
  (kind) => [kind, new RegExp(`^[${hidingRanges[kind]}]$`, 'u')] as const,
);

const hiddenPattern = /* @__PURE__ */ (() => new RegExp(`[${allHidingRanges}]`, 'gu'))();

/** Cyrillic, Greek and Armenian letters that look like Latin ones in common typefaces (after Unicode TR 39). */
const confusablePattern = /[АВЕЅІЈКМНОРСТУХаеорсухіјѕԁһԛԝүҮΑΒΕΖΗΙΚΜΝΟΡΤΥΧονօոսց]/u;
const wordPattern = /[\p{L}\p{N}\p{M}_]+/gu;
const latinPattern = /[A-Za-z]/;
/** Fast path: a text without these has no findings. */
const nonAsciiPattern = /[^\t\n\r -~]/;

/** Characters after which a joiner is part of the spelling: emoji, and letters of scripts that use joiners. */
const joinerContext =
  /[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}]$/u;
/** Characters after which a variation selector is part of the spelling. */
const selectorContext = /[\p{Extended_Pictographic}#*0-9\p{Script=Han}\p{Script=Mongolian}]$/u;

const defaultMaxFindings = 100;

/**
 * Finds the first `maxFindings` hidden or look-alike characters of a text, in order. Does not report tabs, line
 * endings, a byte order mark at the start, or joiners and variation selectors that a script or an emoji needs.
 */
export function findHidden(text: string, maxFindings = defaultMaxFindings): HiddenFinding[] {
  return locateFindings(text, findSuspicious(text, maxFindings));
}

/**
 * Finds the characters that a change adds or makes suspicious.
 *
 * @param before undefined for a new file
 * @param edits the edits from `before` to `after`, sorted. If omitted, findings on lines that `before` lacks are new
 */
export function findNewHidden(
  before: string | undefined,
  after: string,
  edits?: readonly TextEdit[],
  maxFindings = defaultMaxFindings,
): HiddenFinding[] {
  if (before === undefined || before === '') return findHidden(after, maxFindings);
  // Without a limit here, so that old findings do not use it up.
  const suspicious = findSuspicious(after, Infinity);
  if (suspicious.length === 0) return [];
  const isNew = edits === undefined ? createNewLineTest(before, after) : createEditedTest(before, edits);
  const newFindings: SuspiciousCharacter[] = [];
  for (const finding of suspicious) {
    if (newFindings.length >= maxFindings) break;
    if (isNew(finding)) newFindings.push(finding);
  }
  return locateFindings(after, newFindings);
}

/** A finding by its UTF-16 offset. */
interface SuspiciousCharacter {
  readonly offset: number;
  readonly kind: HiddenKind;
  readonly character: string;
  /** The range `[from, to)` that made it suspicious: the character itself; for a look-alike, its whole word. */
  readonly from: number;
  readonly to: number;
}

function findSuspicious(text: string, maxFindings: number): SuspiciousCharacter[] {
  if (!nonAsciiPattern.test(text)) return [];
  const findings: SuspiciousCharacter[] = [];
  for (const { index: offset, 0: character } of text.matchAll(hiddenPattern)) {
    if (findings.length >= maxFindings) break;
    if (isPartOfSpelling(text, offset, character)) continue;
    findings.push({ offset, kind: hiddenKind(character), character, from: offset, to: offset + character.length });
  }
  findings.push(...findConfusables(text, maxFindings));
  return findings.sort((a, b) => a.offset - b.offset).slice(0, maxFindings);
}

/** Finds words with both Latin letters and look-alikes; reports the first look-alike of each. */
function findConfusables(text: string, maxFindings: number): SuspiciousCharacter[] {
  if (!confusablePattern.test(text)) return [];
  const findings: SuspiciousCharacter[] = [];
  for (const { index: from, 0: word } of text.matchAll(wordPattern)) {
    if (findings.length >= maxFindings) break;
    const lookAlike = confusablePattern.exec(word);
    if (lookAlike === null || !latinPattern.test(word)) continue;
    const offset = from + lookAlike.index;
    findings.push({ offset, kind: 'confusable', character: lookAlike[0], from, to: from + word.length });
  }
  return findings;
}

function hiddenKind(character: string): HiddenKind {
  return patternByKind.find(([, pattern]) => pattern.test(character))?.[0] ?? 'invisible';
}

/** Whether the spelling needs a character at its offset, so that it is not suspicious. */
function isPartOfSpelling(text: string, at: number, character: string): boolean {
  if (character === '\ufeff') return at === 0;
  // Two units contain any character; the patterns match only at their end.
  const before = text.slice(Math.max(0, at - 2), at);
  if (character === '\u200c' || character === '\u200d') return joinerContext.test(before);
  if (/[\ufe00-\ufe0f\u180b-\u180d\u{e0100}-\u{e01ef}]/u.test(character)) return selectorContext.test(before);
  return false;
}

function locateFindings(text: string, findings: readonly SuspiciousCharacter[]): HiddenFinding[] {
  if (findings.length === 0) return [];
  const starts = lineStarts(text);
  let line = 0;
  return findings.map(({ offset, kind, character }) => {
    line = lineAt(starts, offset, line);
    return { kind, codePoint: codePointName(character), line: line + 1, column: offset - (starts[line] ?? 0) };
  });
}

/** Name of a character: `U+202E`, or `U+D800` for a lone surrogate. */
function codePointName(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Creates a test whether a finding is on a line that `before` lacks. Must get findings in ascending order. */
function createNewLineTest(before: string, after: string): (finding: SuspiciousCharacter) => boolean {
  const oldLines = new Set(splitLines(before).map(({ start, end }) => before.slice(start, end)));
  const starts = lineStarts(after);
  let checkedLine = -1;
  let isNew = false;
  return ({ offset }) => {
    const line = lineAt(starts, offset, Math.max(0, checkedLine));
    // Each line is checked once, however many findings it has.
    if (line !== checkedLine) {
      const { start, end } = lineOf(after, starts, line) ?? {};
      isNew = !oldLines.has(after.slice(start, end));
    }
    checkedLine = line;
    return isNew;
  };
}

/**
 * Creates a test whether a finding is new: edits touch its range, or the same character was no finding before. For
 * example, Latin letters beside a Cyrillic letter make it a look-alike, and deleting an emoji makes its joiner hidden.
 */
function createEditedTest(before: string, edits: readonly TextEdit[]): (finding: SuspiciousCharacter) => boolean {
  const oldOffsets = new Set(findSuspicious(before, Infinity).map(({ offset }) => offset));
  let shift = 0;
  /** The edited ranges in the new text, empty after a deletion; `shift` is how far the text after each has moved. */
  const ranges = edits.map((edit) => {
    const start = edit.start + shift;
    shift += edit.text.length - (edit.end - edit.start);
    return { start, end: start + edit.text.length, shift };
  });
  return ({ offset, from, to }) => {
    const firstRange = ranges[firstIndex(ranges, ({ end }) => end > from)];
    if (firstRange !== undefined && firstRange.start < to) return true;
    const lastRangeBefore = ranges[firstIndex(ranges, ({ end }) => end > offset) - 1];
    return !oldOffsets.has(offset - (lastRangeBefore?.shift ?? 0));
  };
}
