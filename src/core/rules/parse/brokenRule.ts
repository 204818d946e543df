// Defines the entries of rules settings, and interprets invalid ones as strictly as possible, so that a typing error
// never allows too much.
import { normalizeAgentName } from '../../endpoint/agents.ts';
import { compileRuleGlob } from './ruleGlob.ts';
import { changeOperations, operations as allOperations, type Action, type Operation } from '../operation.ts';

/** A valid entry of a rules setting. */
export interface RuleEntry {
  readonly operations: readonly Operation[];
  readonly paths: readonly string[];
  readonly except: readonly string[];
  /** Ids of agents; undefined for everyone. */
  readonly agents?: readonly string[] | undefined;
  readonly action: Action;
}

/** Maximum number of patterns in `paths`, and in `except`. */
export const maxPatterns = 200;

/** Matches words other than operations that users write for changing something. */
const changeWordPattern = /^(?:write|change|edit|modify|add|remove|rename|overwrite|append|copy)$/i;

/**
 * Interprets an invalid rule as strictly as possible: its readable parts apply, unreadable ones count as everything.
 * Undefined if the entry is not a rule at all. The caller must drop a result with the action `allow`: it is only for
 * the message.
 */
export function interpretBrokenRule(entry: unknown): readonly RuleEntry[] | undefined {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return undefined;
  const { operations, paths, except, agents, action }: Readonly<Record<string, unknown>> = { ...entry };
  const scopeFields = { ...readPatterns(paths, except), agents: readAgents(agents) };
  const namedOperations = readOperations(operations);
  if (action === 'allow' || action === 'ask' || action === 'deny')
    return [{ ...scopeFields, operations: namedOperations, action }];
  // `later` becomes `ask`, since `later` over more paths than intended would loosen the default.
  if (action === 'later') return [{ ...scopeFields, operations: namedOperations, action: 'ask' }];
  // The action is unknown, so it may have been `deny`. Reading only asks, so that the user can still work.
  const namedChanges = namedOperations.filter((operation) => operation !== 'read');
  const namedRead = namedOperations.filter((operation) => operation === 'read');
  return [
    { ...scopeFields, operations: namedChanges, action: 'deny' },
    { ...scopeFields, operations: namedRead, action: 'ask' },
  ];
}

/** Reads the operations, with synonyms, in any letter case; all operations if there are none or a word is unknown. */
function readOperations(value: unknown): readonly Operation[] {
  const names = stringsIn(value);
  if (names === undefined || names.length === 0) return allOperations;
  const isNamed = (operation: string, word: string): boolean => operation === word.toLowerCase();
  const knownOperations = names.flatMap((word) => allOperations.filter((operation) => isNamed(operation, word)));
  const otherWords = names.filter((word) => !allOperations.some((operation) => isNamed(operation, word)));
  if (otherWords.some((word) => !changeWordPattern.test(word))) return allOperations;
  return [...new Set([...knownOperations, ...(otherWords.length > 0 ? changeOperations : [])])];
}

/** Reads agent names tolerantly; undefined, which means all agents, if a word cannot name an agent. */
function readAgents(value: unknown): readonly string[] | undefined {
  const ids = stringsIn(value)?.map((word) => normalizeAgentName(word)) ?? [];
  return ids.length > 0 && ids.every((id) => id !== undefined) ? ids : undefined;
}

/** Reads the patterns: a leading `!` excludes, and an unreadable pattern counts as `**`. */
function readPatterns(paths: unknown, except: unknown): Pick<RuleEntry, 'paths' | 'except'> {
  const patterns = stringsIn(paths) ?? ['**'];
  const positivePatterns = patterns.filter((pattern) => !pattern.startsWith('!'));
  const isUnreadable =
    positivePatterns.length === 0 || positivePatterns.length > maxPatterns || !positivePatterns.every(isPattern);
  const negated = patterns.flatMap((pattern) => (pattern.startsWith('!') ? [pattern.slice(1)] : []));
  return {
    paths: isUnreadable ? ['**'] : positivePatterns,
    except: [...negated, ...(stringsIn(except) ?? [])].slice(0, maxPatterns).filter(isPattern),
  };
}

/** A list of texts, or a single one; undefined for anything else. */
function stringsIn(value: unknown): readonly string[] | undefined {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.every((item) => typeof item === 'string') ? list : undefined;
}

function isPattern(pattern: string): boolean {
  try {
    compileRuleGlob(pattern);
    return true;
  } catch {
    return false;
  }
}
