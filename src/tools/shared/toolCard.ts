import type * as z from 'zod/mini';

/** The own name of an input; where the value means something else there, how it is read, and what it means, for the documentation. */
export type Alias = string | { readonly name: string; readonly meaning: string; read(value: unknown): unknown };

/** What the manifest, the host and the documentation say of a tool: its name, manual and schemas, written once. */
export interface ToolCard {
  readonly name: string;
  readonly displayName: string;
  /** The name after `#` in the chat and in agent files. */
  readonly referenceName: string;
  /** For the model: the capability in the first sentence, at most 40 tokens in all; constraints stand at the parameters. */
  readonly description: string;
  /** For people. */
  readonly userDescription: string;
  /** A codicon's name. */
  readonly icon: string;
  /** Other names that models know for an input. */
  readonly aliases: Readonly<Record<string, Alias>>;
  readonly input: z.ZodMiniObject;
  readonly result: z.ZodMiniObject;
}
