// Defines tools by their schemas and functions, and parses the inputs of their calls, tolerating what models commonly
// send: other names, numbers as text, lists as JSON.

import { en } from 'zod/locales';
import * as z from 'zod/mini';
import { hasLoneSurrogate } from '../../core/text/encoding.ts';
import { ToolError } from '../../core/wording/errors.ts';
import type { Phrase } from '../../core/wording/phrase.ts';
import type { Alias, ChangeTool, Plan, QueryTool, ToolAnswer, ToolContext, ToolMetadata } from './tool.ts';

// `zod/mini` has no error messages unless a locale is loaded.
z.config(en());

const formatField = z._default(
  z.enum(['text', 'json']).check(z.describe('The form of the answer: "text" (default) or "json".')),
  'text',
);

const dryRunField = z._default(
  z.boolean().check(z.describe('Only plan: return the diff and hashes, ask nobody, write nothing.')),
  false,
);

/** The metadata of a tool as defined: `input` without the field that all tools of its kind have. */
type Definition<I extends z.core.$ZodShape, R extends z.ZodMiniObject> = Omit<ToolMetadata, 'input' | 'result'> & {
  readonly input: z.ZodMiniObject<I>;
  readonly result: R;
};

/** Defines a tool that only reads; `format` is added to its input. */
export function queryTool<I extends z.core.$ZodShape, R extends z.ZodMiniObject>(
  definition: Definition<I, R> & {
    progress(input: z.infer<z.ZodMiniObject<I>>): Phrase;
    run(input: z.infer<z.ZodMiniObject<I>>, context: ToolContext): Promise<ToolAnswer<z.infer<R>>>;
  },
): QueryTool {
  const input = z.strictObject({ ...definition.input.shape, format: formatField });
  return {
    ...definition,
    kind: 'query',
    input,
    prepare(rawInput) {
      const parsed = readInput({ ...definition, input }, rawInput);
      // Parsed again, which drops the added field and gives the types of the definition.
      const ownInput = definition.input.parse(parsed);
      return {
        format: formatField.parse(parsed['format']),
        progress: definition.progress(ownInput),
        run: (context) => definition.run(ownInput, context),
      };
    },
  };
}

/** Defines a tool that plans changes; the pipeline writes them. `dryRun` is added to its input. */
export function changeTool<I extends z.core.$ZodShape, R extends z.ZodMiniObject>(
  definition: Definition<I, R> & {
    progress(input: z.infer<z.ZodMiniObject<I>>): Phrase;
    plan(input: z.infer<z.ZodMiniObject<I>>, context: ToolContext): Promise<Plan<z.infer<R>>>;
  },
): ChangeTool {
  const input = z.strictObject({ ...definition.input.shape, dryRun: dryRunField });
  return {
    ...definition,
    kind: 'change',
    input,
    prepare(rawInput) {
      const parsed = readInput({ ...definition, input }, rawInput);
      const ownInput = definition.input.parse(parsed);
      return {
        dryRun: dryRunField.parse(parsed['dryRun']),
        progress: definition.progress(ownInput),
        plan: (context) => definition.plan(ownInput, context),
      };
    },
  };
}

/**
 * Parses a tool's input: resolves aliases and `snake_case` names, converts strings to the property's type, ignores
 * `null`, and rejects unknown properties.
 *
 * @throws ToolError VALIDATION_ERROR that lists every invalid property with the expected value
 */
export function readInput(
  tool: Pick<ToolMetadata, 'name' | 'aliases' | 'input'>,
  rawInput: unknown,
): Readonly<Record<string, unknown>> {
  if (!isRecord(rawInput)) {
    throw new ToolError('VALIDATION_ERROR', `The input of ${tool.name} must be an object. ${listProperties(tool)}`);
  }
  const normalized = normalizeProperties(tool.aliases, tool.input, rawInput);
  rejectLoneSurrogates(normalized, tool.name);
  const parsed = tool.input.safeParse(normalized);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => `${describeIssue(issue)}.`).join(' ');
  throw new ToolError('VALIDATION_ERROR', `${problems} ${listProperties(tool)} Correct the input and call again.`);
}

type Aliases = ToolMetadata['aliases'];

/**
 * Renames the properties of an object to the tool's names, converts them to its types, and omits `null` and `undefined`.
 * Unknown properties are kept, for the schema to reject.
 *
 * @throws ToolError VALIDATION_ERROR if two names of one property have different values
 */
