// Compiles the lists of protected and secret files into a matcher. `judge` uses it before all rules and approvals,
// except for rules that deny.
import * as z from 'zod/mini';
import { phrase, type Phrase } from '../wording/phrase.ts';
import { pathForms } from '../path/misleadingNames.ts';
import {
  defaultProtectedFiles,
  defaultSecretFiles,
  translationLookalikes,
  readableSecretLookalikes,
  ownFiles,
} from './defaultProtected.ts';
import { compileRuleGlob, compileLiteralTest, normalizeName, patternErrorReason } from './parse/ruleGlob.ts';

/** The pattern by which a file is protected, and the reason as a clause. */
export interface ProtectedMatch {
  readonly pattern: string;
  readonly reason: Phrase;
}

/** The protected files. Changing one always asks in Redline's own review; reading a secret asks, too. */
export interface ProtectedFiles {
  /** Finds the first match that requires a question before the file with these spellings is changed. */
  matchChange(spellings: readonly string[]): ProtectedMatch | undefined;
  /** Finds the first match that requires a question before the file is read. */
  matchRead(spellings: readonly string[]): ProtectedMatch | undefined;
}

/**
 * Compiles the lists. Compares paths by `pathForms`, which lists the ways a file system could read a spelling.
 * Redline's own files and secrets are protected even if `files` does not list them.
 *
 * @throws RangeError for an invalid pattern
 */
export function compileProtectedFiles(files: readonly string[] = defaultProtectedFiles): ProtectedFiles {
  const matchSecret = withReason(compilePatterns(defaultSecretFiles), phrase('it may contain secrets'));
  const findListed = compilePatterns(files);
  const findOwnFile = compilePatterns(ownFiles);
  const matchProtected = withReason(
    (spellings) => findListed(spellings) ?? findOwnFile(spellings),
    phrase('it can change what runs, or who may run it'),
  );
  const isTranslation = compileExemption(translationLookalikes);
  const isPublished = compileExemption(readableSecretLookalikes);
  return {
    // A change asks even for a file that is meant to be published, since it could put a secret there.
    matchChange: (spellings) =>
      matchProtected(spellings) ?? matchSecret(spellings.filter((spelling) => !isTranslation(spelling))),
    matchRead: (spellings) =>
      matchSecret(spellings.filter((spelling) => !isPublished(spelling) && !isTranslation(spelling))),
  };
}

type Matcher = (spellings: readonly string[]) => ProtectedMatch | undefined;

function withReason(findPattern: PatternFinder, reason: Phrase): Matcher {
  return (spellings) => {
    const pattern = findPattern(spellings);
    return pattern === undefined ? undefined : { pattern, reason };
  };
}

type Exemption = (spelling: string) => boolean;
const exemptionByList = new WeakMap<readonly string[], Exemption>();

/** A name is exempt only if all its forms are: `.env.example` is, `.env:.example` is not. */
function compileExemption(patterns: readonly string[]): Exemption {
  const cached = exemptionByList.get(patterns);
  if (cached !== undefined) return cached;
  const globs = patterns.map((pattern) => compileRuleGlob(pattern, { fold: true, exact: true }));
  const mayMatch = compileLiteralTest(patterns);
  const isExempt: Exemption = (spelling) =>
    nameFormsOf(spelling).every((form) => mayMatch(form) && globs.some((glob) => glob.matchesForm(form)));
  exemptionByList.set(patterns, isExempt);
  return isExempt;
}

/** Returns the first pattern of a list that matches a spelling. */
type PatternFinder = (spellings: readonly string[]) => string | undefined;

/** Caches the compiled default lists: every change of a setting compiles them again. */
const finderByList = new WeakMap<readonly string[], PatternFinder>();

function compilePatterns(patterns: readonly string[]): PatternFinder {
  const cached = finderByList.get(patterns);
  if (cached !== undefined) return cached;
  const globs = patterns.map((pattern) => compileRuleGlob(pattern, { fold: true }));
  const mayMatch = compileLiteralTest(patterns);
  const findPattern: PatternFinder = (spellings) => {
    const forms = new Set(spellings.flatMap(nameFormsOf).filter(mayMatch));
    for (const form of forms) {
      const glob = globs.find((candidate) => candidate.matchesForm(form));
      if (glob !== undefined) return glob.pattern;
    }
    return undefined;
  };
  finderByList.set(patterns, findPattern);
  return findPattern;
}

/** The forms in which a spelling is compared with patterns, all in one letter case. */
function nameFormsOf(spelling: string): readonly string[] {
  const fold = true;
  return [...new Set([normalizeName(spelling, fold), ...pathForms(spelling)])];
}

/** Maximum number of patterns in the setting. */
const maxPatterns = 500;

/**
 * Reads the unvalidated value of `redline.protectedFiles`. Never throws: with a `problem` (as sentences) every change
 * asks, and the default list applies.
 */
export function parseProtected(value: unknown, setting: string): { files: ProtectedFiles; problem?: Phrase } {
  if (value === undefined || value === null) return { files: compileProtectedFiles() };
  const parsed = z.array(z.string()).check(z.maxLength(maxPatterns)).safeParse(value);
  const withProblem = (why: Phrase) => ({ files: compileProtectedFiles(), problem: unusableListProblem(setting, why) });
  if (!parsed.success) return withProblem(phrase('it must be a list of up to {0} patterns', maxPatterns));
  try {
    return { files: compileProtectedFiles(parsed.data) };
  } catch (cause) {
    return withProblem(patternErrorReason(cause));
  }
}

function unusableListProblem(setting: string, why: Phrase): Phrase {
  return phrase(
    'The setting {0} cannot be used: {1}. Until it is corrected, every change needs approval.',
    setting,
    why,
  );
}
