import { expandBraces } from '../pattern/braces.ts';
import { inEnglish, phrase, type Phrase } from '../wording/phrase.ts';
import { checkGlob, compileAlternative } from '../pattern/glob.ts';
import { holdsNames } from '../pattern/wildcard.ts';

/** A pattern, compiled once. Paths are relative to a workspace folder, with `/`. */
export interface RuleGlob {
  readonly pattern: string;
  /** What matching costs, about: alternatives and wildcards. For bounding lists. */
  readonly weight: number;
  /** Whether the path, or a folder above it that the pattern names outright, matches. */
  matches(path: string): boolean;
  /** As `matches`, for a path that `nameForm` has been through already. */
  matchesForm(form: string): boolean;
}

export interface RuleGlobOptions {
  /** Case and composition of letters do not count. */
  readonly fold?: boolean;
  /** `\` takes the next character literally; only for patterns made by `escapeGlob`, in settings it is refused. */
  readonly escapes?: boolean;
  /** A pattern that ends with a plain name means that alone, and nothing beneath. */
  readonly exact?: boolean;
}

/** A hostile workspace may write patterns too: these bounds keep matching cheap, and a larger pattern is no pattern. */
const limits = { length: 500, globstars: 6, wildcards: 24 };

/** A pattern that is not taken, and why. */
class PatternError extends RangeError {
  readonly why: Phrase;

  constructor(why: Phrase) {
    super(inEnglish(why));
    this.why = why;
  }
}

/** Why a pattern is not taken, from what was thrown over it. */
export function patternProblem(cause: unknown): Phrase {
  return cause instanceof PatternError ? cause.why : phrase('one of its patterns cannot be read');
}

function wrong(pattern: string, why: Phrase): PatternError {
  return new PatternError(phrase('the pattern {0} {1}', JSON.stringify(pattern), why));
}

/**
 * Compiles a pattern of `*`, `?`, `**`, `[…]` and `{a,b}`. One without a slash matches at any depth, as in VS Code; a
 * leading `/` ties it to the workspace folder; one that ends with a plain name, or a slash, also covers what lies
 * beneath. Throws PatternError for what it does not take: a pattern that quietly matches nothing would open
 * what it was written to close.
 */
export function compileRuleGlob(pattern: string, options: RuleGlobOptions = {}): RuleGlob {
  const problem = problemOf(pattern, options.escapes === true);
  if (problem !== undefined) throw wrong(pattern, problem);
  const fold = options.fold === true;
  const alternatives = alternativesOf(nameForm(pattern, fold));
  const tests = alternatives.flatMap((alternative) => testsOf(alternative, options.exact === true));
  const weight = alternatives.reduce((sum, alternative) => sum + 1 + wildcardsIn(alternative), 0);
  const matchesForm = (form: string): boolean => tests.some((test) => test(form));
  return { pattern, weight, matchesForm, matches: (path) => matchesForm(nameForm(path, fold)) };
}

/** A path (without a backslash) as a pattern that matches it alone; compile it with `escapes`. */
export function escapeGlob(text: string): string {
  return text.replace(/[*?[\]{}(),!+@#|]/g, '\\$&');
}

/** A path as patterns meet it: letters composed, and with `fold` in one case. */
export function nameForm(text: string, fold: boolean): string {
  const composed = text.normalize('NFC');
  return fold ? composed.toUpperCase().toLowerCase() : composed;
}

/** The tests of a pattern without braces: of what it names, and of what lies beneath that. */
function testsOf(alternative: string, exact: boolean): ((path: string) => boolean)[] {
  const name = /^\*\*\/([^*?[\]\\]+)$/.exec(alternative)?.[1];
  // Most patterns name a file or a folder at any depth: those need no matcher, and long lists stay cheap.
  if (name !== undefined && !exact) return [(path) => holdsNames(path, name, 0, true)];
  const all = !exact && coversBeneath(alternative) ? [alternative, `${alternative}/**`] : [alternative];
  return all.flatMap((one) => {
    checkGlob(`/${one}`);
    return compileAlternative(`/${one}`, 'exact', true);
  });
}

/** Without braces, and tied to the workspace folder; a pattern without a slash is looked for at any depth. */
function alternativesOf(pattern: string): string[] {
  try {
    return expandBraces(pattern).map(anchor);
  } catch {
    throw wrong(pattern, phrase('has too many alternatives'));
  }
}

function problemOf(pattern: string, escapes: boolean): Phrase | undefined {
  if (pattern.trim() === '') return phrase('is empty');
  if (pattern.length > limits.length) return phrase('is longer than {0} characters', limits.length);
  if (!escapes && pattern.includes('\\')) return phrase('contains a backslash; use "/" instead');
  const plain = pattern.replace(/\\./g, '_');
  if (plain.startsWith('!')) return phrase('starts with "!"; list only what you mean');
  if (/[?*+@!]\(/.test(plain)) return phrase('contains an extended group such as "+(…)"; write "{0}" instead', '{a,b}');
  if (/(?:^|\/)\.\.?(?:\/|$)/.test(plain.replace(/^\.\//, '')))
    return phrase('contains "." or ".."; write it relative to the workspace folder');
  if (!balanced(plain)) return phrase('has an unclosed bracket');
  if ((plain.match(/\*\*/g) ?? []).length > limits.globstars)
    return phrase('contains "**" more than {0} times', limits.globstars);
  if (wildcardsIn(plain) > limits.wildcards) return phrase('contains more than {0} wildcards', limits.wildcards);
  return undefined;
}

function wildcardsIn(text: string): number {
  return text.match(/[*?]/g)?.length ?? 0;
}

/** Unclosed brackets are literal text to the matcher, which is hardly what was meant. */
function balanced(plain: string): boolean {
  const bare = plain.replace(/\[[!^]?\]?[^\]/]*\]/g, '_');
  if (/[[\]]/.test(bare)) return false;
  let depth = 0;
  for (const character of bare) {
    if (character === '{') depth++;
    if (character === '}' && --depth < 0) return false;
  }
  return depth === 0;
}

function anchor(pattern: string): string {
  const bare = pattern.replace(/^\.\//, '');
  const beneath = bare.endsWith('/') ? `${bare}**` : bare;
  if (beneath.startsWith('/')) return beneath.replace(/^\/+/, '');
  return bare.includes('/') ? beneath : `**/${beneath}`;
}

function coversBeneath(alternative: string): boolean {
  const last = alternative.slice(alternative.lastIndexOf('/') + 1);
  return last !== '' && !/[*?[]/.test(last.replace(/\\./g, '_'));
}

/**
 * A quick test that leaves out most paths: it says no only where none of these patterns matches, whatever the case of
 * letters, since each match of a pattern holds the literal parts of it. A pattern without any makes it always say yes.
 */
export function literalTest(patterns: readonly string[]): (path: string) => boolean {
  const literals = new Set(patterns.flatMap(expandBraces).map(literalOf));
  if (literals.has('')) return () => true;
  const any = new RegExp([...literals].map((literal) => literal.replaceAll(/[^\w/-]/g, '\\$&')).join('|'), 'i');
  return literals.size === 0 ? () => false : (path) => any.test(path);
}

/** The longest text that every match of a pattern without braces holds; `''` where that is not sure. */
function literalOf(pattern: string): string {
  if (/[^\x20-\x7e]|[\\[\]]/.test(pattern)) return '';
  const pieces = pattern.split(/[*?]+/).map((piece) => piece.replace(/^(?:\.?\/)+|\/+$/g, ''));
  return pieces.reduce((longest, piece) => (piece.length > longest.length ? piece : longest), '');
}
