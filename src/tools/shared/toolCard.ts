// Declares the description of a tool, from which the manifest and the documentation are generated.

import type * as z from 'zod/mini';

/** The property that an alias refers to; `read` converts a value with another meaning, which `meaning` documents. */
export type Alias = string | { readonly name: string; readonly meaning: string; read(value: unknown): unknown };

/** The name, manual and schemas of a tool, from which the manifest and the documentation are generated. */
export interface ToolCard {
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
