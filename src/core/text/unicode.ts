// Escapes or removes characters that hide or reorder text, and lists their ranges. Also escapes Markdown, names code
// points, and detects offsets inside surrogate pairs.

/** Ranges of the Unicode Character Database, for character classes of regular expressions with the flag `u`. */
export const hidingRanges = {
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

/** Put after a name: one in Arabic or Hebrew would turn "· +3 −1" behind it into "1− 3+ ·", in front of it. */
export const leftToRightMark = '\u200e';

const unsafeForDisplay = new RegExp(`[\\t\\n\\r${Object.values(hidingRanges).join('')}]`, 'gu');
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

/** Whether an offset is between the two halves of a surrogate pair. */
export function isInsidePair(text: string, offset: number): boolean {
  return /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(offset - 1, offset + 1));
}

/** Removes bidirectional, tag and invisible characters, which some file systems ignore in names. */
export function withoutIgnorable(text: string): string {
  return text.replace(ignorablePattern, '');
}

/** Name of a character: `U+202E`, or `U+D800` for a lone surrogate. */
export function codePointName(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