function normalizeProperties(aliases: Aliases, { shape }: z.ZodMiniObject, raw: object): Record<string, unknown> {
  const normalized: Record<string, unknown> = {};
  for (const [key, rawValue] of Object.entries(raw)) {
    if (rawValue === null || rawValue === undefined) continue;
    const alias = resolveAlias(aliases, shape, key);
    const name = typeof alias === 'object' ? alias.name : alias;
    const typed = Object.hasOwn(shape, name) ? convertToType(aliases, shape[name], rawValue) : rawValue;
    const value = typeof alias === 'object' ? alias.read(typed) : typed;
    if (Object.hasOwn(normalized, name) && normalized[name] !== value) {
      throw new ToolError('VALIDATION_ERROR', `"${name}" was sent twice, with different values. Send it once.`);
    }
    // An assignment to `__proto__` would set the prototype, and hide an unknown property.
    Object.defineProperty(normalized, name, { value, enumerable: true, writable: true, configurable: true });
  }
  return normalized;
}

/**
 * The property that a key refers to: the key itself, its `camelCase` form, or the property that it is an alias of; the
 * key itself if unknown.
 */
function resolveAlias(aliases: Aliases, shape: object, key: string): Alias {
  const spellings = [key, key.replaceAll(/(?<=[a-z0-9])_([a-z0-9])/g, (_, first: string) => first.toUpperCase())];
  for (const spelling of spellings) {
    if (Object.hasOwn(shape, spelling)) return spelling;
    const alias = Object.hasOwn(aliases, spelling) ? aliases[spelling] : undefined;
    if (alias !== undefined) return alias;
  }
  return key;
}

/**
 * Converts a value to the schema's type where models send a string instead of a number, boolean or list, or an integer
 * instead of a string, such as a cell id. The schema rejects other mismatches.
 */
function convertToType(aliases: Aliases, schema: unknown, value: unknown): unknown {
  if (schema instanceof z.ZodMiniOptional || schema instanceof z.ZodMiniDefault)
    return convertToType(aliases, schema.def.innerType, value);
  if (schema instanceof z.ZodMiniString) return Number.isInteger(value) ? String(value) : value;
  if (schema instanceof z.ZodMiniArray) return convertItems(aliases, schema.def.element, value);
  const text = typeof value === 'string' ? value.trim() : '';
  if (schema instanceof z.ZodMiniNumber && /^[+-]?\d+(?:\.\d+)?$/.test(text)) return Number(text);
  if (schema instanceof z.ZodMiniBoolean && /^(?:true|false)$/i.test(text)) return text.toLowerCase() === 'true';
  return value;
}

/** Converts a list that was sent as JSON, and normalizes the properties of its items. The same aliases apply to these. */
function convertItems(aliases: Aliases, itemSchema: unknown, value: unknown): unknown {
  const list = typeof value === 'string' ? (parseList(value) ?? value) : value;
  if (!Array.isArray(list) || !(itemSchema instanceof z.ZodMiniObject)) return list;
  return list.map((item: unknown) => (isRecord(item) ? normalizeProperties(aliases, itemSchema, item) : item));
}

function parseList(text: string): unknown[] | undefined {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list : undefined;
  } catch {
    return undefined;
  }
}

/** Rejects lone surrogates, since `decodeUtf8` creates them from invalid bytes, which an input could forge. */
function rejectLoneSurrogates(value: unknown, tool: string): void {
  if (typeof value === 'string' && hasLoneSurrogate(value)) {
    throw new ToolError(
      'VALIDATION_ERROR',
      `The input of ${tool} contains half of a surrogate pair, which is not text. Send whole characters.`,
    );
  }
  if (typeof value === 'object' && value !== null)
    for (const item of Object.values(value)) rejectLoneSurrogates(item, tool);
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function describeIssue(issue: z.core.$ZodIssue): string {
  const path = issue.path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('');
  const name = path === '' ? 'the input' : `"${path.replace(/^\./, '')}"`;
  if (issue.code === 'unrecognized_keys') return `Unknown: ${issue.keys.map((key) => `"${key}"`).join(', ')}`;
  if (issue.code === 'too_small') return `${name} ${describeMinimum(issue)}`;
  if (issue.code === 'too_big') return `${name} must be at most ${String(issue.maximum)}`;
  return `${name}: ${issue.message}`;
}

function describeMinimum({ origin, minimum }: z.core.$ZodIssueTooSmall): string {
  return origin === 'number' || origin === 'int' ? `must be at least ${String(minimum)}` : 'must not be empty';
}

function listProperties(tool: Pick<ToolMetadata, 'name' | 'input'>): string {
  const names = Object.entries(tool.input.shape).map(([name, schema]) =>
    z.safeParse(schema, undefined).success ? `${name}?` : name,
  );
  return `${tool.name} takes ${names.join(', ')}.`;
}
