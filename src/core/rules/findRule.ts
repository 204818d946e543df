// Finds the rule that decides an operation on a path.
import type { Action, Operation } from './operation.ts';
import type { Rule } from './rule.ts';
import type { Subject } from './subject.ts';

/** Recognizes patterns that cover every path. */
const matchAllPattern = /^\/?\*\*(?:\/\*)?$/;

/** The first tightening rule that matches any spelling of the subject. A rule for all paths also applies outside. */
export function findTighteningRule(
  action: Action,
  rules: readonly Rule[],
  operations: readonly Operation[],
  subject: Subject,
): Rule | undefined {
  const isAbout = (rule: Rule): boolean =>
    rule.action === action && rule.operations.some((operation) => operations.includes(operation));
  const appliesHere = (rule: Rule): boolean =>
    subject.spellings.some((spelling) => rule.tightens(spelling, subject.isFolder !== false)) ||
    (!subject.isInside && rule.paths.some((path) => matchAllPattern.test(path)));
  return rules.find((rule) => isAbout(rule) && appliesHere(rule));
}

/** The user's rule that loosens the default; undefined unless the path is inside and every spelling matches. */
export function findLooseningRule(
  action: 'allow' | 'later',
  rules: readonly Rule[],
  operation: Operation,
  subject: Subject,
): Rule | undefined {
  if (!subject.isInside || subject.spellings.length === 0) return undefined;
  const candidateRules = rules.filter((rule) => rule.action === action && rule.operations.includes(operation));
  const matchingRules = subject.spellings.map((spelling) =>
    candidateRules.find((rule) => rule.loosens(spelling, subject.isFolder !== false)),
  );
  return matchingRules.every((rule) => rule !== undefined) ? matchingRules[0] : undefined;
}
