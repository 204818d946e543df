import { defaultSecretFiles } from './defaultProtected.ts';
import { judge, type Policy } from './judge.ts';
import { literalTest } from './ruleGlob.ts';
import type { Action } from './rule.ts';
import type { Subject } from './subject.ts';

/** Paths that no file system, decoder or eye takes for another one, but for the case of letters. */
const plain = /^[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*(?:\/\.?[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*)*$/;

/**
 * A quick test for many paths: it says yes only where `judge('read')` is sure to say allow, for paths inside the
 * workspace. It looks for the literal parts of all patterns that could tighten; a path without any of them matches none.
 */
export function plainlyReadable(policy: Pick<Policy, 'userRules' | 'workspaceRules'>): (path: string) => boolean {
  const tightening = [...policy.userRules.rules, ...policy.workspaceRules.rules]
    .filter(({ action, operations }) => action !== 'allow' && operations.includes('read'))
    .flatMap(({ paths }) => paths);
  const holds = literalTest([...defaultSecretFiles, ...tightening]);
  return (path) => plain.test(path) && !holds(path);
}

/** `judge('read').action` by several policies, the strictest; made for many subjects at once. */
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
