// Interprets an invalid rule as strictly as possible, so that it never allows too much.
import { normalizeAgentName } from '../endpoint/agents.ts';
import { compileRuleGlob } from './ruleGlob.ts';
import { changeOperations, operations as all, type Action, type Operation } from './operation.ts';

/** A rule as the settings contain it. */
export interface RuleEntry {
  readonly operations: readonly Operation[];
  readonly paths: readonly string[];
  readonly except: readonly string[];
  /** Ids of agents; undefined for everyone. */
  readonly agents?: readonly string[] | undefined;
  readonly action: Action;
}

/** Synonyms that users write for operations that change something. */
const changeWord = /^(?:write|change|edit|modify|add|remove|rename|overwrite|append|copy)$/i;

/**
 * Interprets an invalid rule as strictly as possible: its readable parts apply, unreadable ones count as everything.
 * Undefined if the entry is not a rule at all.
 */
export function possibleRules(entry: unknown): readonly RuleEntry[] | undefined {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return undefined;
  const { operations, paths, except, agents, action }: Readonly<Record<string, unknown>> = { ...entry };
  const where = { ...readPatterns(paths, except), agents: readAgents(agents) };
  const named = readOperations(operations);
  if (action === 'allow' || action === 'ask' || action === 'deny') return [{ ...where, operations: named, action }];
  // `later` becomes `ask`, since `later` over more paths than intended would loosen the default.
  if (action === 'later') return [{ ...where, operations: named, action: 'ask' }];
  const reading = named.filter((operation) => operation === 'read');
  return [
    { ...where, operations: named.filter((operation) => operation !== 'read'), action: 'deny' },
    { ...where, operations: reading, action: 'ask' },
  ];
}

function readOperations(value: unknown): readonly Operation[] {
  const names = stringsIn(value);
  if (names === undefined || names.length === 0) return all;
  const meant = names.flatMap((word) => all.filter((each) => each === word.toLowerCase()));
  const others = names.filter((word) => !all.some((each) => each === word.toLowerCase()));
  if (others.some((word) => !changeWord.test(word))) return all;
  return [...new Set([...meant, ...(others.length > 0 ? changeOperations : [])])];
}

/** Reads agent names tolerantly; undefined, which means all agents, if a word cannot name an agent. */
function readAgents(value: unknown): readonly string[] | undefined {
  const ids = stringsIn(value)?.map((word) => normalizeAgentName(word)) ?? [];
  return ids.length > 0 && ids.every((id) => id !== undefined) ? ids : undefined;
}

/** Reads the patterns: a leading `!` excludes, and an unreadable pattern counts as `**`. */
function readPatterns(paths: unknown, except: unknown): Pick<RuleEntry, 'paths' | 'except'> {
  const patterns = stringsIn(paths) ?? ['**'];
  const meant = patterns.filter((pattern) => !pattern.startsWith('!'));
  const isUnreadable = meant.length === 0 || meant.length > 200 || !meant.every(isPattern);
  const negated = patterns.flatMap((pattern) => (pattern.startsWith('!') ? [pattern.slice(1)] : []));
  return {
    paths: isUnreadable ? ['**'] : meant,
    except: [...negated, ...(stringsIn(except) ?? [])].slice(0, 200).filter(isPattern),
  };
}

/** A list of texts, or a single one; undefined for anything else. */
function stringsIn(value: unknown): readonly string[] | undefined {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.every((each) => typeof each === 'string') ? list : undefined;
}

function isPattern(pattern: string): boolean {
  try {
    compileRuleGlob(pattern);
    return true;
  } catch {
    return false;
  }
}
