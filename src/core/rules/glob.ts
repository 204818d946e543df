import { expandBraces } from '../pattern/braces.ts';
import { inEnglish, phrase, type Phrase } from '../wording/phrase.ts';
import { compileGlob as compilePathGlob } from '../pattern/glob.ts';

/** A pattern, compiled once. Paths are relative to a workspace folder, with `/`. */
export interface Glob {
  readonly pattern: string;
  /** What matching costs, about: alternatives and wildcards. For bounding lists. */
  readonly weight: number;
  /** Whether the path, or a folder above it that the pattern names outright, matches. */
  matches(path: string): boolean;
  /** As `matches`, for a path that `nameForm` has been through already. */
  matchesForm(form: string): boolean;
}

export interface GlobOptions {
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
export function compileGlob(pattern: string, options: GlobOptions = {}): Glob {
  const problem = problemOf(pattern, options.escapes === true);
  if (problem !== undefined) throw wrong(pattern, problem);
  const fold = options.fold === true;
  const alternatives = alternativesOf(nameForm(pattern, fold));
  const tests = alternatives.map((alternative) => testOf(alternative, options.exact === true));
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

/** Most patterns name a file, a folder, or an ending, at any depth: those need no matcher, and long lists stay cheap. */
function testOf(alternative: string, exact: boolean): (path: string) => boolean {
  const ending = /^\*\*\/\*([^*?[\]\\/]+)$/.exec(alternative)?.[1];
  if (ending !== undefined) return (path) => path.endsWith(ending);
  const beginning = /^\*\*\/([^*?[\]\\/]+)\*$/.exec(alternative)?.[1];
  if (beginning !== undefined) return (path) => path.startsWith(beginning, path.lastIndexOf('/') + 1);
  const [, name, below] = /^\*\*\/([^*?[\]\\]+?)(\/\*\*)?$/.exec(alternative) ?? [];
  if (name !== undefined && !(exact && below === undefined))
    return (path) => holdsName(path, name, below === undefined);
  const both = !exact && coversBeneath(alternative) ? [alternative, `${alternative}/**`] : [alternative];
  const globs = both.map((one) => compilePathGlob(`/${one}`));
  const literal = longestLiteral(alternative);
  return (path) => path.includes(literal) && globs.some((glob) => glob.matches(path));
}

/** Text that every match holds; most paths do not, and need no closer look. */
function longestLiteral(alternative: string): string {
  if (/[[\\]/.test(alternative)) return '';
  const pieces = alternative.split(/[*?]+/).map((piece) => piece.replace(/^\/|\/$/g, ''));
  return pieces.reduce((longest, piece) => (piece.length > longest.length ? piece : longest), '');
}

/** Without braces, and tied to the workspace folder; a pattern without a slash is looked for at any depth. */
function alternativesOf(pattern: string): string[] {
  try {
    return expandBraces(pattern).map(anchor);
  } catch {
    throw wrong(pattern, phrase('has too many alternatives'));
  }
}

/** Whether whole segments of the path are `name` (which may hold slashes); `last` says whether the last ones count. */
function holdsName(path: string, name: string, last: boolean): boolean {
  for (let at = path.indexOf(name); at >= 0; at = path.indexOf(name, at + 1)) {
    const end = at + name.length;
    const starts = at === 0 || path.charCodeAt(at - 1) === 47;
    if (starts && (path.charCodeAt(end) === 47 || (last && end === path.length))) return true;
  }
  return false;
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
