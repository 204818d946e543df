// Compiles the lists of protected and secret files.
import * as z from 'zod/mini';
import { phrase, type Phrase } from '../wording/phrase.ts';
import { pathForms } from '../path/pathForms.ts';
import {
  defaultProtectedFiles,
  defaultSecretFiles,
  harmlessFiles,
  openSecretFiles,
  ownFiles,
} from './defaultProtected.ts';
import { compileRuleGlob, literalTest, nameForm, patternProblem } from './ruleGlob.ts';

/** The reason why a file is protected: the pattern, and a text. */
export interface ProtectedMatch {
  readonly pattern: string;
  readonly reason: Phrase;
}

/** The protected files. Changing one always asks in Redline's own review; reading a secret asks, too. */
export interface ProtectedFiles {
  /** The first reason why one of these spellings is protected. */
  changing(spellings: readonly string[]): ProtectedMatch | undefined;
  reading(spellings: readonly string[]): ProtectedMatch | undefined;
}

/**
 * Compiles the lists. Compares paths by `pathForms`, which lists the ways a file system could read a spelling. Files in
 * `open` look like secrets but may be read; those in `harmless` may be changed, too. Redline's own files are always
 * protected.
 *
 * @throws RangeError for an invalid pattern
 */
export function protectedFiles(
  files: readonly string[] = defaultProtectedFiles,
  secrets: readonly string[] = defaultSecretFiles,
  open: readonly string[] = openSecretFiles,
  harmless: readonly string[] = harmlessFiles,
): ProtectedFiles {
  const secret = matcher(secrets, phrase('it may contain secrets'));
  const reason = phrase('it can change what runs, or who may run it');
  const listed = matcher(files, reason);
  const matchesOwnFiles = matcher(ownFiles, reason);
  const running: Matcher = (spellings) => listed(spellings) ?? matchesOwnFiles(spellings);
  const isHarmless = exemption(harmless);
  const isOpen = exemption(open);
  return {
    changing: (spellings) => running(spellings) ?? secret(spellings.filter((spelling) => !isHarmless(spelling))),
    reading: (spellings) => secret(spellings.filter((spelling) => !isOpen(spelling) && !isHarmless(spelling))),
  };
}

type Exemption = (spelling: string) => boolean;
const compiledExemptions = new WeakMap<readonly string[], Exemption>();

/** A name is exempt only if all its forms are: `.env.example` is, `.env:.example` is not. */
function exemption(patterns: readonly string[]): Exemption {
  const cached = compiledExemptions.get(patterns);
  if (cached !== undefined) return cached;
  const globs = patterns.map((pattern) => compileRuleGlob(pattern, { fold: true, exact: true }));
  const mayMatch = literalTest(patterns);
  const isExempt: Exemption = (spelling) =>
    formsOf(spelling).every((form) => mayMatch(form) && globs.some((glob) => glob.matchesForm(form)));
  compiledExemptions.set(patterns, isExempt);
  return isExempt;
}

/** Returns the first pattern of a list that matches a spelling, and its reason. */
type Matcher = (spellings: readonly string[]) => ProtectedMatch | undefined;

/** Cache of compiled default lists, which every change of a setting needs again. */
const compiledLists = new WeakMap<readonly string[], Matcher>();

function matcher(patterns: readonly string[], reason: Phrase): Matcher {
  const cached = compiledLists.get(patterns);
  if (cached !== undefined) return cached;
  const globs = patterns.map((pattern) => compileRuleGlob(pattern, { fold: true }));
  const mayMatch = literalTest(patterns);
  const match: Matcher = (spellings) => {
    const forms = new Set(spellings.flatMap(formsOf).filter(mayMatch));
    for (const form of forms) {
      const glob = globs.find((each) => each.matchesForm(form));
      if (glob !== undefined) return { pattern: glob.pattern, reason };
    }
    return undefined;
  };
  compiledLists.set(patterns, match);
  return match;
}

function formsOf(spelling: string): readonly string[] {
  return [...new Set([nameForm(spelling, true), ...pathForms(spelling)])];
}

/**
 * Reads the value of `redline.protectedFiles`. Never throws: with a `problem` (as sentences) every change asks, and the
 * default list applies.
 */
export function parseProtected(value: unknown, setting: string): { files: ProtectedFiles; problem?: Phrase } {
  if (value === undefined || value === null) return { files: protectedFiles() };
  const parsed = z.array(z.string()).check(z.maxLength(500)).safeParse(value);
  const problem = (what: Phrase) => ({ files: protectedFiles(), problem: uncertain(setting, what) });
  if (!parsed.success) return problem(phrase('it must be a list of up to 500 patterns'));
  try {
    return { files: protectedFiles(parsed.data) };
  } catch (cause) {
    return problem(patternProblem(cause));
  }
}

function uncertain(setting: string, why: Phrase): Phrase {
  return phrase(
    'The setting {0} cannot be used: {1}. Until it is corrected, every change needs approval.',
    setting,
    why,
  );
}
