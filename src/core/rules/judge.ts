// Judges an operation on a path by the rules: allow, review later, ask or deny.
import type { Location } from '../change/change.ts';
import type { ErrorCode } from '../wording/errors.ts';
import { phrase, type Phrase, type PhraseArgument } from '../wording/phrase.ts';
import { quotePath } from '../path/pathInput.ts';
import { approvalCovers, type Approval } from './approval.ts';
import type { ProtectedFiles, ProtectedMatch } from './protected.ts';
import { findLooseningRule, findTighteningRule } from './findRule.ts';
import type { Rule, RuleSet } from './parse/rule.ts';
import { operationGerunds, type Action, type Operation } from './operation.ts';
import type { Subject } from './subject.ts';

/** Reasons why an agent may not read, or not change, any file at all, as sentences; absent if it may. */
export interface Denials {
  readonly reading?: Phrase;
  readonly changing?: Phrase;
}

/** The inputs of a verdict besides the path: rules, settings, trust, remembered approvals. */
export interface Policy {
  readonly userRules: RuleSet;
  readonly workspaceRules: RuleSet;
  readonly protectedFiles: ProtectedFiles;
  /** The error in `redline.protectedFiles`, as sentences. Every file then counts as protected. */
  readonly protectedProblem?: Phrase;
  /** The remembered approvals that are still valid. */
  readonly approvals: readonly Approval[];
  /** The setting `redline.writesEnabled`. */
  readonly writesEnabled: boolean;
  /** Whether the workspace is trusted. */
  readonly trusted: boolean;
  /** Action for paths outside the workspace: the setting `redline.externalPaths`. */
  readonly externalPaths: 'deny' | 'ask';
  /** `after`: changes that would ask and are not protected are made at once, and reviewed later. */
  readonly reviewWhen?: 'before' | 'after';
  /** Operations that a team policy denies the agent entirely. */
  readonly denials?: Denials;
}

/** The decision about an operation, with its reason. */
export interface Verdict {
  readonly action: Action;
  /** Whole sentences, for the user and the model. */
  readonly reason: Phrase;
  /** Whether the file is protected, or counts as such: Redline's own review must ask, never the host's card. */
  readonly protected: boolean;
  /** Whether an approval counts only after the change was on screen for a moment (`minViewingTimeMs`). */
  readonly mustBeSeen?: boolean;
  /** Set in the verdict on a call: its protected locations. */
  readonly protectedLocations?: readonly Location[];
  /** Error code of a denial. */
  readonly code?: ErrorCode;
  /** The rule that decided. */
  readonly rule?: Rule;
  /** Whether the review may offer to remember an approval: only if nothing but the default asks. */
  readonly rememberable: boolean;
  /** Whether a remembered approval allows the operation. */
  readonly approvedBefore?: boolean;
}

/**
 * Judges an operation on one path. The strictest of these wins: workspace trust and settings, the rules over every
 * spelling, protected names, warnings about the name. Without a rule, reading is allowed and changing asks, unless an
 * approval is remembered.
 *
 * @param impliedOperations further operations (a move deletes its source); rules on them may tighten, never loosen
 */
export function judge(
  operation: Operation,
  subject: Subject,
  policy: Policy,
  impliedOperations: readonly Operation[] = [],
): Verdict {
  const verdict = judgeByRules(operation, subject, policy, impliedOperations);
  const isReviewedAfter = policy.reviewWhen === 'after' && operation !== 'read';
  // An invalid rule may have been meant to deny.
  const isBrokenRule = verdict.rule?.problem !== undefined;
  const canWait = verdict.action === 'ask' && !verdict.protected && !isBrokenRule;
  return isReviewedAfter && canWait
    ? later(phrase('The user reviews changes after they are made (redline.review.when).'))
    : verdict;
}

function judgeByRules(
  operation: Operation,
  subject: Subject,
  policy: Policy,
  impliedOperations: readonly Operation[],
): Verdict {
  const fixedDenial = findFixedDenial(operation, subject, policy);
  if (fixedDenial !== undefined) return fixedDenial;
  const isChange = operation !== 'read';
  const path = quotePath(subject.display);
  const gerund = operationGerunds[operation];
  const rules = [...policy.userRules.rules, ...policy.workspaceRules.rules];
  const operations = [operation, ...impliedOperations];
  // The order is from strict to permissive: deny, protected, ask, later, allow. Without a rule, the default asks.
  const denyingRule = findTighteningRule('deny', rules, operations, subject);
  if (denyingRule !== undefined) return denyByRule(denyingRule, isChange, gerund, path);
  const protectionReason = findProtectionReason(isChange, subject, policy, path);
  if (protectionReason !== undefined) return { ...ask(protectionReason), protected: true };
  const askingRule = findTighteningRule('ask', rules, operations, subject);
  if (askingRule !== undefined) {
    const reason = phrase('A rule in {0} asks before {1} {2}.', ruleName(askingRule), gerund, path);
    return { ...ask(askingRule.problem ?? reason), rule: askingRule };
  }
  const allowance = findAllowance(operation, subject, policy, path);
  // `later` is between allow and ask. Any rule may tighten an allowance to it. Only the user's rules may loosen the
  // default to it.
  const laterRule =
    allowance === undefined
      ? findLooseningRule('later', policy.userRules.rules, operation, subject)
      : findTighteningRule('later', rules, operations, subject);
  if (laterRule !== undefined) {
    const reason = phrase('A rule in {0} lets the user review {1} {2} later.', ruleName(laterRule), gerund, path);
    return { ...later(reason), rule: laterRule };
  }
  if (allowance !== undefined) return allowance;
  return { ...ask(phrase('Every change needs approval unless a rule allows it.')), rememberable: !subject.isLinked };
}

