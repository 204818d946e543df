import type { Comparison } from './lineBlocks.ts';
import { lineStarts } from '../text/text.ts';
import { shouldYield, type Yielding } from '../async/yielding.ts';

/** A line (1-based) of a content that stands for text left out, and how it reads. */
export interface Abbreviation {
  readonly line: number;
  readonly text: string;
}

const longestNote = 120;

// Words with several readings in one pattern would let it try them all: each word here has one place.

/** What is left out, as models call it. */
const noun =
  '(?:code|file|class|function|method|component|implementation|module|script|content|document|program|body|logic|template|markup|html|styles?|css|config(?:uration)?|imports?|tests?|exports?|types?|routes?|handlers?|helpers?|definitions?|declarations?|fields?|properties|props|rules|entries|items|lines|sections?|text|classes|functions|methods|components|contents|stuff|parts?)';
const whole = '(?:code|file|class|function|method|component|implementation|module|script|document|program)';
const same =
  '(?:(?:is|are|be|being|all|remains?|stays?|goes|go|left|kept)\\s+)*(?:unchanged|untouched|unmodified|omitted|(?:the\\s+)?same|as\\s+(?:is|before|it\\s+was|they\\s+were)|as-is|here|intact|identical|not\\s+shown|elided|follows?|truncated|continues?)';
const which = '(?:existing|previous|original|remaining|other|old|current|unchanged)';
const words = '(?:[\\w-]+\\s+){0,3}';

/** Whole remarks that mean "what stood here goes here". */
const strong: readonly RegExp[] = [
  new RegExp(
    `^(?:(?:keep|add|insert|put|include|with|and|paste)\\s+)?(?:all\\s+)?(?:the\\s+|your\\s+)?(?:rest|remainder)\\s+of\\s+(?:the\\s+|your\\s+|this\\s+|our\\s+)?${words}${noun}(?:\\s+${same})+$`,
    'i',
  ),
  new RegExp(
    `^(?:the\\s+|your\\s+)?(?:rest|remainder)\\s+of\\s+(?:the\\s+|your\\s+|this\\s+|existing\\s+|original\\s+)*${whole}$`,
    'i',
  ),
  /^(?:the\s+)?rest\s+(?:is\s+|remains\s+|stays\s+|of\s+it\s+)*(?:unchanged|untouched|omitted|(?:the\s+)?same|as\s+(?:is|before))$/i,
  new RegExp(
    `^(?:keep\\s+)?(?:all\\s+)?(?:the\\s+|your\\s+|my\\s+|of\\s+the\\s+)*${which}\\s+${words}${noun}(?:\\s+${same})+$`,
    'i',
  ),
  new RegExp(
    `^(?:keep|leave|insert|paste|include|put)\\s+(?:all\\s+)?(?:the\\s+|your\\s+)?(?:${which}|rest\\s+of\\s+(?:the\\s+)?${words})\\s*${noun}$`,
    'i',
  ),
  /^(?:the\s+|your\s+)?existing\s+(?:code|implementation|content|logic)$/i,
  /^(?:code|content|lines?|body|implementation|file|function|method|section)\s+(?:is\s+|are\s+|remains?\s+|stays?\s+)*(?:unchanged|omitted|elided|not\s+shown|truncated)$/i,
  /^(?:[\w-]+\s+){0,6}(?:omitted|truncated|snipped|elided|shortened|removed|abbreviated)\s+for\s+(?:brevity|clarity|space)$/i,
  /^(?:unchanged|no\s+changes?\s+(?:here|below|above)|unchanged\s+(?:from|since)\s+(?:above|before|the\s+original))$/,
];

