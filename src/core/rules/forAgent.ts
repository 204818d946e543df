// Limits rules and approvals to one agent.
import { isUnnamed } from '../endpoint/agents.ts';
import type { Approval } from './approval.ts';
import type { Policy } from './judge.ts';
import type { Rule, RuleSet } from './rule.ts';

/** The part of a policy that applies to an agent, by its id: rules and approvals for everyone, and its own. */
export function policyFor(agent: string, policy: Policy): Policy {
  return {
    ...policy,
    userRules: rulesFor(agent, policy.userRules),
    workspaceRules: rulesFor(agent, policy.workspaceRules),
    approvals: policy.approvals.filter((approval) => isFor(agent, approval)),
  };
}

/** Whether an approval covers an agent, by its id. */
export function isFor(agent: string, approval: Approval): boolean {
  return approval.agent === undefined || approval.agent === agent;
}

/** Limits an approval to an agent. What a person approves of their own doing is for everyone. */
export function onlyFor(agent: string): Pick<Approval, 'agent'> {
  return agent === 'user' ? {} : { agent };
}

function rulesFor(agent: string, set: RuleSet): RuleSet {
  return { ...set, rules: set.rules.flatMap((rule) => ruleFor(agent, rule)) };
}

/**
 * Agents choose their names. A rule loosens for exactly the ids that it names; it tightens also for variants of them
 * (`codex-…` for `codex`) and for agents without a name of their own, which may be any.
 */
function ruleFor(agent: string, rule: Rule): readonly Rule[] {
  const { agents, action } = rule;
  if (agents === undefined || agents.includes(agent)) return [rule];
  const mayBeMeant = isUnnamed(agent) || agents.some((id) => agent.startsWith(`${id}-`));
  return action !== 'allow' && mayBeMeant ? [{ ...rule, loosens: () => false }] : [];
}
