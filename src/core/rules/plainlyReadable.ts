// Fast path for reading: finds paths that rules allow without a full judgement.
import { defaultSecretFiles } from './defaultProtected.ts';
import { judge, type Policy } from './judge.ts';
import { compileLiteralTest } from './ruleGlob.ts';
import type { Action } from './operation.ts';
import type { Subject } from './subject.ts';

/** Matches paths that have one meaning for every file system, decoder and reader, apart from letter case. */
const plainPathPattern = /^[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*(?:\/\.?[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*)*$/;

/** Compiled when it is first needed, as it takes longer than most calls that need it. */
let mayBeSecret: ((path: string) => boolean) | undefined;

/**
 * A fast pre-check for many paths inside the workspace: true only if `judge('read')` would certainly allow the path. A
 * path without the literal parts of all patterns that could tighten matches none of these patterns.
 */
export function compilePlainReadTest(
  policy: Pick<Policy, 'userRules' | 'workspaceRules' | 'denials'>,
): (path: string) => boolean {
  if (policy.denials?.reading !== undefined) return () => false;
  const tighteningPatterns = [...policy.userRules.rules, ...policy.workspaceRules.rules]
    .filter(({ action, operations }) => action !== 'allow' && operations.includes('read'))
    .flatMap(({ paths }) => paths);
  const mayBeTightened = compileLiteralTest(tighteningPatterns);
  const isSecretLike = (mayBeSecret ??= compileLiteralTest(defaultSecretFiles));
  return (path) => plainPathPattern.test(path) && !isSecretLike(path) && !mayBeTightened(path);
}

/** The strictest `judge('read').action` of several policies, compiled for many subjects. */
export function compileReadAction(policies: readonly Policy[]): (subject: Subject) => Action {
  const tests = policies.map((policy) => ({ policy, isPlain: compilePlainReadTest(policy) }));
  return (subject) => {
    const actions = tests.map(({ policy, isPlain }): Action => {
      const hasNoWarning = subject.isInside && !subject.warnings.some(({ reading }) => reading);
      if (hasNoWarning && subject.spellings.every(isPlain) && subject.spellingsWithFolderName.every(isPlain))
        return 'allow';
      return judge('read', subject, policy).action;
    });
    return strictestAction(actions);
  };
}

/** The strictest of several actions on reading, among which is no `later`. */
export function strictestAction(actions: readonly Action[]): Action {
  if (actions.includes('deny')) return 'deny';
  return actions.includes('ask') ? 'ask' : 'allow';
}
