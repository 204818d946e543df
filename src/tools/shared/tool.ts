// Defines the two kinds of tools, queries and changes, with their context, plans and answers.

import * as z from 'zod/mini';
import type { Change } from '../../core/change/change.ts';
import type { LineComment } from '../../core/comments/lineComment.ts';
import type { Phrase } from '../../core/wording/phrase.ts';
import { readInput } from './input.ts';
import type { ToolMetadata } from './toolMetadata.ts';
import type { LanguageServices } from '../ports/languagePorts.ts';
import type { Applied, ReadMemory, Workspace } from '../ports/ports.ts';
import type { Queries } from '../ports/queryPorts.ts';

/** The ports that a tool uses for one call. */
export interface ToolContext {
  readonly workspace: Workspace;
  readonly queries: Queries;
  readonly reads: ReadMemory;
  readonly languages: LanguageServices;
  readonly signal: AbortSignal;
}

export interface Image {
  readonly bytes: Uint8Array;
  readonly mimeType: string;
}

/** The answer of a tool: `result` as data in the form of the tool's schema, `text` for a model to read. */
export interface ToolAnswer<R = unknown> {
  readonly result: R;
  readonly text: string;
  readonly images?: readonly Image[];
  /** The user's comments, which `text` also contains. */
  readonly comments?: readonly LineComment[];
}

/** The tool's part of the answer to an applied change. */
interface Description<R> {
  readonly headline: string;
  readonly result: R;
  /** Replaces the plan's notes, if they depend on the applied changes. */
  readonly notes?: readonly string[];
}

/** The planned changes of a call; nothing is written yet. */
export interface Plan<R = unknown> {
  /** Title of the call for the user: "Edit src/app.ts". */
  readonly title: Phrase;
  readonly changes: readonly Change[];
  /** Notes for the model, as sentences. */
  readonly notes: readonly string[];
  /** Creates the answer after the changes were applied. */
  describe(applied: Applied): Description<R> | Promise<Description<R>>;
}

interface Prepared {
  /** Progress message for the user: "Reading src/app.ts". */
  readonly progress: Phrase;
}

/** A call of a query tool with parsed input. */
export interface PreparedQuery extends Prepared {
  /** With `json`, the pipeline replaces the answer's text by its `result` as JSON. */
  readonly format: 'text' | 'json';
  run(context: ToolContext): Promise<ToolAnswer>;
}

/** A call of a change tool with parsed input. */
export interface PreparedChange extends Prepared {
  /** Whether the pipeline only returns the plan: it asks nobody and writes nothing. */
  readonly dryRun: boolean;
  plan(context: ToolContext): Promise<Plan>;
}

/** A tool that only reads. */
export interface QueryTool extends ToolMetadata {
  readonly kind: 'query';
  /** Parses an input. @throws ToolError VALIDATION_ERROR */
  prepare(rawInput: unknown): PreparedQuery;
}

/** A tool that plans changes, which the pipeline reviews and writes. */
export interface ChangeTool extends ToolMetadata {
  readonly kind: 'change';
  /** Parses an input. @throws ToolError VALIDATION_ERROR */
  prepare(rawInput: unknown): PreparedChange;
}

export type Tool = QueryTool | ChangeTool;

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
