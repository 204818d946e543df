// Compiles the globs of access rules, and limits their complexity: a hostile workspace may contain rules.
import { baseName } from '../../path/pathParts.ts';
import { expandBraces } from '../../pattern/braces.ts';
import { inEnglish, phrase, type Phrase } from '../../wording/phrase.ts';
import { checkGlob, compileAlternative } from '../../pattern/glob.ts';
import { containsSegments } from '../../pattern/wildcard.ts';

/** A compiled pattern of a rule. Paths are relative to a workspace folder, with `/`. */
export interface RuleGlob {
  readonly pattern: string;
  /** Approximate cost of matching: number of alternatives and wildcards. Limits apply to the sum over a list. */
  readonly complexity: number;
  /** Whether the path matches, or an ancestor that the pattern names without a wildcard. */
  matches(path: string): boolean;
  /** Matches, like `matches`, a path that `normalizeName` has normalized with the glob's `fold`. */
  matchesForm(form: string): boolean;
}

/** How a pattern is compiled. */
export interface RuleGlobOptions {
  /** Ignores letter case and Unicode normalization. */
  readonly fold?: boolean;
  /** Allows `\` to escape the next character, as `escapeGlob` does. Settings reject it. */
  readonly escapes?: boolean;
  /**
   * Set if a pattern that ends with a plain name does not match everything below it. Without `fold`, also skips Unicode
   * normalization: on Linux, NFC and NFD names are different files.
   */
  readonly exact?: boolean;
}

/** Limits of a pattern, which keep matching cheap. `chars` counts UTF-16 units. */
const limits = { chars: 500, globstars: 6, wildcards: 24 };

const dotSegment = /(?:^|\/)\.\.?(?:\/|$)/;
const dotSegmentProblem = phrase('contains "." or ".."; write it relative to the workspace folder');

/** Thrown for an invalid pattern, with the reason. */
class PatternError extends RangeError {
  readonly why: Phrase;

  constructor(why: Phrase) {
    super(inEnglish(why));
    this.why = why;
  }
}

/** The reason in an error thrown by `compileRuleGlob`. */
export function patternErrorReason(cause: unknown): Phrase {
  return cause instanceof PatternError ? cause.why : phrase('one of its patterns cannot be read');
}

function createPatternError(pattern: string, why: Phrase): PatternError {
  return new PatternError(phrase('the pattern {0} {1}', JSON.stringify(pattern), why));
}

/**
 * Compiles a pattern of `*`, `?`, `**`, `[…]` and `{a,b}`. A pattern without a slash matches at any depth, as in VS
 * Code. A leading `/` or `./` anchors it at the workspace folder. A pattern that ends with a plain name or `/` also
 * matches everything below.
 *
 * @throws PatternError for an invalid pattern, since a rule that silently matches nothing would protect nothing
 */
export function compileRuleGlob(pattern: string, options: RuleGlobOptions = {}): RuleGlob {
  const problem = findProblem(pattern, options.escapes === true);
  if (problem !== undefined) throw createPatternError(pattern, problem);
  const fold = options.fold === true;
  // With `exact` and without `fold`, names are compared as they are.
  const normalize = (text: string): string => (options.exact === true && !fold ? text : normalizeName(text, fold));
  const alternatives = expandAlternatives(normalize(pattern));
  if (alternatives.some((alternative) => alternative.includes('//')))
    throw createPatternError(pattern, phrase('contains "//"; write one "/"'));
  // Checked again, since braces may produce one: `a/{.,b}/c`.
  if (alternatives.some((alternative) => dotSegment.test(alternative)))
    throw createPatternError(pattern, dotSegmentProblem);
  const tests = alternatives.flatMap((alternative) => compileTests(alternative, options.exact === true));
  const complexity = alternatives.reduce((sum, alternative) => sum + 1 + countWildcards(alternative), 0);
  const matchesForm = (form: string): boolean => tests.some((test) => test(form));
  return { pattern, complexity, matchesForm, matches: (path) => matchesForm(normalize(path)) };
}

