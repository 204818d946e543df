// Judges an operation on a path by the rules: allow, review later, ask or deny.
import type { Location } from '../change/change.ts';
import type { ErrorCode } from '../wording/errors.ts';
import { phrase, type Phrase, type PhraseArgument } from '../wording/phrase.ts';
import { quotePath } from '../path/pathInput.ts';
import { covers, type Approval } from './approval.ts';
import type { ProtectedFiles } from './protected.ts';
import type { Rule, RuleSet } from './rule.ts';
import { operationGerunds, type Action, type Operation } from './operation.ts';
import type { Subject } from './subject.ts';

/** The reasons why an agent may not read, or may not change anything, as sentences. */
export interface Barred {
  readonly reading?: Phrase;
  readonly changing?: Phrase;
}

/** All inputs of a verdict besides the path; `policyFor` restricts it to one agent. */
export interface Policy {
  readonly userRules: RuleSet;
  readonly workspaceRules: RuleSet;
  readonly protectedFiles: ProtectedFiles;
  /** The error in `redline.protectedFiles`, as sentences. Every file then counts as protected. */
  readonly protectedProblem?: Phrase;
  /** The valid approvals of all scopes. */
  readonly approvals: readonly Approval[];
  readonly writesEnabled: boolean;
  readonly trusted: boolean;
  readonly externalPaths: 'deny' | 'ask';
  /** `after`: changes that would ask and are not protected are made at once, and reviewed later. */
  readonly reviewWhen?: 'before' | 'after';
  /** Operations that a team policy denies the agent entirely. */
  readonly barred?: Barred;
}

export interface Verdict {
  readonly action: Action;
  /** Whole sentences, for the user and the model. */
  readonly reason: Phrase;
  /** Whether to ask in Redline's own review, never by the host's card. */
  readonly protected: boolean;
  /** Whether the change must have been on screen: an answer that comes too soon does not count. */
  readonly mustBeSeen?: boolean;
  /** Set in the verdict on a call: its protected locations. */
  readonly guarded?: readonly Location[];
  /** Error code of a denial. */
  readonly code?: ErrorCode;
  /** The rule that decided. */
  readonly rule?: Rule;
  /** Whether an approval may be remembered, which requires that only the default asks. */
  readonly rememberable: boolean;
  /** Whether a remembered approval allows it. */
  readonly approvedBefore?: boolean;
}

/**
 * Judges an operation on one path. The strictest of these wins: workspace trust and settings, the rules over every
 * spelling, protected names, doubts about the name. Without a rule, reading is allowed and changing asks, unless an
 * approval is remembered. Rules on `implied` operations (a move deletes its source) may tighten, never loosen.
 */
export function judge(
  operation: Operation,
  subject: Subject,
  policy: Policy,
  implied: readonly Operation[] = [],
): Verdict {
  const verdict = judgeNow(operation, subject, policy, implied);
  const isPostponed = policy.reviewWhen === 'after' && operation !== 'read';
  if (!isPostponed || verdict.action !== 'ask' || verdict.protected) return verdict;
  return later(phrase('The user reviews changes after they are made (redline.review.when).'));
}

function judgeNow(operation: Operation, subject: Subject, policy: Policy, implied: readonly Operation[]): Verdict {
  const changing = operation !== 'read';
  const path = quotePath(subject.display);
  const verb = operationGerunds[operation];
  const barred = changing ? policy.barred?.changing : policy.barred?.reading;
  if (barred !== undefined) return deny('PERMISSION_DENIED', barred);
  const shut = changing ? denialReason(policy) : undefined;
  if (shut !== undefined) return deny('WRITES_DISABLED', shut);
  if (!subject.inside && policy.externalPaths === 'deny') {
    return deny(
      'OUTSIDE_WORKSPACE',
      phrase('The path {0} is outside the workspace, or leads out of it. Use a path inside the workspace.', path),
    );
  }
  if ((operation === 'delete' || operation === 'move') && subject.spellings.includes('')) {
    return deny(
      'VALIDATION_ERROR',
      phrase('{0} is a workspace folder and cannot be deleted or moved. Name what is in it instead.', path),
    );
  }
  const rules = [...policy.userRules.rules, ...policy.workspaceRules.rules];
  const denied = tightening('deny', rules, [operation, ...implied], subject);
  if (denied !== undefined) return denialBy(denied, changing, verb, path);
  const guarded = protectionReason(changing, subject, policy, path);
  if (guarded !== undefined) return ask(guarded, true);
  const asking = tightening('ask', rules, [operation, ...implied], subject);
  if (asking !== undefined) {
    const reason = phrase('A rule in {0} asks before {1} {2}.', ruleName(asking), verb, path);
    return { ...ask(asking.problem ?? reason, false), rule: asking };
  }
  const allowed = firstAllowing(operation, subject, policy, path);
  const postponing =
    allowed === undefined
      ? loosening('later', policy.userRules.rules, operation, subject)
      : tightening('later', rules, [operation, ...implied], subject);
  if (postponing !== undefined) {
    const reason = phrase('A rule in {0} lets the user review {1} {2} later.', ruleName(postponing), verb, path);
    return { ...later(reason), rule: postponing };
  }
  if (allowed !== undefined) return allowed;
  return {
    ...ask(phrase('Every change needs approval unless a rule allows it.'), false),
    rememberable: !subject.linked,
  };
}

