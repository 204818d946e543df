// Fast path for reading: finds paths that rules allow without a full judgement.
import { defaultSecretFiles } from './defaultProtected.ts';
import { judge, type Policy } from './judge.ts';
import { literalTest } from './ruleGlob.ts';
import type { Action } from './operation.ts';
import type { Subject } from './subject.ts';

/** Matches paths that have one meaning for every file system, decoder and reader, apart from letter case. */
const plain = /^[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*(?:\/\.?[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*)*$/;

/**
 * A fast pre-check for many paths inside the workspace: true only if `judge('read')` would certainly allow the path. A
 * path without the literal parts of all patterns that could tighten matches none of these patterns.
 */
export function plainlyReadable(
  policy: Pick<Policy, 'userRules' | 'workspaceRules' | 'barred'>,
): (path: string) => boolean {
  if (policy.barred?.reading !== undefined) return () => false;
  const tightening = [...policy.userRules.rules, ...policy.workspaceRules.rules]
    .filter(({ action, operations }) => action !== 'allow' && operations.includes('read'))
    .flatMap(({ paths }) => paths);
  const holds = literalTest([...defaultSecretFiles, ...tightening]);
  return (path) => plain.test(path) && !holds(path);
}

/** The strictest `judge('read').action` of several policies, compiled for many subjects. */
export function readActions(policies: readonly Policy[]): (subject: Subject) => Action {
  const tests = policies.map((policy) => ({ policy, isPlain: plainlyReadable(policy) }));
  return (subject) => {
    const actions = tests.map(({ policy, isPlain }): Action => {
      const plainly = subject.inside && !subject.doubts.some(({ reading }) => reading);
      if (plainly && subject.spellings.every(isPlain) && subject.shapes.every(isPlain)) return 'allow';
      return judge('read', subject, policy).action;
    });
    return strictestAction(actions);
  };
}

export function strictestAction(actions: readonly Action[]): Action {
  return actions.includes('deny') ? 'deny' : actions.includes('ask') ? 'ask' : 'allow';
}
