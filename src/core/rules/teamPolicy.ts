// Reads a team's policy, the file `.redline/policy.json` of a workspace folder, and adds it to the rules for an agent.
// A policy can only make the rules stricter.

import * as z from 'zod/mini';
import { callerName } from '../endpoint/agents.ts';
import { phrase, shorten, type Phrase } from '../wording/phrase.ts';
import { mayBeOneOf } from './forAgent.ts';
import type { Denials, Policy } from './judge.ts';
import { maxAgents, parseRules, type RuleSet } from './parse/rule.ts';
import { agentsProblem, describeIssue } from './parse/ruleProblems.ts';

/** Path of the file, relative to a workspace folder. */
export const teamPolicyPath = '.redline/policy.json';
/** Maximum length of a key in a message, in UTF-16 units. */
const maxQuotedChars = 200;
/** Maximum size of the file, in bytes. */
export const maxTeamPolicyBytes = 256 * 1024;

/** A parsed team policy. */
export interface TeamPolicy {
  /** Rules that ask or deny; `problem` if the file is invalid, in which case nothing can be changed. */
  readonly rules: RuleSet;
  /** Whether changes must be reviewed before they are written, even if `redline.review.when` is `after`. */
  readonly reviewBefore: boolean;
  /** Ids of the only agents that may work in the folder; undefined for all. */
  readonly agents?: readonly string[] | undefined;
  /** Ids of agents that may change files only under Hold: their sandbox must refuse writes past Redline. */
  readonly hold: readonly string[];
}

const idsSchema = z.array(z.string()).check(z.maxLength(maxAgents));

/** `rules` is validated like `redline.workspaceRules`, where one invalid rule does not invalidate the others. */
const teamPolicySchema = z.strictObject({
  $schema: z.optional(z.string()),
  rules: z.optional(z.array(z.unknown())),
  'review.when': z.optional(z.enum(['before', 'after'])),
  agents: z.optional(idsSchema),
  hold: z.optional(idsSchema),
});

/** Parses the file. Never throws: an invalid policy denies all changes, and asks before reading. */
export function parseTeamPolicy(text: string): TeamPolicy {
  const value = parsePolicyJson(text);
  if ('why' in value) return unusableTeamPolicy(value.why);
  const parsed = teamPolicySchema.safeParse(value.json);
  if (!parsed.success) return unusableTeamPolicy(describeIssue(parsed.error.issues[0]));
  const { rules, 'review.when': when, agents, hold = [] } = parsed.data;
  const problem = agentsProblem(agents ?? [], 'agents') ?? agentsProblem(hold, 'hold');
  if (problem !== undefined) return unusableTeamPolicy(problem);
  const ruleSet = parseRules(rules, teamPolicyPath, { tightenOnly: true, fold: true });
  if (ruleSet.problem !== undefined) return createDenyingPolicy(ruleSet.problem);
  return { rules: ruleSet, reviewBefore: when === 'before', agents, hold };
}

/** The policy in place of a file that cannot be read or is invalid. */
export function unusableTeamPolicy(why: Phrase): TeamPolicy {
  return createDenyingPolicy(
    phrase(
      'The team policy {0} cannot be used: {1}. Until it is corrected, nothing can be changed, and reading needs approval.',
      teamPolicyPath,
      why,
    ),
  );
}

/** Denies all changes by its `problem`, and asks before reading by a rule whose reason is the problem, too. */
function createDenyingPolicy(problem: Phrase): TeamPolicy {
  const askRules = parseRules([{ operations: ['read'], paths: ['**'], action: 'ask' }], teamPolicyPath);
  return {
    rules: { rules: askRules.rules.map((rule) => ({ ...rule, problem })), problem },
    reviewBefore: true,
    hold: [],
  };
}

/** The value of a JSON text, which may begin with a byte order mark, or why it cannot be used. */
function parsePolicyJson(text: string): { readonly json: unknown } | { readonly why: Phrase } {
  try {
    const json: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    const duplicate = findDuplicateKey(text);
    return duplicate === undefined
      ? { json }
      : { why: phrase('it has the key {0} twice', shorten(JSON.stringify(duplicate), maxQuotedChars)) };
  } catch {
    return { why: phrase('it is not valid JSON') };
  }
}

/**
 * Adds team policies to the rules for an agent.
 *
 * @param agent the agent's id, or `user`
 * @param teamPolicies policies of the workspace folders that contain the location
 * @param isHeld whether the agent is under Hold
 */
