// Declares the metadata of a tool, from which the manifest and the documentation are generated.

import type * as z from 'zod/mini';

/**
 * The property that an alias stands for. If the values of the alias have another meaning, `meaning` documents it, and
 * `read` converts them.
 */
export type Alias = string | { readonly name: string; readonly meaning: string; read(value: unknown): unknown };

/** The names, descriptions and schemas of a tool. */
export interface ToolMetadata {
  readonly name: string;
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
  /** Alternative names that models use for a property. */
  readonly aliases: Readonly<Record<string, Alias>>;
  readonly input: z.ZodMiniObject;
  readonly result: z.ZodMiniObject;
}