/** A denial that no rule can override: by a team policy, workspace trust, settings, or the location of the path. */
function findFixedDenial(operation: Operation, subject: Subject, policy: Policy): Verdict | undefined {
  const isChange = operation !== 'read';
  const path = quotePath(subject.display);
  const teamReason = isChange ? policy.denials?.changing : policy.denials?.reading;
  if (teamReason !== undefined) return deny('PERMISSION_DENIED', teamReason);
  const writeDenialReason = isChange ? findWriteDenialReason(policy) : undefined;
  if (writeDenialReason !== undefined) return deny('WRITES_DISABLED', writeDenialReason);
  if (!subject.isInside && policy.externalPaths === 'deny') {
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
  return undefined;
}

/** The verdict of a rule, default or remembered approval that allows the operation; undefined if there is none. */
function findAllowance(operation: Operation, subject: Subject, policy: Policy, path: string): Verdict | undefined {
  const allowingRule = findLooseningRule('allow', policy.userRules.rules, operation, subject);
  if (allowingRule !== undefined) {
    const gerund = operationGerunds[operation];
    return {
      ...allow(phrase('A rule in {0} allows {1} {2}.', ruleName(allowingRule), gerund, path)),
      rule: allowingRule,
    };
  }
  if (operation === 'read') return allow(phrase('Reading is allowed unless a rule says otherwise.'));
  if (!policy.approvals.some((approval) => approvalCovers(approval, operation, subject))) return undefined;
  return { ...allow(phrase('The user approved this before.')), approvedBefore: true };
}

/** Names a rule by its setting and the agents to which it is restricted. */
function ruleName({ setting, agents }: Rule): PhraseArgument {
  return agents === undefined ? setting : phrase('{0} for {1}', setting, agents.join(', '));
}

function denyByRule(rule: Rule, isChange: boolean, gerund: Phrase, path: string): Verdict {
  if (rule.problem !== undefined) {
    return { ...deny(isChange ? 'WRITES_DISABLED' : 'PERMISSION_DENIED', rule.problem), rule };
  }
  const reason = phrase('A rule in {0} forbids {1} {2}. Do not try again.', ruleName(rule), gerund, path);
  return { ...deny('PERMISSION_DENIED', reason), rule };
}

/** The strictest of several verdicts: deny, ask, later, allow; then protected before not; the first of equals. */
export function strictestVerdict(verdicts: readonly Verdict[]): Verdict {
  const rank = (verdict: Verdict): number => 2 * strictness[verdict.action] + (verdict.protected ? 1 : 0);
  const [strictest] = verdicts.toSorted((a, b) => rank(b) - rank(a));
  if (strictest === undefined) return allow(phrase('There is nothing to approve.'));
  // Offered only if remembering would prevent every question of the call.
  const rememberable = verdicts.every((verdict) => !preventsWriting(verdict) || verdict.rememberable);
  const isApprovedBefore = strictest.action === 'allow' && verdicts.some(({ approvedBefore }) => approvedBefore);
  return { ...strictest, rememberable, ...(isApprovedBefore ? { approvedBefore: true } : {}) };
}

const strictness: Readonly<Record<Action, number>> = { allow: 0, later: 1, ask: 2, deny: 3 };

/** Whether the operation is denied, or needs the user's answer before anything is written. */
function preventsWriting({ action }: Verdict): boolean {
  return action === 'ask' || action === 'deny';
}

/** Finds the reason why nothing in the workspace may be changed; undefined if it may. */
function findWriteDenialReason(policy: Policy): Phrase | undefined {
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

/**
 * Finds the reason why a user must approve in Redline's own review, whatever the rules allow; undefined if nothing
 * requires it.
 */
function findProtectionReason(isChange: boolean, subject: Subject, policy: Policy, path: string): Phrase | undefined {
  const { protectedFiles } = policy;
  const match = findProtectedMatch(isChange, subject, protectedFiles);
  if (match !== undefined) return phrase('{0} is protected: {1} ({2}).', path, match.reason, match.pattern);
  if (!subject.isInside && (isChange || subject.hasReadGrant !== true))
    return phrase('{0} is outside the workspace, or leads out of it.', path);
  const warning = subject.warnings.find(({ reading }) => isChange || reading);
  if (warning !== undefined) return phrase('{0} needs approval: {1}.', path, warning.message);
  return isChange ? policy.protectedProblem : undefined;
}

function findProtectedMatch(
  isChange: boolean,
  { spellingsWithFolderName: names, isFolder }: Subject,
  protectedFiles: ProtectedFiles,
): ProtectedMatch | undefined {
  if (isChange) return protectedFiles.matchChange(names);
  // A folder's own name is no secret; the contents of its files may be.
  return isFolder === true ? undefined : protectedFiles.matchRead(names);
}

function allow(reason: Phrase): Verdict {
  return { action: 'allow', reason, protected: false, rememberable: false };
}

function later(reason: Phrase): Verdict {
  return { action: 'later', reason, protected: false, rememberable: false };
}

function ask(reason: Phrase): Verdict {
  return { action: 'ask', reason, protected: false, rememberable: false };
}

function deny(code: ErrorCode, reason: Phrase): Verdict {
  return { action: 'deny', reason, protected: false, code, rememberable: false };
}