/** What an ellipsis in front turns into an omission: `... existing code`, `… (unchanged)`. */
const dotted =
  /^[([]?(?:\d+\s+)?(?:and\s+|all\s+|the\s+|your\s+|keep\s+|with\s+|more\s+)*(?:existing|rest|remaining|remainder|unchanged|previous|original|omitted|truncated|snip(?:ped)?|elided|same\s+as|other|more|code|content|implementation|everything\s+else)(?:\s+[\w'’,-]+){0,9}[)\]]?$/i;

/**
 * The first line of `content` that stands for text left out ("// rest of code unchanged", "# ... existing code ..."),
 * unless it takes the place of the same line of `before`. Only whole lines count that are a comment, or stand in
 * brackets, or begin with an ellipsis and words; an ellipsis alone counts only as a comment, and where lines come to be
 * fewer. Spread operators, Python's `...` and sentences of prose do not. Only the lines that differ are looked at, in turns.
 */
export function* findAbbreviation(
  before: string,
  content: string,
  comparison: Comparison = wholly(before, content),
): Yielding<Abbreviation | undefined> {
  const { before: olds, after: news, blocks } = comparison;
  const turn = { lines: 0 };
  let removed: Map<string, number> | undefined;
  for (const block of blocks) {
    const isShorter =
      news.length < olds.length || block.afterEnd - block.afterStart < block.beforeEnd - block.beforeStart;
    for (let at = block.afterStart; at < block.afterEnd; at++) {
      if (shouldYield(turn, 1)) yield;
      const text = content.slice(news[at], news[at + 1]);
      if (!mayAbbreviate.test(text)) continue;
      const line = text.trim();
      if (line.length > longestNote || !abbreviates(line, isShorter)) continue;
      removed ??= yield* removedLines(before, comparison);
      const left = removed.get(line) ?? 0;
      if (left === 0) return { line: at + 1, text: line };
      removed.set(line, left - 1);
    }
  }
  return undefined;
}

/** All lines, where it is not known which of them differ. */
function wholly(before: string, content: string): Comparison {
  const [olds, news] = [lineStarts(before), lineStarts(content)];
  const all = { beforeStart: 0, beforeEnd: olds.length - 1, afterStart: 0, afterEnd: news.length - 1 };
  return { before: olds, after: news, blocks: [all] };
}

/** How often each line goes, white space around it aside. */
function* removedLines(text: string, { before: starts, blocks }: Comparison): Yielding<Map<string, number>> {
  const turn = { lines: 0 };
  const lines = new Map<string, number>();
  for (const { beforeStart, beforeEnd } of blocks) {
    for (let at = beforeStart; at < beforeEnd; at++) {
      if (shouldYield(turn, 1)) yield;
      const line = text.slice(starts[at], starts[at + 1]).trim();
      lines.set(line, (lines.get(line) ?? 0) + 1);
    }
  }
  return lines;
}

/** What begins like a comment or a bracket, or has an ellipsis: all that is looked at more closely. */
const mayAbbreviate = /^\s*[/<{([#;%-]|\.{3}|…/;

function abbreviates(line: string, shorter: boolean): boolean {
  const comment = insideComment(line);
  const bracketed = comment ?? insideBrackets(line);
  const { inner, dots } = withoutDots(bracketed ?? line);
  if (comment !== undefined && inner === '') return dots && shorter;
  if (bracketed === undefined && !(dots && /^\S+\s+\S/.test(inner) && !/[;:=(){}<>]|,$/.test(inner))) return false;
  if (strong.some((pattern) => pattern.test(inner))) return true;
  if (comment !== undefined && shorter && /^unchanged$/i.test(inner)) return true;
  return dots && leadingDots(bracketed ?? line) && !isSpread(bracketed ?? line) && dotted.test(inner);
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

/** The text of a line that is one comment, or undefined. Several `#` are a heading of Markdown. */
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

/** The remark without ellipses, brackets and dashes around it, and whether there was an ellipsis. */
function withoutDots(remark: string): { inner: string; dots: boolean } {
  const stripped = remark
    .replace(/^[\s([{<-]*(?:\.{3,}|…)+[\s:-]*/, '')
    .replace(/[\s:-]*(?:\.{3,}|…)+[\s)\]}>-]*$/, '');
  const inner = stripped.replace(/^[\s([{<*-]+/, '').replace(/[\s)\]}>.!*-]+$/, '');
  return { inner, dots: stripped !== remark };
}

function leadingDots(remark: string): boolean {
  return /^[\s([{<-]*(?:\.{3}|…)/.test(remark);
}

/** `...rest`, `...args,` in a comment is code that was taken out. */
function isSpread(remark: string): boolean {
  return /^\.{3}[\w$.[\]()]+[,;]?$/.test(remark);
}