/** The verdict of a rule, default or remembered approval that allows the operation; undefined if there is none. */
function firstAllowing(operation: Operation, subject: Subject, policy: Policy, path: string): Verdict | undefined {
  const allowing = loosening('allow', policy.userRules.rules, operation, subject);
  if (allowing !== undefined) {
    const verb = operationGerunds[operation];
    return { ...allow(phrase('A rule in {0} allows {1} {2}.', ruleName(allowing), verb, path)), rule: allowing };
  }
  if (operation === 'read') return allow(phrase('Reading is allowed unless a rule says otherwise.'));
  if (!policy.approvals.some((approval) => covers(approval, operation, subject))) return undefined;
  return { ...allow(phrase('The user approved this before.')), approvedBefore: true };
}

/** Names a rule by its setting and the agents to which it is restricted. */
function ruleName({ setting, agents }: Rule): PhraseArgument {
  return agents === undefined ? setting : phrase('{0} for {1}', setting, agents.join(', '));
}

function denialBy(rule: Rule, changing: boolean, verb: Phrase, path: string): Verdict {
  if (rule.problem !== undefined) {
    return { ...deny(changing ? 'WRITES_DISABLED' : 'PERMISSION_DENIED', rule.problem), rule };
  }
  const reason = phrase('A rule in {0} forbids {1} {2}. Do not try again.', ruleName(rule), verb, path);
  return { ...deny('PERMISSION_DENIED', reason), rule };
}

/** The strictest of several verdicts: deny, ask, later, allow; protected before not; the first of equals. */
export function strictest(verdicts: readonly Verdict[]): Verdict {
  const rank = (verdict: Verdict): number => 2 * strictness[verdict.action] + (verdict.protected ? 1 : 0);
  const worst = verdicts.reduce<Verdict | undefined>(
    (so, verdict) => (so === undefined || rank(verdict) > rank(so) ? verdict : so),
    undefined,
  );
  if (worst === undefined) return allow(phrase('There is nothing to approve.'));
  const rememberable = verdicts.every((verdict) => !asksFirst(verdict) || verdict.rememberable);
  if (worst.action !== 'allow' || !verdicts.some(({ approvedBefore }) => approvedBefore)) {
    return { ...worst, rememberable };
  }
  return { ...worst, rememberable, approvedBefore: true };
}

const strictness: Readonly<Record<Action, number>> = { allow: 0, later: 1, ask: 2, deny: 3 };

/** Whether the user must answer, or has denied it by a rule, before anything is written. */
function asksFirst({ action }: Verdict): boolean {
  return action === 'ask' || action === 'deny';
}

function denialReason(policy: Policy): Phrase | undefined {
  if (!policy.trusted) {
    return phrase(
      'The workspace is not trusted, so nothing can be changed in it. The user can trust it in the editor.',
    );
  }
  if (!policy.writesEnabled) {
    return phrase('The user has turned changes off (redline.writesEnabled). Do not try again.');
  }
  return policy.userRules.problem ?? policy.workspaceRules.problem;
}

function protectionReason(changing: boolean, subject: Subject, policy: Policy, path: string): Phrase | undefined {
  const files = policy.protectedFiles;
  const secret = changing || subject.isFolder === true ? undefined : files.reading(subject.shapes);
  const guarded = changing ? files.changing(subject.shapes) : secret;
  if (guarded !== undefined) return phrase('{0} is protected: {1} ({2}).', path, guarded.reason, guarded.pattern);
  if (!subject.inside && (changing || subject.hasReadGrant !== true))
    return phrase('{0} is outside the workspace, or leads out of it.', path);
  const doubt = subject.doubts.find(({ reading }) => changing || reading);
  if (doubt !== undefined) return phrase('{0} needs approval: {1}.', path, doubt.message);
  return changing ? policy.protectedProblem : undefined;
}

/** Patterns that match every path. */
const everything = /^\/?\*\*(?:\/\*)?$/;

/** The first tightening rule that matches any spelling of the subject. A rule for all paths also applies outside. */
function tightening(
  action: Action,
  rules: readonly Rule[],
  operations: readonly Operation[],
  subject: Subject,
): Rule | undefined {
  return rules.find(
    (rule) =>
      rule.action === action &&
      rule.operations.some((operation) => operations.includes(operation)) &&
      (subject.spellings.some(rule.tightens) || (!subject.inside && rule.paths.some((path) => everything.test(path)))),
  );
}

/** The user's rule that loosens the default; undefined unless the path is inside and every spelling matches. */
function loosening(
  action: 'allow' | 'later',
  rules: readonly Rule[],
  operation: Operation,
  subject: Subject,
): Rule | undefined {
  if (!subject.inside || subject.spellings.length === 0) return undefined;
  const allows = rules.filter((rule) => rule.action === action && rule.operations.includes(operation));
  const matching = subject.spellings.map((spelling) => allows.find((rule) => rule.loosens(spelling)));
  return matching.every((rule) => rule !== undefined) ? matching[0] : undefined;
}

function allow(reason: Phrase): Verdict {
  return { action: 'allow', reason, protected: false, rememberable: false };
}

function later(reason: Phrase): Verdict {
  return { action: 'later', reason, protected: false, rememberable: false };
}

function ask(reason: Phrase, guarded: boolean): Verdict {
  return { action: 'ask', reason, protected: guarded, rememberable: false };
}

function deny(code: ErrorCode, reason: Phrase): Verdict {
  return { action: 'deny', reason, protected: false, code, rememberable: false };
}
