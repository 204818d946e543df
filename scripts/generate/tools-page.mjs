// Writes docs/tools.md: each tool's contract, from its own definition.
import * as z from 'zod';

const head = `# The tools

<!-- Written by scripts/generate/manifest.mjs from the tools' definitions; \`npm test\` fails while it is stale. -->

Paths are relative to the workspace folder with \`/\`, absolute inside it, or \`folderName/…\` in a workspace of several folders. Lines count from 1, columns
from 0 in UTF-16 units; an \`offset\` is how many to skip. Sizes are in bytes, times ISO 8601 in UTC. A call writes at most 50 MiB to a file (the setting \`redline.maxWriteMegabytes\`; when appending, only the added text counts), and parts of files over 50 MiB cannot be edited: anything
larger is refused with \`TOO_LARGE\`. Local files of any size can be appended to, overwritten, moved, copied and deleted, and all of it can be undone. \`null\` counts as absent, and an unknown property is refused with a list of the
known ones. Every name is also accepted in \`snake_case\`, and numbers and booleans as strings (\`"10"\`, \`"true"\`). A failure reads \`[CODE] what happened. What to do next.\`; for the codes, see the [agent's instructions](../agents/redline.agent.md),
for every answer with an example, see [answers.md](answers.md).

Models read the answers as text. "Result" is what a query returns as JSON (\`format: "json"\`) and what the API for other extensions returns.
`;

/** The whole page. */
export function toolsPage(tools) {
  const index = tools.map((tool) => `[\`${tool.name}\`](#${tool.name})`).join(' · ');
  return [head, `${index}\n`, ...tools.map(section)].join('\n');
}

function section(tool) {
  const input = z.toJSONSchema(tool.input, { io: 'input', target: 'draft-7' });
  const result = z.toJSONSchema(tool.result, { target: 'draft-7' });
  const required = new Set(input.required ?? []);
  const rows = Object.entries(input.properties).map(([name, property]) => {
    const others = aliasesOf(tool, name);
    const also = others.length === 0 ? '' : ` Also: ${others.join(', ')}.`;
    const need = required.has(name) ? 'yes' : defaultOf(property);
    return `| \`${name}\` | \`${cell(shape(property))}\` | ${need} | ${cell(property.description ?? '')}${also} |`;
  });
  return [
    `## ${tool.name}`,
    '',
    `${tool.displayName}: ${tool.userDescription.charAt(0).toLowerCase()}${tool.userDescription.slice(1)}. In the chat: \`#${tool.referenceName}\`.`,
    '',
    `> ${tool.description}`,
    '',
    '| Input | Type | Required, or default | |',
    '|---|---|---|---|',
    ...rows,
    '',
    'Result:',
    '',
    '```ts',
    shape(result, ''),
    '```',
    '',
  ].join('\n');
}

/** The default of a property as code; empty if it has none. */
function defaultOf(property) {
  return property.default === undefined ? '' : `\`${JSON.stringify(property.default)}\``;
}

/** The other names under which models may send an input, with their meaning if it differs. */
function aliasesOf(tool, name) {
  return Object.entries(tool.aliases)
    .filter(([, alias]) => (typeof alias === 'string' ? alias : alias.name) === name)
    .map(([other, alias]) => `\`${other}\`${typeof alias === 'string' ? '' : ` (${alias.meaning})`}`);
}

/**
 * A JSON Schema as a TypeScript type: in one line; if given an indentation, with one property a line where it is long.
 */
function shape(schema, indent) {
  const any = schema.anyOf ?? schema.oneOf;
  if (any !== undefined) return any.map((each) => shape(each, indent)).join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (Array.isArray(schema.type)) return schema.type.join(' | ');
  if (schema.type === 'array') {
    const items = shape(schema.items ?? {}, indent);
    return items.includes(' | ') && !items.startsWith('{') ? `(${items})[]` : `${items}[]`;
  }
  if (schema.type === 'object' && schema.properties !== undefined) return objectShape(schema, indent);
  if (schema.type === 'object') return `Record<string, ${shape(schema.additionalProperties || {}, undefined)}>`;
  return schema.type === 'integer' ? 'number' : (schema.type ?? 'unknown');
}

function objectShape({ properties, required = [] }, indent) {
  const optional = (name) => (required.includes(name) ? '' : '?');
  const inner = indent === undefined ? undefined : `${indent}  `;
  const fields = Object.entries(properties).map(
    ([name, property]) => `${name}${optional(name)}: ${shape(property, inner)}`,
  );
  if (indent === undefined) return `{ ${fields.join('; ')} }`;
  const short = `{ ${fields.join('; ')} }`;
  if (!short.includes('\n') && short.length + indent.length < 90) return short;
  return `{\n${fields.map((field) => `${inner}${field};\n`).join('')}${indent}}`;
}

/** Escapes what would end the cell of a table. */
function cell(text) {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
