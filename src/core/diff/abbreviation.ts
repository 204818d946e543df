// Finds abbreviations: placeholders such as "// rest unchanged", which models write instead of text that is to stay.
import type { Comparison } from './lineBlocks.ts';
import { lineStarts } from '../text/text.ts';
import { countTowardsYield, type Yielding } from '../async/yielding.ts';

/** A line that is a placeholder for omitted text. */
export interface Abbreviation {
  /** 1-based. */
  readonly line: number;
  readonly text: string;
}

/** Maximum length of a placeholder line, in UTF-16 units. */
const maxPlaceholderChars = 120;

// Each word is in only one of these patterns, so that they cannot backtrack over several readings of a remark.

/** Nouns by which models refer to omitted text: `code`, `imports` … */
const noun =
  '(?:code|file|class|function|method|component|implementation|module|script|content|document|program|body|logic|template|markup|html|styles?|css|config(?:uration)?|imports?|tests?|exports?|types?|routes?|handlers?|helpers?|definitions?|declarations?|fields?|properties|props|rules|entries|items|lines|sections?|text|classes|functions|methods|components|contents|stuff|parts?)';
const wholeFileNoun = '(?:code|file|class|function|method|component|implementation|module|script|document|program)';
const unchangedWords =
  '(?:(?:is|are|be|being|all|remains?|stays?|goes|go|left|kept)\\s+)*(?:unchanged|untouched|unmodified|omitted|(?:the\\s+)?same|as\\s+(?:is|before|it\\s+was|they\\s+were)|as-is|here|intact|identical|not\\s+shown|elided|follows?|truncated|continues?)';
const existingWords = '(?:existing|previous|original|remaining|other|old|current|unchanged)';
const upToThreeWords = '(?:[\\w-]+\\s+){0,3}';

/** Whole remarks that replace omitted text even without an ellipsis. */
const unambiguousRemarks: readonly RegExp[] = [
  new RegExp(
    `^(?:(?:keep|add|insert|put|include|with|and|paste)\\s+)?(?:all\\s+)?(?:the\\s+|your\\s+)?(?:rest|remainder)\\s+of\\s+(?:the\\s+|your\\s+|this\\s+|our\\s+)?${upToThreeWords}${noun}(?:\\s+${unchangedWords})+$`,
    'i',
  ),
  new RegExp(
    `^(?:the\\s+|your\\s+)?(?:rest|remainder)\\s+of\\s+(?:the\\s+|your\\s+|this\\s+|existing\\s+|original\\s+)*${wholeFileNoun}$`,
    'i',
  ),
  /^(?:the\s+)?rest\s+(?:is\s+|remains\s+|stays\s+|of\s+it\s+)*(?:unchanged|untouched|omitted|(?:the\s+)?same|as\s+(?:is|before))$/i,
  new RegExp(
    `^(?:keep\\s+)?(?:all\\s+)?(?:the\\s+|your\\s+|my\\s+|of\\s+the\\s+)*${existingWords}\\s+${upToThreeWords}${noun}(?:\\s+${unchangedWords})+$`,
    'i',
  ),
  new RegExp(
    `^(?:keep|leave|insert|paste|include|put)\\s+(?:all\\s+)?(?:the\\s+|your\\s+)?(?:${existingWords}|rest\\s+of\\s+(?:the\\s+)?${upToThreeWords})\\s*${noun}$`,
    'i',
  ),
  /^(?:the\s+|your\s+)?existing\s+(?:code|implementation|content|logic)$/i,
  /^(?:code|content|lines?|body|implementation|file|function|method|section)\s+(?:is\s+|are\s+|remains?\s+|stays?\s+)*(?:unchanged|omitted|elided|not\s+shown|truncated)$/i,
  /^(?:[\w-]+\s+){0,6}(?:omitted|truncated|snipped|elided|shortened|removed|abbreviated)\s+for\s+(?:brevity|clarity|space)$/i,
  // Does not match `Unchanged`, which may be a label: `isPlaceholder` accepts that only where lines get fewer.
  /^unchanged$/,
  /^(?:no\s+changes?\s+(?:here|below|above)|unchanged\s+(?:from|since)\s+(?:above|before|the\s+original))$/i,
];

