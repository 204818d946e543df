// Lists the agents that Redline knows, and maps MCP clients, hooks and names in rules to agent ids and display names.
// Also names the callers inside the editor. An unknown client never gets the id of a known agent.

/** An agent that Redline knows. */
interface KnownAgent {
  /** Id, as rules and settings use it. */
  readonly id: string;
  /** Display name. */
  readonly name: string;
  /** Matches its MCP `clientInfo.name`. */
  readonly clientPattern: RegExp;
  /** Set for a program that writes files on the disk itself, not through the editor. */
  readonly writesOnDisk?: boolean;
}

/**
 * Client names as observed with the agents' releases of November 2026. Each client here gets results as text only (see
 * `getsTextOnly`), so a new one needs a look at what its models are shown. Some agents append a server's name (Gemini CLI,
 * Qwen Code), a package or an edition. The patterns require a separator before that, since a longer word is another
 * client.
 */
const knownAgents: readonly KnownAgent[] = [
  { id: 'claude', name: 'Claude Code', clientPattern: /^claude-code$/, writesOnDisk: true },
  { id: 'codex', name: 'Codex', clientPattern: /^codex-mcp-client$/, writesOnDisk: true },
  { id: 'copilot', name: 'Copilot CLI', clientPattern: /^(?:copilot-cli|github-copilot-.*)$/, writesOnDisk: true },
  { id: 'gemini', name: 'Gemini CLI', clientPattern: /^gemini-cli(?:-mcp-client(?:-.*)?)?$/, writesOnDisk: true },
  { id: 'qwen', name: 'Qwen Code', clientPattern: /^qwen-cli-mcp-client(?:-.*)?$/, writesOnDisk: true },
  { id: 'opencode', name: 'OpenCode', clientPattern: /^opencode$/, writesOnDisk: true },
  { id: 'cline', name: 'Cline', clientPattern: /^@?cline(?:[-/ ].*)?$/ },
  // Only hooks get this id (see `agentIdOfHook`), so its pattern matches no MCP client. The id `vscode` is reserved for
  // the built-in chat, since any program could run the hook.
  { id: 'vscode-hook', name: 'VS Code', clientPattern: /(?!)/ },
  { id: 'vscode-mcp', name: 'VS Code over MCP', clientPattern: /^Visual[ -]Studio[ -]Code(?:[ -].*)?$/ },
];

/** Reserved ids of callers inside the editor (chat, other extensions, user); never given to an outside program. */
const reservedIds: readonly string[] = ['vscode', 'extension', 'user'];

/** Maximum length of an id, so that a title fits into a narrow view. */
const maxIdChars = 26;

/** The id of clients without a usable name, and the prefix of ids made from a misleading name. */
const unknownId = 'unknown';

/** Whether an MCP client name is one of a known agent. */
export function isKnownClient(client: string): boolean {
  return findAgentOfClient(client) !== undefined;
}

function findAgentOfClient(client: string): KnownAgent | undefined {
  return knownAgents.find(({ clientPattern }) => clientPattern.test(client));
}

/**
 * Maps an MCP client name to an id of lower-case letters, digits and `-`. The id of an unknown agent is its name
 * without accents, or `unknown` if that is empty. It is `unknown-…` if the name contains other characters outside
 * ASCII, resembles a reserved or known id, or is itself `unknown-…`.
 */
export function agentIdOfClient(client: string): string {
  const knownAgent = findAgentOfClient(client);
  if (knownAgent !== undefined) return knownAgent.id;
  const plainName = stripAccents(client);
  const id = slugOf(plainName);
  if (id === '' || id === unknownId) return unknownId;
  const isAscii = /^[ -~]*$/.test(plainName);
  return isAscii && !isUnknownId(id) && !resemblesKnownId(id) ? id : slugOf(`${unknownId}-${id}`);
}

/** Whether an id is `unknown` or starts with `unknown-`. Several agents may have the same one. */
export function isUnknownId(id: string): boolean {
  return id === unknownId || id.startsWith(`${unknownId}-`);
}

/** Maps a hook's dialect to an agent id. VS Code's hook becomes `vscode-hook`, since any program can run that hook. */
export function agentIdOfHook(dialect: string): string {
  return dialect === 'vscode' ? 'vscode-hook' : dialect;
}

/** Whether an agent is a known program that writes files on the disk itself, not through the editor. */
export function writesOnDisk(id: string): boolean {
  return knownAgents.some((agent) => agent.id === id && agent.writesOnDisk === true);
}

/** Display name of an agent: "Codex"; the id itself for an unknown agent. */
export function agentDisplayName(id: string): string {
  return knownAgents.find((agent) => agent.id === id)?.name ?? id;
}

const editorCallerNames: Readonly<Record<string, string>> = {
  vscode: 'VS Code chat',
  extension: 'another extension',
  user: 'the person at the palette',
};

/** English display name of a caller by its id: "Codex", "VS Code chat". */
export function callerName(id: string): string {
  return Object.hasOwn(editorCallerNames, id) ? (editorCallerNames[id] ?? id) : agentDisplayName(id);
}

/** Display name of the agent of a hook's dialect. */
export function dialectDisplayName(dialect: string): string {
  return agentDisplayName(agentIdOfHook(dialect));
}

/**
 * Normalizes an agent name written in a rule to its id; undefined if it cannot name an agent (empty, or `user`). An
 * unknown name becomes an id in lower case, as `agentIdOfClient` makes it.
 * "VS Code" is the built-in chat, though the agent of VS Code's hook has this display name, too.
 */
export function normalizeAgentName(name: string): string | undefined {
  const id = slugOf(stripAccents(name));
  const reservedId = findReservedId(id);
  if (id === '' || reservedId === 'user') return undefined;
  return reservedId ?? findSimilarAgent(id)?.id ?? id;
}

/** The known agent whose id, display name or client name (in any letter case) an id resembles. */
function findSimilarAgent(id: string): KnownAgent | undefined {
  const key = lookAlikeKey(id);
  return knownAgents.find(
    (agent) =>
      lookAlikeKey(agent.id) === key ||
      lookAlikeKey(agent.name) === key ||
      new RegExp(agent.clientPattern, 'i').test(id),
  );
}

function findReservedId(id: string): string | undefined {
  return reservedIds.find((reservedId) => lookAlikeKey(reservedId) === lookAlikeKey(id));
}

function resemblesKnownId(id: string): boolean {
  return findReservedId(id) !== undefined || findSimilarAgent(id) !== undefined;
}

/** Comparison key: ignores case and separators, and maps digits that resemble letters (0→o, 1→l). */
function lookAlikeKey(name: string): string {
  return slugOf(name).replaceAll('-', '').replaceAll('0', 'o').replaceAll('1', 'l');
}

/** Reduces a name to lower-case ASCII letters and digits, with `-` for anything between them. */
function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, maxIdChars)
    .replace(/-+$/, '');
}

function stripAccents(name: string): string {
  return name.normalize('NFKD').replace(/\p{M}/gu, '');
}
