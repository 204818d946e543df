import * as z from 'zod/mini';
import { compileGlob, type Glob } from './glob.ts';

export type Operation = 'read' | 'create' | 'update' | 'delete' | 'move';
export type Action = 'allow' | 'ask' | 'deny';

export const operations: readonly Operation[] = ['read', 'create', 'update', 'delete', 'move'];

/** One entry of `redline.rules` or `redline.workspaceRules`, ready to be matched. */
export interface Rule {
  readonly operations: readonly Operation[];
  readonly paths: readonly string[];
  readonly action: Action;
  /** Where the rule stands, to be named in answers: the setting's key. */
  readonly setting: string;
  /** As written, for rules that loosen. */
  readonly exact: readonly Glob[];
  /** With case and composition folded where the file system does, for rules that tighten. */
  readonly folded: readonly Glob[];
}

/** A setting's rules. With a `problem` (whole sentences) nothing may be changed; the rules that could be read still hold. */
export interface RuleSet {
  readonly rules: readonly Rule[];
  readonly problem?: string;
}

const ruleSchema = z.strictObject({
  operations: z.array(z.enum(['read', 'create', 'update', 'delete', 'move'])).check(z.minLength(1)),
  paths: z.array(z.string()).check(z.minLength(1), z.maxLength(200)),
  action: z.enum(['allow', 'ask', 'deny']),
});

/** A workspace writes rules too, and each is matched for every path; a larger list is no list. */
const mostRules = 200;
const mostWeight = 5000;

/**
 * Reads the value of a rules setting, which is anything a person or a workspace wrote. `tightenOnly` refuses `allow`,
 * for rules that come with the workspace. Never throws: what is wrong becomes the set's `problem`.
 */
export function parseRules(
  value: unknown,
  setting: string,
  options: { readonly tightenOnly?: boolean; readonly fold?: boolean } = {},
): RuleSet {
  if (value === undefined || value === null) return { rules: [] };
  if (!Array.isArray(value)) return { rules: [], problem: wordProblem(setting, 'it is no list of rules') };
  if (value.length > mostRules)
    return { rules: [], problem: wordProblem(setting, `it holds more than ${mostRules} rules`) };
  const entries: readonly unknown[] = value;
  const rules: Rule[] = [];
  let problem: string | undefined;
  let weight = 0;
  for (const [index, entry] of entries.entries()) {
    const rule = readRule(entry, setting, options);
    if (typeof rule === 'string') {
      problem ??= wordProblem(setting, `rule ${index + 1}: ${rule}`);
      continue;
    }
    weight += rule.exact.reduce((sum, glob) => sum + glob.weight, 0);
    if (weight > mostWeight) return { rules, problem: wordProblem(setting, 'its patterns together are too large') };
    rules.push(rule);
  }
  return problem === undefined ? { rules } : { rules, problem };
}

function readRule(
  entry: unknown,
  setting: string,
  { tightenOnly = false, fold = false }: { readonly tightenOnly?: boolean; readonly fold?: boolean },
): Rule | string {
  const parsed = ruleSchema.safeParse(entry);
  if (!parsed.success) {
    return wordIssue(parsed.error.issues[0]);
  }
  if (tightenOnly && parsed.data.action === 'allow') return '"action" may only be "ask" or "deny" here';
  try {
    const { paths } = parsed.data;
    const exact = paths.map((path) => compileGlob(path));
    const folded = fold ? paths.map((path) => compileGlob(path, { fold: true })) : exact;
    return { ...parsed.data, setting, exact, folded };
  } catch (cause) {
    return cause instanceof Error ? cause.message.replace(/\.$/, '') : 'a pattern cannot be read';
  }
}

function wordIssue(issue: z.core.$ZodIssue | undefined): string {
  const at = issue === undefined || issue.path.length === 0 ? 'it' : `"${issue.path.map(String).join('.')}"`;
  if (issue?.code === 'unrecognized_keys') return `${at} has an unknown property "${issue.keys.join('", "')}"`;
  if (issue?.code === 'invalid_value') return `${at} must be one of "${issue.values.map(String).join('", "')}"`;
  if (issue?.code === 'invalid_type') return `${at} must be of type ${issue.expected}`;
  if (issue?.code === 'too_small') return `${at} must not be empty`;
  return `${at} is too large`;
}

function wordProblem(setting: string, what: string): string {
  return `The setting ${setting} cannot be used: ${what}. Until the user corrects it, nothing can be changed.`;
}
