// Parses git's ignore files, and converts text to the bytes in which git compares it.
import { runSync, countTowardsYield, type YieldCounter, type Yielding } from '../async/yielding.ts';
import { compileWildcard, type CaseFold, type Wildcard } from './wildcard.ts';

/** One rule of an ignore file. */
export interface IgnoreRule {
  /** 1-based line in its file. */
  readonly line: number;
  /** The line as in the file, without trailing spaces, in bytes (see `toByteString`). */
  readonly pattern: string;
  /** Whether the rule begins with `!`: matching paths are not ignored. */
  readonly isNegated: boolean;
  /** Whether the rule ends with `/`: it matches only directories, not symbolic links. */
  readonly directoryOnly: boolean;
  /** A rule without a slash is compared with the last name of a path, at any depth; others with the whole path. */
  readonly comparedPart: 'name' | 'path';
  /**
   * Matches paths relative to the folder of the rule's file, in bytes (see `toByteString`) and folded (see `foldCase`).
   */
  readonly wildcard: Wildcard;
}

/** Numbers of rules by kind. Those with wildcards take more memory, and more time for each path. */
export interface RuleCounts {
  readonly literals: number;
  readonly wildcards: number;
}

/** The rules within limits, their numbers, and the number of rules that exceed the limits and were dropped. */
export interface ReadRules {
  readonly rules: readonly IgnoreRule[];
  readonly counts: RuleCounts;
  readonly overBudgetCount: number;
}

/**
 * Converts text to the form that git compares: one character per byte of its UTF-8 form. Git's `?` and `[…]` match one
 * byte, so a letter beyond ASCII needs as many of them as it has bytes.
 */
export function toByteString(text: string): string {
  // oxlint-disable-next-line no-control-regex -- the range is ASCII itself
  return /^[\x00-\x7f]*$/.test(text) ? text : byteString(new TextEncoder().encode(text));
}

/** Maximum number of bytes to convert in one call, since a call can take only so many arguments. */
const maxArguments = 8192;

/** A string with one character for each byte (Latin-1). */
function byteString(bytes: Uint8Array): string {
  let text = '';
  for (let start = 0; start < bytes.length; start += maxArguments)
    text += String.fromCharCode(...bytes.subarray(start, start + maxArguments));
  return text;
}

/** Parsing a line takes this number of units of `countTowardsYield`. */
const costPerLine = 4;

/**
 * Parses a `.gitignore`, `.git/info/exclude` or `core.excludesFile`, as described by gitignore(5) and implemented by
 * git: a byte order mark is skipped, lines end at LF or CRLF, trailing spaces (not tabs) are removed unless escaped, a
 * line stops at a NUL, `#` in first place is a comment.
 *
 * @param fold `ascii` where git's `core.ignoreCase` is on, else `exact`
 */
export function readIgnoreRules(content: string | Uint8Array, fold: CaseFold): readonly IgnoreRule[] {
  return runSync(readIgnoreRulesYielding(content, fold, { literals: Infinity, wildcards: Infinity })).rules;
}

/** `readIgnoreRules` as a time-sliced generator, within limits. */
export function* readIgnoreRulesYielding(
  content: string | Uint8Array,
  fold: CaseFold,
  limits: RuleCounts,
): Yielding<ReadRules> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const sinceYield: YieldCounter = { units: 0 };
  const rules: IgnoreRule[] = [];
  const counts = { literals: 0, wildcards: 0 };
  let overBudgetCount = 0;
  for (const { line, start, end } of byteLines(bytes)) {
    if (countTowardsYield(sinceYield, costPerLine)) yield;
    const rawLine = byteString(bytes.subarray(start, end));
    if (rawLine === '' || rawLine.startsWith('#')) continue;
    const lineText = rawLine.endsWith('\r') ? rawLine.slice(0, -1) : rawLine;
    const pattern = withoutTrailingSpaces(lineText.split('\0', 1)[0] ?? '');
    const kind = isLiteral(pattern) ? 'literals' : 'wildcards';
    if (counts[kind] >= limits[kind]) {
      overBudgetCount++;
      continue;
    }
    const rule = readRule(pattern, line, fold);
    if (rule === undefined) continue;
    counts[kind]++;
    rules.push(rule);
  }
  return { rules, counts, overBudgetCount };
}

const lineFeed = 10;

/** Splits a text file of git into lines (numbered from 1), as bytes `[start, end)` without byte order mark and LF. */
export function* byteLines(
  bytes: Uint8Array,
): Generator<{ readonly line: number; readonly start: number; readonly end: number }, void, void> {
  const hasBom = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  let start = hasBom ? 3 : 0;
  for (let line = 1; start < bytes.length; line++) {
    const newline = bytes.indexOf(lineFeed, start);
    const end = newline < 0 ? bytes.length : newline;
    yield { line, start, end };
    start = end + 1;
  }
}

/** Removes the spaces at the end of a line. The first of them stays if a `\` escapes it. */
function withoutTrailingSpaces(line: string): string {
  let end = line.length;
  while (end > 0 && line[end - 1] === ' ') end--;
  if (end === line.length) return line;
  let backslashCount = 0;
  while (line[end - 1 - backslashCount] === '\\') backslashCount++;
  return line.slice(0, backslashCount % 2 === 1 ? end + 1 : end);
}

/** Parses one pattern, in bytes (see `toByteString`). Undefined if it can match nothing. */
export function readRule(pattern: string, line: number, fold: CaseFold): IgnoreRule | undefined {
  const isNegated = pattern.startsWith('!');
  const patternWithoutBang = isNegated ? pattern.slice(1) : pattern;
  const directoryOnly = patternWithoutBang.endsWith('/');
  const body = directoryOnly ? patternWithoutBang.slice(0, -1) : patternWithoutBang;
  const comparedPart = body.includes('/') ? 'path' : 'name';
  const wildcard = compileWildcard(body.startsWith('/') ? body.slice(1) : body, fold, {
    isPrefixSeparate: true,
  });
  return wildcard && { line, pattern, isNegated, directoryOnly, comparedPart, wildcard };
}

/**
 * Whether a rule has no wildcards, except one star that begins its only name (`*.log`). The index looks such rules up,
 * so they cost less.
 */
function isLiteral(pattern: string): boolean {
  return !/[*?[\\]/.test(pattern.replace(/^!?\*(?!.*\/.)/, ''));
}
