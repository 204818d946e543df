// Declares the metadata of a tool, from which the manifest and the documentation are generated.

import type * as z from 'zod/mini';

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
