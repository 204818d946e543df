import * as z from 'zod/mini';

const fields = {
  type: z.optional(z.string()),
  description: z.optional(z.string()),
  enum: z.optional(z.array(z.string())),
  minimum: z.optional(z.number()),
  maximum: z.optional(z.number()),
  default: z.optional(z.unknown()),
};

const flatProperty = z.looseObject(fields);

/** A property of a tool's input as the extension's manifest has it: plain JSON Schema, in which lists hold flat objects. */
const property = z.looseObject({
  ...fields,
  minItems: z.optional(z.number()),
  items: z.optional(
    z.looseObject({
      properties: z.optional(z.record(z.string(), flatProperty)),
      required: z.optional(z.array(z.string())),
    }),
  ),
});

const objectSchema = z.looseObject({
  properties: z.record(z.string(), property),
  required: z.optional(z.array(z.string())),
});

const manifestSchema = z.looseObject({
  contributes: z.looseObject({
    languageModelTools: z.array(z.looseObject({ name: z.string(), inputSchema: objectSchema })),
  }),
});

export type Property = z.infer<typeof property>;
type Entry = readonly [name: string, property: Property];

/** What is to be asked of a person: `required` in any case, the others on request. */
export interface InputForm {
  readonly required: readonly Entry[];
  readonly optional: readonly Entry[];
}

/** The form of a tool's input, from the extension's own manifest, where it stands generated from the tool. */
export function formOf(manifest: unknown, toolName: string): InputForm {
  const tools = manifestSchema.parse(manifest).contributes.languageModelTools;
  return toForm(tools.find((each) => each.name === toolName)?.inputSchema ?? { properties: {} });
}

/** The form of one entry of a list. */
export function formOfItems({ items }: Property): InputForm {
  return toForm({ properties: items?.properties ?? {}, required: items?.required });
}

function toForm(schema: {
  readonly properties: Readonly<Record<string, Property>>;
  readonly required?: readonly string[] | undefined;
}): InputForm {
  const properties = Object.entries(schema.properties);
  const required = new Set(schema.required);
  return {
    required: properties.filter(([name]) => required.has(name)),
    optional: properties.filter(([name]) => !required.has(name)),
  };
}
