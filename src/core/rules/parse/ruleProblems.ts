// Describes what is wrong with rules in settings (and team policies), as clauses of a message.
import type * as z from 'zod/mini';
import { normalizeAgentName } from '../../endpoint/agents.ts';
import { phrase, shorten, type Phrase } from '../../wording/phrase.ts';
import { compileRuleGlob, patternErrorReason } from './ruleGlob.ts';

/** Maximum number of UTF-16 units of a pattern or name in a message. */
const maxQuotedChars = 200;

/**
 * Describes the first entry of a property such as `agents` that is not an agent id, with the right id; undefined if all
 * are valid.
 */
export function agentsProblem(agents: readonly string[], property: string): Phrase | undefined {
  const invalidName = agents.find((name) => normalizeAgentName(name) !== name);
  if (invalidName === undefined) return undefined;
  const quotedName = shorten(JSON.stringify(invalidName), maxQuotedChars);
  const id = normalizeAgentName(invalidName);
  return id === undefined
    ? phrase(
        '"{0}" names {1}, which is not an agent; write ids such as "codex", or leave "{0}" out',
        property,
        quotedName,
      )
    : phrase('"{0}" names {1}; write {2} instead', property, quotedName, `"${id}"`);
}

/** Describes the first pattern with a leading `!`, and how to write the rule instead; undefined if there is none. */
export function negationProblem(paths: readonly string[]): Phrase | undefined {
  const negatedPaths = paths.filter((path) => path.startsWith('!'));
  if (negatedPaths.length === 0) return undefined;
  const positivePaths = paths.filter((path) => !negatedPaths.includes(path));
  const inPaths = JSON.stringify(positivePaths.length === 0 ? ['**'] : positivePaths);
  const inExcept = JSON.stringify(negatedPaths.map((path) => path.slice(1)));
  return phrase(
    'the pattern {0} starts with "!"; write {1} instead',
    shorten(JSON.stringify(negatedPaths[0]), maxQuotedChars),
    shorten(`"paths": ${inPaths}, "except": ${inExcept}`, 2 * maxQuotedChars),
  );
}

/** Describes the first pattern that cannot be compiled; undefined if all can. */
export function patternsProblem(patterns: readonly string[]): Phrase | undefined {
  try {
    for (const pattern of patterns) compileRuleGlob(pattern);
    return undefined;
  } catch (cause) {
    return patternErrorReason(cause);
  }
}

/** Describes why a value does not fit a schema: the first issue of its parse error. */
export function describeIssue(issue: z.core.$ZodIssue | undefined): Phrase {
  const concernsWhole = issue === undefined || issue.path.length === 0;
  const subject = concernsWhole ? phrase('it') : `"${issue.path.map(String).join('.')}"`;
  if (issue?.code === 'unrecognized_keys')
    return phrase('{0} has an unknown property {1}', subject, shorten(quoteNames(issue.keys), maxQuotedChars));
  if (issue?.code === 'invalid_value')
    return phrase('{0} must be one of {1}', subject, quoteNames(issue.values.map(String)));
  if (issue?.code === 'invalid_type') return phrase('{0} must be of type {1}', subject, issue.expected);
  if (issue?.code === 'too_small') return phrase('{0} must not be empty', subject);
  // `too_big`: the schemas check nothing else.
  return phrase('{0} is too large', subject);
}

function quoteNames(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ');
}
