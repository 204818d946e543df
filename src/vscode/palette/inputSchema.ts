// Converts the input schemas of tools in the manifest to forms for users.

import * as z from 'zod/mini';
import { translate } from '../shared/translate.ts';
import { alsoAsked, fieldLabels } from './fieldLabels.ts';

const fields = {
  type: z.optional(z.string()),
  description: z.optional(z.string()),
  enum: z.optional(z.array(z.string())),
  minimum: z.optional(z.number()),
  maximum: z.optional(z.number()),
  default: z.optional(z.unknown()),
};

const flatProperty = z.looseObject(fields);

/** A property of a tool's input in the extension's manifest: JSON Schema whose lists contain flat objects. */
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
    languageModelTools: z.array(
      z.looseObject({
        name: z.string(),
        displayName: z.string(),
        userDescription: z.optional(z.string()),
        icon: z.optional(z.string()),
        inputSchema: objectSchema,
      }),
    ),
  }),
});

export type Property = z.infer<typeof property>;
type NamedProperty = readonly [name: string, property: Property];

/** The properties to ask a user for: `required` always, the others on request. */
export interface InputForm {
  readonly required: readonly NamedProperty[];
  readonly optional: readonly NamedProperty[];
}

/** A tool in the extension's manifest, in the language of the editor. */
export type ToolManual = z.infer<typeof manifestSchema>['contributes']['languageModelTools'][number];

export function manualsOf(manifest: unknown): readonly ToolManual[] {
  return manifestSchema.parse(manifest).contributes.languageModelTools;
}

/** The form of a tool's input; it has more required fields if nothing is given. */
export function formOf({ name, inputSchema }: ToolManual, given: Readonly<Record<string, unknown>>): InputForm {
  const { properties, required = [] } = inputSchema;
  const alsoRequired = Object.keys(given).length === 0 ? (alsoAsked[name] ?? []) : [];
  return toForm({ properties, required: [...required, ...alsoRequired] });
}

/** The form of one entry of a list. It includes the file, which models may name once for all entries. */
export function formOfItems({ items: { properties = {}, required = [] } = {} }: Property): InputForm {
  return toForm({ properties, required: 'filePath' in properties ? ['filePath', ...required] : required });
}

function toForm(schema: {
  readonly properties: Readonly<Record<string, Property>>;
  readonly required?: readonly string[] | undefined;
}): InputForm {
  const properties = Object.entries(schema.properties).map(([name, each]) => [name, withTranslation(each)] as const);
  const required = new Set(schema.required);
  return {
    required: properties.filter(([name]) => required.has(name)),
    optional: properties.filter(([name]) => !required.has(name) && name in fieldLabels),
  };
}

/** Translates the description, which is in English for models. */
function withTranslation(given: Property): Property {
  const { description } = given;
  return description === undefined ? given : { ...given, description: translate({ text: description, args: [] }) };
}
