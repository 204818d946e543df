// Declares the two kinds of tools, queries and changes: their metadata, from which the manifest and the documentation
// are generated, their context, plans and answers.

import type * as z from 'zod/mini';
import type { Change } from '../../core/change/change.ts';
import type { LineComment } from '../../core/comments/lineComment.ts';
import type { Phrase } from '../../core/wording/phrase.ts';
import type { LanguageServices } from '../ports/languagePorts.ts';
import type { Applied, Workspace } from '../ports/ports.ts';
import type { ReadMemory } from '../../core/change/readMemory.ts';
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

/**
 * The property that an alias stands for, by its name. If the values of the alias have another meaning, an object:
 * `meaning` documents it, and `read` converts the values (it leaves values of other types alone, for the schema to
 * reject).
 */
export type Alias = string | { readonly name: string; readonly meaning: string; read(value: unknown): unknown };

/** The names, descriptions and schemas of a tool. */
export interface ToolMetadata {
  /** The name for models, `redline_…`. */
  readonly name: string;
  /** The name for users. */
  readonly displayName: string;
  /** The name after `#` in the chat and in agent files. */
  readonly referenceName: string;
  /**
   * Description for the model: the capability in the first sentence, at most 40 tokens in all, without the parameters'
   * constraints.
   */
  readonly description: string;
  /** Description for users. */
  readonly userDescription: string;
  /** The name of a codicon. */
  readonly icon: string;
  /** Other names that models use for properties; `readInput` accepts them, also in the items of lists. */
  readonly aliases: Readonly<Record<string, Alias>>;
  /** Schema of the input, including the field of all tools of its kind (`format` or `dryRun`). */
  readonly input: z.ZodMiniObject;
  /** Schema of `ToolAnswer.result`. */
  readonly result: z.ZodMiniObject;
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