/** Escapes a path (without backslashes) as a pattern that matches only this path. Compile it with `escapes`. */
export function escapeGlob(path: string): string {
  return path.replace(/[*?[\]{}(),!+@#|]/g, '\\$&');
}

/** Normalizes a path in the same way as patterns: Unicode NFC, and with `fold` one letter case (`ß` becomes `ss`). */
export function normalizeName(text: string, fold: boolean): string {
  const composed = text.normalize('NFC');
  return fold ? composed.toUpperCase().toLowerCase() : composed;
}

/** Compiles an anchored pattern without braces into tests for the named path and, unless `exact`, all below it. */
function compileTests(alternative: string, exact: boolean): ((path: string) => boolean)[] {
  const name = /^\*\*\/([^*?[\]\\]+)$/.exec(alternative)?.[1];
  // Fast path: most patterns name a file or a folder at any depth.
  if (name !== undefined && !exact) return [(path) => containsSegments(path, name, 0, 'anywhere')];
  const coversContents = !exact && endsWithPlainName(alternative);
  const alternatives = coversContents ? [alternative, `${alternative}/**`] : [alternative];
  return alternatives.flatMap((anchored) => {
    checkGlob(`/${anchored}`);
    const isAnchored = true;
    return compileAlternative(`/${anchored}`, 'exact', isAnchored);
  });
}

/** Expands the braces, and anchors each alternative. */
function expandAlternatives(pattern: string): string[] {
  try {
    return expandBraces(pattern).map(anchorPattern);
  } catch {
    throw createPatternError(pattern, phrase('has too many alternatives'));
  }
}

/** Describes, as the end of a clause, why a pattern is invalid; undefined if it is valid. */
function findProblem(pattern: string, escapes: boolean): Phrase | undefined {
  if (pattern.trim() === '') return phrase('is empty');
  if (pattern.length > limits.chars) return phrase('is longer than {0} characters', limits.chars);
  if (!escapes && pattern.includes('\\')) return phrase('contains a backslash; use "/" instead');
  const withoutEscapes = pattern.replace(/\\./g, '_');
  if (withoutEscapes.startsWith('!')) return phrase('starts with "!"; list only what you mean');
  if (/[?*+@!]\(/.test(withoutEscapes))
    return phrase('contains an extended group such as "+(…)"; write "{0}" instead', '{a,b}');
  if (dotSegment.test(withoutEscapes.replace(/^\.\//, ''))) return dotSegmentProblem;
  if (!isBalanced(withoutEscapes)) return phrase('has an unclosed bracket');
  if ((withoutEscapes.match(/\*\*/g) ?? []).length > limits.globstars)
    return phrase('contains "**" more than {0} times', limits.globstars);
  if (countWildcards(withoutEscapes) > limits.wildcards)
    return phrase('contains more than {0} wildcards', limits.wildcards);
  return undefined;
}

function countWildcards(text: string): number {
  return text.match(/[*?]/g)?.length ?? 0;
}

/** Whether all brackets are closed. The matcher would treat others as plain text, which is hardly intended. */
function isBalanced(withoutEscapes: string): boolean {
  const withoutClasses = withoutEscapes.replace(/\[[!^]?\]?[^\]/]*\]/g, '_');
  if (/[[\]]/.test(withoutClasses)) return false;
  let depth = 0;
  for (const character of withoutClasses) {
    if (character === '{') depth++;
    if (character === '}' && --depth < 0) return false;
  }
  return depth === 0;
}

/** Makes a pattern relative to the workspace folder; one without a slash then starts with `**`. */
function anchorPattern(pattern: string): string {
  const withContents = pattern.endsWith('/') ? `${pattern}**` : pattern;
  return pattern.includes('/') ? withContents.replace(/^(?:\.\/)?\/*/, '') : `**/${withContents}`;
}

/** Whether the last segment has no wildcard, so that the pattern names a file or folder. */
function endsWithPlainName(alternative: string): boolean {
  const lastSegment = baseName(alternative);
  return lastSegment !== '' && !/[*?[]/.test(lastSegment.replace(/\\./g, '_'));
}

/**
 * Compiles a fast pre-check: false only if none of these patterns matches, in any letter case. It searches for one
 * literal part of each pattern, which every match contains. Always true if a pattern has none.
 *
 * @param patterns valid for `compileRuleGlob`
 */
export function compileLiteralTest(patterns: readonly string[]): (path: string) => boolean {
  const literals = new Set(patterns.flatMap(expandBraces).map(longestLiteral));
  if (literals.has('')) return () => true;
  if (literals.size === 0) return () => false;
  const literalPattern = new RegExp(
    [...literals].map((literal) => literal.replaceAll(/[^\w/-]/g, '\\$&')).join('|'),
    'i',
  );
  return (path) => literalPattern.test(path);
}

/** The longest text contained in every match of a pattern without braces; `''` if unknown. */
function longestLiteral(pattern: string): string {
  if (/[^\x20-\x7e]|[\\[\]]/.test(pattern)) return '';
  const pieces = pattern.split(/[*?]+/).map((piece) => piece.replace(/^(?:\.?\/)+|\/+$/g, ''));
  return pieces.reduce((longest, piece) => (piece.length > longest.length ? piece : longest), '');
}
