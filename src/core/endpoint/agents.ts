/** An agent as rules name it, as people read it, and as its MCP client introduces itself (`clientInfo.name`). */
interface KnownAgent {
  readonly id: string;
  readonly name: string;
  readonly client: RegExp;
}

/** The client names were seen with the agents' versions of November 2026. */
const knownAgents: readonly KnownAgent[] = [
  { id: 'claude', name: 'Claude Code', client: /^claude-code$/ },
  { id: 'codex', name: 'Codex', client: /^codex-mcp-client$/ },
  { id: 'copilot', name: 'Copilot CLI', client: /^(?:copilot-cli|github-copilot-.*)$/ },
  { id: 'gemini', name: 'Gemini CLI', client: /^gemini-cli(?:-mcp-client.*)?$/ },
  { id: 'qwen', name: 'Qwen Code', client: /^qwen-cli-mcp-client.*$/ },
  { id: 'opencode', name: 'OpenCode', client: /^opencode$/ },
  { id: 'cline', name: 'Cline', client: /^@?cline.*$/ },
  // Not `vscode`: the editor vouches for its chat, and any program can call itself so.
  // No client has this id: see `agentOfHook`.
  { id: 'vscode-hook', name: 'VS Code', client: /(?!)/ },
  { id: 'vscode-mcp', name: 'VS Code over MCP', client: /^Visual[ -]Studio[ -]Code.*$/ },
];

/** Ids of callers inside the editor, which no program outside gets: its chat, other extensions, and the person. */
const insideIds: readonly string[] = ['vscode', 'extension', 'user'];

/** Leaves room for the rest of a title in a narrow view. */
const maxIdLength = 26;

/** Marks an agent whose own name tells nothing, or looks like that of another. */
const unknown = 'unknown';

/** Whether the client belongs to an agent whose behaviour was seen. */
export function isKnownAgent(client: string): boolean {
  return knownAgents.some((agent) => agent.client.test(client));
}

/**
 * The id of an agent, from what its MCP client calls itself: lower case letters, digits and `-`. An unknown client gets an
 * id of its own name, so that rules can name it, too. Without a usable name it is `unknown`, and `unknown-…` if the name
 * cannot be shown as it is written, or could be read as that of a known agent, the person, the chat or an extension.
 */
export function agentOfClient(client: string): string {
  const known = knownAgents.find((agent) => agent.client.test(client));
  if (known !== undefined) return known.id;
  const plain = withoutAccents(client);
  const id = slugOf(plain);
  if (id === '' || id === unknown) return unknown;
  const isPlain = /^[ -~]*$/.test(plain) && !isUnnamed(id);
  return isPlain && !looksTaken(id) ? id : slugOf(`${unknown}-${id}`);
}

/** Whether an agent has no name of its own, so that it may be any. */
export function isUnnamed(id: string): boolean {
  return id === unknown || id.startsWith(`${unknown}-`);
}

/** The id of an agent that calls by its hook. Any program can start the hook of the editor's chat, so that is not `vscode`. */
export function agentOfHook(dialect: string): string {
  return dialect === 'vscode' ? 'vscode-hook' : dialect;
}

/** What people read for an agent's id: "Codex", and for one that is not known the id itself. */
export function agentName(id: string): string {
  return knownAgents.find((agent) => agent.id === id)?.name ?? id;
}

/** The id that a rule must use for an agent that it names by this word; undefined if the word can mean no agent. */
export function agentIdFor(word: string): string | undefined {
  const id = slugOf(word);
  if (id === '' || id === 'user') return undefined;
  const inside = insideIds.find((each) => letters(each) === letters(id));
  return inside ?? knownAs(id)?.id ?? id;
}

function knownAs(id: string): KnownAgent | undefined {
  return knownAgents.find(
    ({ id: own, name, client }) =>
      letters(own) === letters(id) || letters(name) === letters(id) || new RegExp(client, 'i').test(id),
  );
}

function looksTaken(id: string): boolean {
  return insideIds.some((each) => letters(each) === letters(id)) || knownAs(id) !== undefined;
}

/** A name without what people overlook: case, separators, digits in place of letters. */
function letters(name: string): string {
  return slugOf(name).replaceAll('-', '').replaceAll('0', 'o').replaceAll('1', 'l');
}

function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, maxIdLength)
    .replace(/-+$/, '');
}

function withoutAccents(name: string): string {
  return name.normalize('NFKD').replace(/\p{M}/gu, '');
}
