// Decides quickly, for searches of many files, whether the rules certainly allow reading a path.
import { defaultSecretFiles } from './defaultProtected.ts';
import { judge, type Policy } from './judge.ts';
import { compileLiteralTest } from './parse/ruleGlob.ts';
import type { Action } from './operation.ts';
import type { Subject } from './subject.ts';

/** Matches paths that have one meaning for every file system, decoder and reader, apart from letter case. */
const plainPathPattern = /^[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*(?:\/\.?[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*)*$/;

/** Whether a path may be a secret. Compiled at first use, since compiling takes longer than most calls that use it. */
let secretTest: ((path: string) => boolean) | undefined;

/**
 * Compiles a fast pre-check for many paths inside the workspace, without warnings: true only if `judge('read')` would
 * certainly allow the path. A pattern matches no path that lacks the pattern's literal parts, so one search for the
 * literal parts of all tightening patterns replaces matching each of them.
 */
export function compilePlainReadTest(
  policy: Pick<Policy, 'userRules' | 'workspaceRules' | 'denials'>,
): (path: string) => boolean {
  if (policy.denials?.reading !== undefined) return () => false;
  const tighteningPatterns = [...policy.userRules.rules, ...policy.workspaceRules.rules]
    .filter(({ action, operations }) => action !== 'allow' && operations.includes('read'))
    .flatMap(({ paths }) => paths);
  const mayBeTightened = compileLiteralTest(tighteningPatterns);
  const mayBeSecret = (secretTest ??= compileLiteralTest(defaultSecretFiles));
  return (path) => plainPathPattern.test(path) && !mayBeSecret(path) && !mayBeTightened(path);
}

/** Compiles a function, for many subjects, that returns the strictest `judge('read').action` of several policies. */
export function compileReadAction(policies: readonly Policy[]): (subject: Subject) => Action {
  const tests = policies.map((policy) => ({ policy, isPlain: compilePlainReadTest(policy) }));
  return (subject) => {
    const hasReadWarning = subject.warnings.some(({ reading }) => reading);
    const names = [...subject.spellings, ...subject.spellingsWithFolderName];
    const actions = tests.map(({ policy, isPlain }): Action => {
      const isPlainlyReadable = subject.isInside && !hasReadWarning && names.every(isPlain);
      return isPlainlyReadable ? 'allow' : judge('read', subject, policy).action;
    });
    return strictestAction(actions);
  };
}

/** The strictest of several actions on reading. `later` does not occur: reading cannot be reviewed later. */
export function strictestAction(actions: readonly Action[]): Action {
  if (actions.includes('deny')) return 'deny';
  return actions.includes('ask') ? 'ask' : 'allow';
}