export function withTeamPolicies(
  agent: string,
  policy: Policy,
  teamPolicies: readonly TeamPolicy[],
  isHeld: boolean,
): Policy {
  if (teamPolicies.length === 0) return policy;
  const ruleSets = [policy.workspaceRules, ...teamPolicies.map(({ rules }) => rules)];
  const problem = ruleSets.find((set) => set.problem !== undefined)?.problem;
  return {
    ...policy,
    workspaceRules: {
      rules: ruleSets.flatMap(({ rules }) => rules),
      faults: ruleSets.flatMap(({ faults = [] }) => faults),
      ...(problem === undefined ? {} : { problem }),
    },
    ...(teamPolicies.some(({ reviewBefore }) => reviewBefore) ? { reviewWhen: 'before' } : {}),
    denials: denialsFor(agent, teamPolicies, isHeld),
  };
}

/**
 * Reasons why an agent may not read or change files by its team policies. The user is not an agent, and never denied.
 */
function denialsFor(agent: string, teamPolicies: readonly TeamPolicy[], isHeld: boolean): Denials {
  if (agent === 'user') return {};
  const forbiddingPolicy = teamPolicies.find(({ agents }) => agents?.includes(agent) === false);
  if (forbiddingPolicy !== undefined) {
    const reason = notAllowedReason(agent, forbiddingPolicy.agents ?? []);
    return { reading: reason, changing: reason };
  }
  const needsHold = teamPolicies.some(({ hold }) => mayBeOneOf(agent, hold));
  return needsHold && !isHeld ? { changing: notHeldReason(agent) } : {};
}

function notAllowedReason(agent: string, allowed: readonly string[]): Phrase {
  const name = nameInPolicy(agent);
  if (allowed.length === 0)
    return phrase(
      'The team policy {0} allows no agents here, so {1} is denied. Do not try again.',
      teamPolicyPath,
      name,
    );
  return phrase(
    'The team policy {0} does not allow {1} here, only {2}. Do not try again.',
    teamPolicyPath,
    name,
    allowed.map(nameInPolicy).join(', '),
  );
}

function notHeldReason(agent: string): Phrase {
  return phrase(
    'The team policy {0} requires Hold for {1}, and Hold is not on here, so its changes are denied. The user can turn it on by "Redline: Hold an Agent…". Do not try again.',
    teamPolicyPath,
    nameInPolicy(agent),
  );
}

function nameInPolicy(agent: string): string {
  const name = callerName(agent);
  return name === agent ? agent : `${name} (${agent})`;
}

/**
 * Describes each requirement of a policy by a phrase; only the problem if the policy has one. Empty if it requires
 * nothing.
 */
export function requirementsOf({ rules, reviewBefore, agents, hold }: TeamPolicy): readonly Phrase[] {
  if (rules.problem !== undefined) return [rules.problem];
  return [
    ...(rules.rules.length === 1 ? [phrase('one rule')] : []),
    ...(rules.rules.length > 1 ? [phrase('{0} rules', rules.rules.length)] : []),
    ...(reviewBefore ? [phrase('changes are reviewed before they are written')] : []),
    ...(agents === undefined ? [] : [agentRequirement(agents)]),
    ...(hold.length === 0 ? [] : [phrase('Hold is required for {0}', hold.map(callerName).join(', '))]),
  ];
}

function agentRequirement(agents: readonly string[]): Phrase {
  return agents.length === 0
    ? phrase('no agents are allowed')
    : phrase('only these agents are allowed: {0}', agents.map(callerName).join(', '));
}

/**
 * Finds the first duplicate key in an object of a JSON text. `JSON.parse` keeps the last value, while a reader may see
 * the first.
 * @param text valid JSON
 */
export function findDuplicateKey(text: string): string | undefined {
  /** The keys of each open object; undefined for an array. */
  const keysOfOpenObjects: (Set<string> | undefined)[] = [];
  for (const [token, quotedText, colon] of text.matchAll(/("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|[{}[\]]/g)) {
    if (token === '{') keysOfOpenObjects.push(new Set());
    else if (token === '[') keysOfOpenObjects.push(undefined);
    else if (token === '}' || token === ']') keysOfOpenObjects.pop();
    else if (quotedText !== undefined && colon !== undefined) {
      const name = String(JSON.parse(quotedText));
      const keys = keysOfOpenObjects.at(-1);
      if (keys?.has(name) === true) return name;
      keys?.add(name);
    }
  }
  return undefined;
}