/** Remarks that replace omitted text after an ellipsis: `... existing code`, `… (unchanged)`. */
const remarkAfterEllipsis =
  /^[([]?(?:\d+\s+)?(?:and\s+|all\s+|the\s+|your\s+|keep\s+|with\s+|more\s+)*(?:existing|rest|remaining|remainder|unchanged|previous|original|omitted|truncated|snip(?:ped)?|elided|same\s+as|other|more|code|content|implementation|everything\s+else)(?:\s+[\w'’,-]+){0,9}[)\]]?$/i;

/**
 * Finds the first placeholder line that `content` adds to `before`, among the lines that differ.
 * A placeholder is a comment, is in brackets, or begins with an ellipsis and words. An ellipsis alone counts only in a
 * comment, and only if lines get fewer. Spread operators, Python's `...` and prose do not count.
 *
 * @param comparison of the two texts; without it, all lines count as differing
 */
export function* findAbbreviation(
  before: string,
  content: string,
  comparison: Comparison = compareAllLines(before, content),
): Yielding<Abbreviation | undefined> {
  const { beforeStarts, afterStarts, blocks } = comparison;
  const sinceYield = { units: 0 };
  /** Counted when the first placeholder is found, since one that was only moved is not new. */
  let removalsByLine: Map<string, number> | undefined;
  for (const block of blocks) {
    const isShorter =
      afterStarts.length < beforeStarts.length ||
      block.afterEnd - block.afterStart < block.beforeEnd - block.beforeStart;
    for (let at = block.afterStart; at < block.afterEnd; at++) {
      if (countTowardsYield(sinceYield, 1)) yield;
      const text = content.slice(afterStarts[at], afterStarts[at + 1]);
      if (!mayBePlaceholder.test(text)) continue;
      const line = text.trim();
      if (line.length > maxPlaceholderChars || !isPlaceholder(line, isShorter)) continue;
      removalsByLine ??= yield* countRemovedLines(before, comparison);
      const count = removalsByLine.get(line) ?? 0;
      if (count === 0) return { line: at + 1, text: line };
      removalsByLine.set(line, count - 1);
    }
  }
  return undefined;
}

/** A comparison in which all lines differ. */
function compareAllLines(beforeText: string, content: string): Comparison {
  const [beforeStarts, afterStarts] = [lineStarts(beforeText), lineStarts(content)];
  const block = { beforeStart: 0, beforeEnd: beforeStarts.length - 1, afterStart: 0, afterEnd: afterStarts.length - 1 };
  return { beforeStarts, afterStarts, blocks: [block] };
}

/** Counts how often a comparison removes each line, trimmed. */
function* countRemovedLines(text: string, { beforeStarts: starts, blocks }: Comparison): Yielding<Map<string, number>> {
  const sinceYield = { units: 0 };
  const removalsByLine = new Map<string, number>();
  for (const { beforeStart, beforeEnd } of blocks) {
    for (let at = beforeStart; at < beforeEnd; at++) {
      if (countTowardsYield(sinceYield, 1)) yield;
      const line = text.slice(starts[at], starts[at + 1]).trim();
      removalsByLine.set(line, (removalsByLine.get(line) ?? 0) + 1);
    }
  }
  return removalsByLine;
}

/** Fast path: a line that does not match has no ellipsis, and begins with no comment or bracket. */
const mayBePlaceholder = /^\s*[/<{([#;%-]|\.{3}|…/;

/** Whether a trimmed line is a placeholder. `isShorter`: its text gets fewer lines, so some may be omitted. */
function isPlaceholder(line: string, isShorter: boolean): boolean {
  const comment = insideComment(line);
  const enclosedText = comment ?? insideBrackets(line);
  const remark = enclosedText ?? line;
  const { inner, hasEllipsis } = withoutEllipsis(remark);
  // A comment of an ellipsis alone, or an empty one.
  if (comment !== undefined && inner === '') return hasEllipsis && isShorter;
  const isProse = /^\S+\s+\S/.test(inner) && !/[;:=(){}<>]|,$/.test(inner);
  const canBeRemark = enclosedText !== undefined || (hasEllipsis && isProse);
  if (!canBeRemark) return false;
  if (unambiguousRemarks.some((pattern) => pattern.test(inner))) return true;
  if (comment !== undefined && isShorter && /^unchanged$/i.test(inner)) return true;
  return hasEllipsis && startsWithEllipsis(remark) && !isSpread(remark) && remarkAfterEllipsis.test(inner);
}

const commentMarks: readonly (readonly [open: string, close: string])[] = [
  ['{/*', '*/}'],
  ['/*', '*/'],
  ['<!--', '-->'],
  ['{{!--', '--}}'],
  ['{#', '#}'],
  ['<%#', '%>'],
  ['(*', '*)'],
  ['--[[', ']]'],
  ['//', ''],
  ['#', ''],
  ['--', ''],
  [';', ''],
  ['%', ''],
];

/** The text of a line that is a comment; undefined for others, and for Markdown headings of several `#`. */
function insideComment(line: string): string | undefined {
  for (const [open, close] of commentMarks) {
    if (!line.startsWith(open) || !line.endsWith(close) || line.length < open.length + close.length) continue;
    const inner = line.slice(open.length, line.length - close.length);
    if (open === '#' && inner.startsWith('#')) return undefined;
    return inner.replace(/^[/*;%!-]+/, '').trim();
  }
  return undefined;
}

function insideBrackets(line: string): string | undefined {
  const pairs: Readonly<Record<string, string>> = { '[': ']', '(': ')', '<': '>', '{': '}' };
  const close = pairs[line.charAt(0)];
  return close !== undefined && line.length > 2 && line.endsWith(close) ? line.slice(1, -1).trim() : undefined;
}

/** A remark without the ellipses, brackets and dashes around it, and whether it had an ellipsis at an end. */
function withoutEllipsis(remark: string): { inner: string; hasEllipsis: boolean } {
  const stripped = remark
    .replace(/^[\s([{<-]*(?:\.{3,}|…)+[\s:-]*/, '')
    // Without the lookahead, a run of dots could be split in exponentially many ways.
    .replace(/[\s:-]*(?:\.{3,}(?!\.)|…)+[\s)\]}>-]*$/, '');
  const inner = stripped.replace(/^[\s([{<*-]+/, '').replace(/[\s)\]}>.!*-]+$/, '');
  return { inner, hasEllipsis: stripped !== remark };
}

function startsWithEllipsis(remark: string): boolean {
  return /^[\s([{<-]*(?:\.{3}|…)/.test(remark);
}

/** Whether a remark is a spread (`...rest`, `...args,`): code that was commented out. */
function isSpread(remark: string): boolean {
  return /^\.{3}[\w$.[\]()]+[,;]?$/.test(remark);
}
