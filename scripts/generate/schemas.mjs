// Makes the JSON Schemas that Redline ships: of a team's policy (`.redline/policy.json`), in each language, from the schemas
// of the settings; and of the lines of an exported audit log, from the schema that parses them.

import * as z from 'zod';
import { exportedCallSchema } from '../../src/core/audit/exportedCall.ts';

/** @typedef {Readonly<Record<string, string>>} Texts by their key in package.nls.json */

/**
 * Makes the schema's text for each language.
 * @param {{ contributes: { configuration: { properties: Record<string, any> }[] } }} manifest
 * @param {Readonly<Record<string, Texts>>} languages the texts by the language's id; '' for English
 * @returns {{ name: string, text: string }[]} names relative to the folder `schemas`
 */
export function policySchemas(manifest, languages) {
  const settings = Object.assign({}, ...manifest.contributes.configuration.map(({ properties }) => properties));
  const schema = schemaFrom(settings['redline.workspaceRules']);
  return Object.entries(languages).map(([language, texts]) => ({
    name: language === '' ? 'policy.schema.json' : `policy.schema.${language}.json`,
    text: `${JSON.stringify(translated(schema, texts), null, 2)}\n`,
  }));
}

function schemaFrom({ items }) {
  const { minItems: _, ...agents } = items.properties.agents;
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: '%policy.title%',
    description: '%policy.description%',
    type: 'object',
    additionalProperties: false,
    defaultSnippets: [
      { label: '%policy.snippet%', body: { rules: [], 'review.when': 'before', agents: ['${1:claude}'] } },
    ],
    properties: {
      $schema: { type: 'string' },
      rules: {
        type: 'array',
        maxItems: 200,
        items,
        markdownDescription: '%policy.rules%',
      },
      'review.when': {
        enum: ['before', 'after'],
        enumDescriptions: ['%policy.review.when.before%', '%policy.review.when.after%'],
        markdownDescription: '%policy.review.when%',
      },
      agents: { ...agents, markdownDescription: '%policy.agents%' },
      hold: { ...agents, markdownDescription: '%policy.hold%' },
    },
  };
}

/** @param {any} node @param {Texts} texts */
function translated(node, texts) {
  if (Array.isArray(node)) return node.map((each) => translated(each, texts));
  if (typeof node === 'object' && node !== null)
    return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, translated(value, texts)]));
  const key = typeof node === 'string' ? /^%(.+)%$/.exec(node)?.[1] : undefined;
  if (key === undefined) return node;
  if (texts[key] === undefined) throw new Error(`package.nls.json has no ${key}.`);
  return texts[key];
}

/** @returns {string} JSON Schema, draft 7 */
export function auditSchema() {
  const schema = z.toJSONSchema(exportedCallSchema, { target: 'draft-7' });
  const title = 'A call in an exported audit log of Redline';
  const description = 'One line of the file is one call. No content of files is in it, and no text of inputs.';
  return `${JSON.stringify({ ...schema, title, description }, null, 2)}\n`;
}
