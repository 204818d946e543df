// Parses and compiles the access rules in settings; an invalid rule is interpreted as strictly as possible.
import * as z from 'zod/mini';
import { phrase, type Phrase } from '../../wording/phrase.ts';
import { compileRuleGlob, type RuleGlob } from './ruleGlob.ts';
import { interpretBrokenRule, maxPatterns, type RuleEntry } from './brokenRule.ts';
import type { Action, Operation } from '../operation.ts';
import { agentsProblem, describeIssue, negationProblem, patternsProblem } from './ruleProblems.ts';

/**
 * Tests a path relative to the workspace folder. `isFolder`: exceptions such as `folder/**` also cover the folder
 * itself.
 */
type PathTest = (path: string, isFolder?: boolean) => boolean;

/** A compiled entry of `redline.rules` or `redline.workspaceRules`. */
export interface Rule {
  readonly operations: readonly Operation[];
  readonly paths: readonly string[];
  readonly action: Action;
  /** Ids of the agents that it applies to; undefined for all. */
  readonly agents?: readonly string[] | undefined;
  /** The key of its setting, for messages. */
  readonly setting: string;
  /** Matches where the rule is stricter than the default: ignores case and normalization if the file system does. */
  readonly tightens: PathTest;
  /** Matches where the rule is more permissive than the default: compares the exact spelling. */
  readonly loosens: PathTest;
  /** The error in the entry, as sentences. The rule then covers everything it might mean. */
  readonly problem?: Phrase;
}

/** The rules of one setting. */
export interface RuleSet {
  readonly rules: readonly Rule[];
  /** Set if it is unknown what the setting should deny, so that all changes are denied: the reason, as sentences. */
  readonly problem?: Phrase;
  /** Errors in single rules, as sentences. */
  readonly faults?: readonly Phrase[];
}

/** Maximum number of agent ids in a list. */
export const maxAgents = 50;

const ruleSchema = z.strictObject({
  operations: z.array(z.enum(['read', 'create', 'update', 'delete', 'move'])).check(z.minLength(1)),
  paths: z.array(z.string()).check(z.minLength(1), z.maxLength(maxPatterns)),
  except: z.optional(z.array(z.string()).check(z.maxLength(maxPatterns))),
  agents: z.optional(z.array(z.string()).check(z.minLength(1), z.maxLength(maxAgents))),
  action: z.enum(['allow', 'later', 'ask', 'deny']),
});

// Limits against denial of service: a hostile workspace may contain rules, and each is matched against every path.
const maxRules = 200;
/** Maximum sum of the rules' `RuleGlob.complexity`. */
const maxComplexity = 5000;

export interface RuleOptions {
  /** Rejects `allow` and `later`, for rules that a workspace contains. */
  readonly tightenOnly?: boolean;
  /** Whether the file system ignores letter case and Unicode normalization. */
  readonly fold?: boolean;
}

/**
 * Reads the unvalidated value of a rules setting. Never throws: an invalid rule becomes one of the `faults`, and denies
 * or asks about everything it might mean.
 */
export function parseRules(value: unknown, setting: string, options: RuleOptions = {}): RuleSet {
  if (value === undefined || value === null) return { rules: [] };
  const problemOf = (why: Phrase): Phrase =>
    phrase('The setting {0} cannot be used: {1}. Until it is corrected, nothing can be changed.', setting, why);
  if (!Array.isArray(value)) return { rules: [], problem: problemOf(phrase('it must be a list of rules')) };
  if (value.length > maxRules)
    return { rules: [], problem: problemOf(phrase('it contains more than {0} rules', maxRules)) };
  const entries: readonly unknown[] = value;
  const interpretedEntries = entries.map((entry, index) => interpretEntry(entry, index + 1, setting, options));
  const rules: Rule[] = [];
  let complexity = 0;
  for (const { meanings = [], fault } of interpretedEntries) {
    for (const meaning of meanings) {
      const compiled = compileRule(meaning, setting, options.fold === true);
      complexity += compiled.complexity;
      if (complexity > maxComplexity)
        return { rules, problem: problemOf(phrase('its patterns are too large in total')) };
      rules.push(fault === undefined ? compiled.rule : { ...compiled.rule, problem: fault });
    }
  }
  const unreadableIndex = interpretedEntries.findIndex(({ meanings }) => meanings === undefined);
  const faults = interpretedEntries.flatMap(({ fault }) => fault ?? []);
  return {
    rules,
    ...(unreadableIndex < 0 ? {} : { problem: problemOf(phrase('entry {0} is not a rule', unreadableIndex + 1)) }),
    ...(faults.length === 0 ? {} : { faults }),
  };
}

interface InterpretedEntry {
  /**
   * The rules that replace the entry: a valid entry itself, or the strictest rules that an invalid one may mean;
   * undefined if it is no rule at all.
   */
  readonly meanings: readonly RuleEntry[] | undefined;
  readonly fault?: Phrase;
}

