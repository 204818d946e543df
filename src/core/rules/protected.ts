import * as z from 'zod/mini';
import { phrase, type Phrase } from '../phrase.ts';
import { foldPath } from '../path/foldPath.ts';
import { defaultProtectedFiles, defaultSecretFiles, openSecretFiles } from './defaultProtected.ts';
import { compileGlob, nameForm, patternProblem, type Glob } from './glob.ts';
import { unusable } from './unusable.ts';

/** Why a path is guarded: the pattern, and what stands behind it in words. */
export interface Guarded {
  readonly pattern: string;
  readonly words: Phrase;
}

/** Guarded files: changing one always asks in Redline's own review, reading a secret asks as well. */
export interface ProtectedFiles {
  /** The first reason to guard one of these spellings. */
  changing(spellings: readonly string[]): Guarded | undefined;
  reading(spellings: readonly string[]): Guarded | undefined;
}

/**
 * Compiles the two lists. Matching goes by shape: `foldPath` says in how many ways a spelling could be taken; `open` are
 * secrets by name alone, which may be read. Throws RangeError for a pattern that cannot be read.
 */
export function protectedFiles(
  files: readonly string[] = defaultProtectedFiles,
  secrets: readonly string[] = defaultSecretFiles,
  open: readonly string[] = openSecretFiles,
): ProtectedFiles {
  const exempt = open.map((pattern) => compileGlob(pattern, { fold: true, exact: true }));
  const compiledSecrets = compileAll(secrets, phrase('it may hold secrets'));
  const all = [...compileAll(files, phrase('it can change what runs, or who may run it')), ...compiledSecrets];
  return {
    changing: (spellings) => firstMatch(all, spellings),
    // A name is open only if every form of it is: `.env.example` is, `.env:.example` is not.
    reading: (spellings) =>
      firstMatch(
        compiledSecrets,
        spellings.filter(
          (spelling) => !formsOf(spelling).every((form) => exempt.some((glob) => glob.matchesForm(form))),
        ),
      ),
  };
}

interface GuardedGlob {
  readonly glob: Glob;
  readonly guarded: Guarded;
}

function compileAll(patterns: readonly string[], words: Phrase): GuardedGlob[] {
  return patterns.map((pattern) => ({ glob: compileGlob(pattern, { fold: true }), guarded: { pattern, words } }));
}

function firstMatch(globs: readonly GuardedGlob[], spellings: readonly string[]): Guarded | undefined {
  const forms = new Set(spellings.flatMap(formsOf));
  for (const form of forms) {
    const match = globs.find(({ glob }) => glob.matchesForm(form));
    if (match !== undefined) return match.guarded;
  }
  return undefined;
}

function formsOf(spelling: string): readonly string[] {
  return [...new Set([nameForm(spelling, true), ...foldPath(spelling)])];
}

/**
 * Reads the value of `redline.protectedFiles`. Never throws: with a `problem` (whole sentences) nothing may be changed,
 * and the default list holds.
 */
export function parseProtected(value: unknown, setting: string): { files: ProtectedFiles; problem?: Phrase } {
  if (value === undefined || value === null) return { files: protectedFiles() };
  const parsed = z.array(z.string()).check(z.maxLength(500)).safeParse(value);
  const problem = (what: Phrase) => ({ files: protectedFiles(), problem: unusable(setting, what) });
  if (!parsed.success) return problem(phrase('it is no list of at most 500 patterns'));
  try {
    return { files: protectedFiles(parsed.data) };
  } catch (cause) {
    return problem(patternProblem(cause));
  }
}
