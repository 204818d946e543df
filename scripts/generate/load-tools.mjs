// Loads the definitions of the tools, and converts their schemas to JSON Schema.

import { build } from 'esbuild';
import * as z from 'zod';

/** Bundles the tools for no platform at all: an import of `vscode` or `node:*` anywhere below them fails here. */
export async function loadTools() {
  const { outputFiles } = await build({
    entryPoints: [new URL('../../src/tools/allTools.ts', import.meta.url).pathname],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['import'],
    external: ['zod/mini', 'zod/locales'],
    logLevel: 'error',
  });
  // A module in a data URL cannot look up packages by name, so their URLs replace the names.
  const text = Buffer.from(outputFiles[0].contents)
    .toString()
    .replace(/from "(zod\/\w+)"/g, (_, name) => `from ${JSON.stringify(import.meta.resolve(name))}`);
  const { allTools } = await import(`data:text/javascript;base64,${Buffer.from(text).toString('base64')}`);
  return allTools;
}

/**
 * Converts a schema to the JSON Schema that every model provider accepts: no `$schema`, no `additionalProperties`, and
 * no patterns and lengths, which the host would remove anyway.
 * @param {import('zod').ZodType} schema
 * @param {'input' | 'output'} io whether to describe what a caller sends, or what it gets
 */
export function toPlainSchema(schema, io = 'input') {
  return plain(z.toJSONSchema(schema, { io, target: 'draft-7' }));
}

function plain(node) {
  if (Array.isArray(node)) return node.map(plain);
  if (typeof node !== 'object' || node === null) return node;
  const dropped = new Set(['$schema', 'additionalProperties', 'pattern', 'minLength', 'maxLength']);
  const entries = Object.entries(node).filter(
    ([key, value]) => !dropped.has(key) && !((key === 'minimum' || key === 'maximum') && Math.abs(value) > 2 ** 52),
  );
  return Object.fromEntries(
    entries.map(([key, value]) => {
      // The keys of `properties` are names of the tool's own, of which one may be called like a dropped keyword.
      if (key === 'properties') return [key, Object.fromEntries(Object.entries(value).map(([k, v]) => [k, plain(v)]))];
      return [key, key === 'default' ? value : plain(value)];
    }),
  );
}
