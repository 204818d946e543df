// Finds the rule that decides an operation on a path. A match of one of its spellings is enough to tighten; to loosen,
// every spelling must match.
import type { Action, Operation } from './operation.ts';
import type { Rule } from './parse/rule.ts';
import type { Subject } from './subject.ts';

/** Recognizes patterns that cover every path. */
const matchAllPattern = /^\/?\*\*(?:\/\*)?$/;

/**
 * The first rule with this action, on one of the operations, that matches any spelling of the subject. A rule for all
 * paths also applies outside the workspace, where other patterns have no meaning.
 */
export function findTighteningRule(
  action: Action,
  rules: readonly Rule[],
  operations: readonly Operation[],
  subject: Subject,
): Rule | undefined {
  const concernsOperation = (rule: Rule): boolean =>
    rule.action === action && rule.operations.some((operation) => operations.includes(operation));
  const concernsPath = (rule: Rule): boolean =>
    subject.spellings.some((spelling) => rule.tightens(spelling, mayBeFolder(subject))) ||
    (!subject.isInside && rule.paths.some((path) => matchAllPattern.test(path)));
  return rules.find((rule) => concernsOperation(rule) && concernsPath(rule));
}

/**
 * The first rule with this action that loosens the default for the first spelling; undefined unless the path is inside
 * the workspace and each spelling matches a rule with this action, which may be different rules.
 */
export function findLooseningRule(
  action: 'allow' | 'later',
  rules: readonly Rule[],
  operation: Operation,
  subject: Subject,
): Rule | undefined {
  if (!subject.isInside || subject.spellings.length === 0) return undefined;
  const candidateRules = rules.filter((rule) => rule.action === action && rule.operations.includes(operation));
  const matchingRules = subject.spellings.map((spelling) =>
    candidateRules.find((rule) => rule.loosens(spelling, mayBeFolder(subject))),
  );
  return matchingRules.every((rule) => rule !== undefined) ? matchingRules[0] : undefined;
}

/** Whether a rule must treat the subject as a folder: also if that is unknown, such as before it is created. */
function mayBeFolder({ isFolder }: Subject): boolean {
  return isFolder !== false;
}
