import * as z from 'zod/mini';
import { phrase, type Phrase } from '../phrase.ts';
import { compileGlob, patternProblem, type Glob } from './glob.ts';
import { unusable } from './unusable.ts';

export type Operation = 'read' | 'create' | 'update' | 'delete' | 'move';
export type Action = 'allow' | 'ask' | 'deny';

export const operations: readonly Operation[] = ['read', 'create', 'update', 'delete', 'move'];

/** As settings name them, and as people read them. */
export const operationWords: Readonly<Record<Operation, Phrase>> = {
  read: phrase('read'),
  create: phrase('create'),
  update: phrase('update'),
  delete: phrase('delete'),
  move: phrase('move'),
};

/** As sentences name what is being done. */
export const deedWords: Readonly<Record<Operation, Phrase>> = {
  read: phrase('reading'),
  create: phrase('creating'),
  update: phrase('updating'),
  delete: phrase('deleting'),
  move: phrase('moving'),
};

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
  readonly problem?: Phrase;
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
  if (!Array.isArray(value)) return { rules: [], problem: unusable(setting, phrase('it is not a list of rules')) };
  if (value.length > mostRules)
    return { rules: [], problem: unusable(setting, phrase('it holds more than {0} rules', mostRules)) };
  const entries: readonly unknown[] = value;
  const rules: Rule[] = [];
  let problem: Phrase | undefined;
  let weight = 0;
  for (const [index, entry] of entries.entries()) {
    const rule = readRule(entry, setting, options);
    if ('text' in rule) {
      problem ??= unusable(setting, phrase('rule {0}: {1}', index + 1, rule));
      continue;
    }
    weight += rule.exact.reduce((sum, glob) => sum + glob.weight, 0);
    if (weight > mostWeight)
      return { rules, problem: unusable(setting, phrase('its patterns together are too large')) };
    rules.push(rule);
  }
  return problem === undefined ? { rules } : { rules, problem };
}

function readRule(
  entry: unknown,
  setting: string,
  { tightenOnly = false, fold = false }: { readonly tightenOnly?: boolean; readonly fold?: boolean },
): Rule | Phrase {
  const parsed = ruleSchema.safeParse(entry);
  if (!parsed.success) {
    return wordIssue(parsed.error.issues[0]);
  }
  if (tightenOnly && parsed.data.action === 'allow') return phrase('"action" may only be "ask" or "deny" here');
  try {
    const { paths } = parsed.data;
    const exact = paths.map((path) => compileGlob(path));
    const folded = fold ? paths.map((path) => compileGlob(path, { fold: true })) : exact;
    return { ...parsed.data, setting, exact, folded };
  } catch (cause) {
    return patternProblem(cause);
  }
}

function wordIssue(issue: z.core.$ZodIssue | undefined): Phrase {
  const whole = issue === undefined || issue.path.length === 0;
  const at = whole ? phrase('it') : `"${issue.path.map(String).join('.')}"`;
  if (issue?.code === 'unrecognized_keys') return phrase('{0} has an unknown property {1}', at, listed(issue.keys));
  if (issue?.code === 'invalid_value') return phrase('{0} must be one of {1}', at, listed(issue.values.map(String)));
  if (issue?.code === 'invalid_type') return phrase('{0} must be of type {1}', at, issue.expected);
  if (issue?.code === 'too_small') return phrase('{0} must not be empty', at);
  return phrase('{0} is too large', at);
}

function listed(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ');
}
