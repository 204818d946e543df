import * as z from 'zod/mini';

/** A property of a tool's input as the extension's manifest has it: plain JSON Schema, flat. */
const property = z.looseObject({
  type: z.optional(z.string()),
  description: z.optional(z.string()),
  enum: z.optional(z.array(z.string())),
  default: z.optional(z.unknown()),
});

const contributedTools = z.array(
  z.looseObject({
    name: z.string(),
    inputSchema: z.looseObject({
      properties: z.record(z.string(), property),
      required: z.optional(z.array(z.string())),
    }),
  }),
);

export type Property = z.infer<typeof property>;

/** What is to be asked of a person for a tool: `required` in any case, the others on request. */
export interface InputForm {
  readonly required: readonly (readonly [name: string, property: Property])[];
  readonly optional: readonly (readonly [name: string, property: Property])[];
}

/** The form of a tool's input, from the extension's own manifest, where it stands generated from the tool. */
export function formOf(manifest: unknown, toolName: string): InputForm {
  const contributes = z.looseObject({ contributes: z.looseObject({ languageModelTools: contributedTools }) });
  const tool = contributes.parse(manifest).contributes.languageModelTools.find((each) => each.name === toolName);
  const properties = Object.entries(tool?.inputSchema.properties ?? {});
  const required = new Set(tool?.inputSchema.required ?? []);
  return {
    required: properties.filter(([name]) => required.has(name)),
    optional: properties.filter(([name]) => !required.has(name)),
  };
}
