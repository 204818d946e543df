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
  { id: 'vscode', name: 'VS Code', client: /^Visual Studio Code.*$/ },
];

const maxNameLength = 40;

/** Whether the client belongs to an agent whose behaviour was seen. */
export function isKnownAgent(client: string): boolean {
  return knownAgents.some((agent) => agent.client.test(client));
}

/**
 * The id of an agent, from what its MCP client calls itself: lower case letters, digits and `-`. An unknown client gets an
 * id of its own name, so that rules can name it, too; one without a usable name is `unknown`.
 */
export function agentOfClient(client: string): string {
  const known = knownAgents.find((agent) => agent.client.test(client));
  if (known !== undefined) return known.id;
  const id = client
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, maxNameLength)
    .replace(/^-+|-+$/g, '');
  // Neither a known agent that calls itself otherwise, nor the person or an extension.
  const isReserved = ['user', 'extension'].includes(id) || knownAgents.some((agent) => agent.id === id);
  return id === '' || isReserved ? `unknown${id === '' ? '' : `-${id}`}` : id;
}

/** What people read for an agent's id: "Codex", and for one that is not known the id itself. */
export function agentName(id: string): string {
  return knownAgents.find((agent) => agent.id === id)?.name ?? id;
}
