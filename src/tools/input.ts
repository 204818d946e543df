import { en } from 'zod/locales';
import * as z from 'zod/mini';
import { hasLoneSurrogate } from '../core/encoding.ts';
import { ToolError } from '../core/errors.ts';
import type { ToolCard } from './toolCard.ts';

// The small zod has words for what is wrong with an input only when it is given them.
z.config(en());

/**
 * Reads a tool's input once, at the border: other names that models know become the tool's own, `null` counts as
 * absent, unknown properties are refused with the list of the known ones.
 *
 * @throws ToolError VALIDATION_ERROR that names every property that is wrong and what it must be.
 */
export function readInput(
  card: Pick<ToolCard, 'name' | 'aliases' | 'input'>,
  raw: unknown,
): Readonly<Record<string, unknown>> {
  if (!isRecord(raw)) {
    throw new ToolError('VALIDATION_ERROR', `The input of ${card.name} must be an object. ${knownProperties(card)}`);
  }
  refuseHalfCharacters(raw, card.name);
  const parsed = card.input.safeParse(withOwnNames(card, raw));
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => `${wordIssue(issue)}.`).join(' ');
  throw new ToolError('VALIDATION_ERROR', `${problems} ${knownProperties(card)} Correct the input and call again.`);
}

function withOwnNames(card: Pick<ToolCard, 'aliases'>, raw: object): Record<string, unknown> {
  const named: Record<string, unknown> = {};
  for (const [key, given] of Object.entries(raw)) {
    if (given === null || given === undefined) continue;
    const alias = Object.hasOwn(card.aliases, key) ? card.aliases[key] : undefined;
    const name = (typeof alias === 'object' ? alias.name : alias) ?? key;
    const value = typeof alias === 'object' ? alias.read(given) : withOwnNamesWithin(card, given);
    if (Object.hasOwn(named, name) && named[name] !== value) {
      throw new ToolError('VALIDATION_ERROR', `"${name}" was given twice, with different values. Send it once.`);
    }
    Object.defineProperty(named, name, { value, enumerable: true, writable: true, configurable: true });
  }
  return named;
}

/** Half a surrogate pair is no text; and inside Redline some stand for bytes that are no text, which no input may forge. */
function refuseHalfCharacters(raw: unknown, tool: string): void {
  if (typeof raw === 'string' && hasLoneSurrogate(raw)) {
    throw new ToolError(
      'VALIDATION_ERROR',
      `The input of ${tool} holds half of a surrogate pair, which is no text. Send whole characters.`,
    );
  }
  if (typeof raw === 'object' && raw !== null)
    for (const value of Object.values(raw)) refuseHalfCharacters(value, tool);
}

function withOwnNamesWithin(card: Pick<ToolCard, 'aliases'>, given: unknown): unknown {
  return Array.isArray(given) ? given.map((item) => (isRecord(item) ? withOwnNames(card, item) : item)) : given;
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function wordIssue(issue: z.core.$ZodIssue): string {
  const where = issue.path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('');
  const name = where === '' ? 'the input' : `"${where.replace(/^\./, '')}"`;
  if (issue.code === 'unrecognized_keys') return `Unknown: ${issue.keys.map((key) => `"${key}"`).join(', ')}`;
  return `${name}: ${issue.message}`;
}

function knownProperties(card: Pick<ToolCard, 'name' | 'input'>): string {
  const names = Object.entries(card.input.shape).map(([name, schema]) =>
    z.safeParse(schema, undefined).success ? `${name}?` : name,
  );
  return `${card.name} takes ${names.join(', ')}.`;
}