/** Reads one entry. `number` is its 1-based position in the setting, for messages. */
function interpretEntry(entry: unknown, number: number, setting: string, options: RuleOptions): InterpretedEntry {
  const parsed = readRule(entry, options);
  if (parsed.rule !== undefined) return { meanings: [parsed.rule] };
  const meanings = interpretBrokenRule(entry);
  if (meanings === undefined) return { meanings };
  const actions = new Set(meanings.map(({ action }) => action));
  const consequence = actions.size > 1 ? mixedConsequence : consequenceByAction[meanings[0]?.action ?? 'deny'];
  return {
    // An invalid rule allows nothing.
    meanings: meanings.filter(({ action }) => action !== 'allow'),
    fault: phrase(
      'Rule {0} in {1} cannot be used: {2}. Until it is corrected, {3}.',
      number,
      setting,
      parsed.why,
      consequence,
    ),
  };
}

const consequenceByAction: Readonly<Record<Action, Phrase>> = {
  allow: phrase('it allows nothing'),
  later: phrase('everything it might apply to needs approval'),
  ask: phrase('everything it might apply to needs approval'),
  deny: phrase('everything it might apply to is denied'),
};
const mixedConsequence = phrase('changing anything it might apply to is denied, and reading it needs approval');

/** A valid entry, or the reason why it is invalid. */
type ParsedRule = { readonly rule: RuleEntry } | { readonly rule?: undefined; readonly why: Phrase };

function readRule(entry: unknown, { tightenOnly = false }: RuleOptions): ParsedRule {
  const parsed = ruleSchema.safeParse(entry);
  if (!parsed.success) return { why: describeIssue(parsed.error.issues[0]) };
  const { action, operations, paths, except = [], agents = [] } = parsed.data;
  if (tightenOnly && (action === 'allow' || action === 'later'))
    return { why: phrase('"action" may only be "ask" or "deny" here') };
  if (action === 'later' && operations.includes('read'))
    return { why: phrase('reading cannot be reviewed later; "operations" must not contain "read"') };
  const why = negationProblem(paths) ?? patternsProblem([...paths, ...except]) ?? agentsProblem(agents, 'agents');
  return why === undefined ? { rule: { ...parsed.data, except } } : { why };
}

/**
 * Compiles a rule. `complexity` counts its patterns for the exact spelling; those for any letter case at most double
 * it.
 */
function compileRule(
  { operations, paths, except, action, agents }: RuleEntry,
  setting: string,
  fold: boolean,
): { rule: Rule; complexity: number } {
  const exactGlobs = compileGlobs(paths, 'exact');
  const globsOfAnyCase = fold ? compileGlobs(paths, 'anyCase') : exactGlobs;
  const exactExceptions = compileExceptions(except, 'exact');
  const exceptionsOfAnyCase = fold ? compileExceptions(except, 'anyCase') : exactExceptions;
  const rule: Rule = {
    operations,
    paths,
    action,
    agents,
    setting,
    // An exception weakens a rule that tightens, so it must match exactly there, and in any case where a rule loosens.
    tightens: (path, isFolder) => matchesAny(globsOfAnyCase, path) && !isExcepted(exactExceptions, path, isFolder),
    loosens: (path, isFolder) => matchesAny(exactGlobs, path) && !isExcepted(exceptionsOfAnyCase, path, isFolder),
  };
  const globs = [...exactGlobs, ...exactExceptions.globs, ...exactExceptions.folderGlobs];
  return { rule, complexity: globs.reduce((sum, glob) => sum + glob.complexity, 0) };
}

function matchesAny(globs: readonly RuleGlob[], path: string): boolean {
  return globs.some((glob) => glob.matches(path));
}

/** `anyCase` includes the exact spelling: folded, a name may be longer (`ß` becomes `ss`), so that `?` fails. */
type CaseMatching = 'exact' | 'anyCase';

function compileGlobs(patterns: readonly string[], matching: CaseMatching): RuleGlob[] {
  const exactGlobs = patterns.map((pattern) => compileRuleGlob(pattern));
  if (matching === 'exact') return exactGlobs;
  return [...exactGlobs, ...patterns.map((pattern) => compileRuleGlob(pattern, { fold: true }))];
}

interface Exceptions {
  readonly globs: readonly RuleGlob[];
  /** `folder/**` also excepts the folder itself, which may have to be created, but no file in its place. */
  readonly folderGlobs: readonly RuleGlob[];
}

function isExcepted({ globs, folderGlobs }: Exceptions, path: string, isFolder: boolean | undefined): boolean {
  return matchesAny(globs, path) || (isFolder === true && matchesAny(folderGlobs, path));
}

function compileExceptions(except: readonly string[], matching: CaseMatching): Exceptions {
  const folders = except.flatMap((pattern) => {
    // `folder/**`, with or without a leading `/` or `./`.
    const folder = /^(?:\.?\/)?(.*[^/*].*)\/\*\*$/.exec(pattern)?.[1];
    // A pattern such as `./**` has no folder of its own.
    return folder === undefined || patternsProblem([`/${folder}`]) !== undefined ? [] : [`/${folder}`];
  });
  return { globs: compileGlobs(except, matching), folderGlobs: compileGlobs(folders, matching) };
}
