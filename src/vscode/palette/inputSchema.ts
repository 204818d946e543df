// Converts the input schemas of tools in the manifest to forms for users.

import type { InputSchema, InputProperty, LanguageModelToolContribution } from '../shared/contributions/manifest.ts';
import { translate } from '../shared/translate.ts';
import { alwaysAsked, fieldLabels } from './inputFields.ts';

type NamedProperty = readonly [name: string, property: InputProperty];

/** The properties to ask a user for: `required` always, the others if the user wants to set options. */
export interface InputForm {
  readonly required: readonly NamedProperty[];
  readonly optional: readonly NamedProperty[];
}

/** The form of a tool's input. If nothing is known yet, the fields of `alwaysAsked` are required, too. */
export function formOf(
  { name, inputSchema }: LanguageModelToolContribution,
  knownInput: Readonly<Record<string, unknown>>,
): InputForm {
  const { properties, required = [] } = inputSchema;
  const alsoRequired = Object.keys(knownInput).length === 0 ? (alwaysAsked[name] ?? []) : [];
  return toForm({ properties, required: [...required, ...alsoRequired] });
}

/** If the entries of a list have a `filePath`, that is required: only models may give one for all entries. */
export function formOfItems({ items }: InputProperty): InputForm {
  const { properties = {}, required = [] } = items ?? {};
  return toForm({ properties, required: 'filePath' in properties ? ['filePath', ...required] : required });
}

function toForm(schema: InputSchema): InputForm {
  const properties = Object.entries(schema.properties).map(
    ([name, property]) => [name, withTranslation(property)] as const,
  );
  const required = new Set(schema.required);
  return {
    required: properties.filter(([name]) => required.has(name)),
    optional: properties.filter(([name]) => !required.has(name) && name in fieldLabels),
  };
}

/** Translates the description, which is in English for models. */
function withTranslation(property: InputProperty): InputProperty {
  const { description } = property;
  return description === undefined
    ? property
    : { ...property, description: translate({ text: description, args: [] }) };
}
