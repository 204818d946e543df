// Makes the list of tools for MCP clients.

import { readFile } from 'node:fs/promises';
import { loadTools, toPlainSchema } from './load-tools.mjs';

const prefix = 'redline_';

/**
 * The server's instructions for models of other agents, which they see before its tools; at most ten lines. Codex shows
 * a model that searches for tools only the first 250 characters.
 */
const instructions = `Use these tools instead of a shell or another tool that writes files: Redline reads, searches and changes the files of the folder that the user has open in VS Code. The user sees every change as a diff, may amend it, exclude files or reject it, and nothing is written before they approve it.
Read before you change: read_file, search_text, find_files, list_directory. Make the smallest change: edit_file for one place, multi_edit for several places or files that belong together, apply_patch for a patch, write_file for new files. Put what belongs together into one call: it is reviewed once and applied all or nothing.
Read the answer: it says what is on disk now, what the user amended (keep their version), and which problems the editor found.
A change may wait for minutes while the user looks at it. Do not send it again.
REJECTED: follow the reason, or ask; never repeat the call. STALE: the file changed; decide again with what the answer shows. PERMISSION_DENIED, OUTSIDE_WORKSPACE, WRITES_DISABLED: do not try another way; say what you would need.
Messages name the tools in full: redline_read_file is read_file here.`;

/** Tools that a client which hides most of them behind a search still shows from the start. */
const alwaysLoaded = new Set([
  'read_file',
  'search_text',
  'find_files',
  'edit_file',
  'apply_patch',
  'write_file',
  'delete',
  'move',
]);

/**
 * The MCP server as it introduces itself, and its tools, as JSON: read by the window when an agent dials, and by the
 * bridge while no window is there.
 */
export async function mcpTools() {
  const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'));
  const tools = (await loadTools()).map(toMcpTool);
  return JSON.stringify({ serverInfo: { name: 'redline', title: 'Redline', version }, instructions, tools });
}

function toMcpTool(tool) {
  const name = tool.name.slice(prefix.length);
  const isQuery = tool.kind === 'query';
  return {
    name,
    title: tool.displayName,
    description: withShortNames(tool.description),
    inputSchema: withShortDescriptions(toPlainSchema(tool.input)),
    outputSchema: (isQuery ? withAnswer : withComments)(toPlainSchema(tool.result, 'output')),
    // A change is reviewed and can be undone, so it destroys nothing.
    annotations: isQuery
      ? { readOnlyHint: true, openWorldHint: false }
      : { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
    ...(alwaysLoaded.has(name) ? { _meta: { 'anthropic/alwaysLoad': true } } : {}),
  };
}

const comment = {
  type: 'object',
  properties: {
    path: { type: 'string' },
    side: { enum: ['before', 'proposal'], description: 'Of which text the lines are' },
    startLine: { type: 'integer', description: '1-based' },
    endLine: { type: 'integer', description: 'Inclusive' },
    lines: { enum: ['same', 'changed', 'gone'], description: 'What became of the lines since' },
    quoted: { type: 'string' },
    comment: { type: 'string' },
  },
  required: ['path', 'side', 'startLine', 'endLine', 'lines', 'quoted', 'comment'],
};

/**
 * The schema of `structuredContent` of a change: with the user's comments on lines, which a failed call may have
 * instead of a result.
 */
function withComments(schema) {
  const { required, ...done } = withAnswer(schema);
  const properties = {
    ...done.properties,
    comments: { type: 'array', items: comment, description: "The user's comments on lines" },
    failed: { type: 'boolean', description: 'True if nothing of the result is there' },
  };
  return { ...done, properties, required: ['answer'], anyOf: [{ required }, { required: ['failed', 'comments'] }] };
}

/** The schema of `structuredContent`: the answer in words, and the tool's result. */
function withAnswer(schema) {
  const answer = { type: 'string', description: 'What happened, in words, with all that the user amended or excluded' };
  return { ...schema, properties: { answer, ...schema.properties }, required: ['answer', ...(schema.required ?? [])] };
}

function withShortDescriptions(schema) {
  return JSON.parse(withShortNames(JSON.stringify(schema)));
}

/** Shortens the names of tools. The texts are Redline's own, so whatever looks like a name is one. */
function withShortNames(text) {
  return text.replaceAll(/\bredline_(?=[a-z])/g, '');
}
