// Selects the rules and approvals that apply to one agent, and restricts a new approval to it.
import { isUnknownId } from '../endpoint/agents.ts';
import type { Approval } from './approval.ts';
import type { Policy } from './judge.ts';
import type { Rule, RuleSet } from './parse/rule.ts';

/**
 * The part of a policy that applies to an agent, by its id: rules and approvals for all agents, and the agent's own.
 */
export function policyFor(agent: string, policy: Policy): Policy {
  return {
    ...policy,
    userRules: rulesFor(agent, policy.userRules),
    workspaceRules: rulesFor(agent, policy.workspaceRules),
    approvals: policy.approvals.filter((approval) => isApprovalFor(agent, approval)),
  };
}

/** Whether an approval applies to an agent, by its id. */
export function isApprovalFor(agent: string, approval: Approval): boolean {
  return approval.agent === undefined || approval.agent === agent;
}

/** Restricts an approval to an agent. An approval of the user's own change applies to all agents. */
export function agentRestriction(agent: string): Pick<Approval, 'agent'> {
  return agent === 'user' ? {} : { agent };
}

function rulesFor(agent: string, ruleSet: RuleSet): RuleSet {
  return { ...ruleSet, rules: ruleSet.rules.flatMap((rule) => ruleFor(agent, rule)) };
}

/** A rule loosens only for the ids that it names. It also tightens for agents that may be one of them. */
function ruleFor(agent: string, rule: Rule): readonly Rule[] {
  const { agents, action } = rule;
  if (agents === undefined || agents.includes(agent)) return [rule];
  return action !== 'allow' && mayBeOneOf(agent, agents) ? [{ ...rule, loosens: () => false }] : [];
}

/**
 * Whether an agent may be one of those with these ids. Agents choose their names, so variants of an id count
 * (`codex-…` for `codex`), and an agent with an unknown id may be any.
 */
export function mayBeOneOf(agent: string, ids: readonly string[]): boolean {
  return ids.some((id) => id === agent || agent.startsWith(`${id}-`) || isUnknownId(agent));
}
