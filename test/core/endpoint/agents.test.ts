import assert from 'node:assert/strict';
import {
  normalizeAgentName,
  agentDisplayName,
  agentIdOfClient,
  isUnknownId,
} from '../../../src/core/endpoint/agents.ts';

/** What a client calls itself, its id, and what people read. */
const clients: readonly (readonly [client: string, id: string, name?: string])[] = [
  ['codex-mcp-client', 'codex', 'Codex'],
  ['claude-code', 'claude', 'Claude Code'],
  ['github-copilot-developer', 'copilot', 'Copilot CLI'],
  ['gemini-cli-mcp-client-redline', 'gemini', 'Gemini CLI'],
  ['@cline/core', 'cline', 'Cline'],
  ['Visual Studio Code - Insiders', 'vscode-mcp', 'VS Code over MCP'],
  ['Visual Studio Code', 'vscode-mcp', 'VS Code over MCP'],
  ['Visual-Studio-Code', 'vscode-mcp', 'VS Code over MCP'],
  ['gemini-cli', 'gemini', 'Gemini CLI'],
  ['gemini-cli-mcp-client', 'gemini', 'Gemini CLI'],
  ['qwen-cli-mcp-client-redline', 'qwen', 'Qwen Code'],
  ['cline', 'cline', 'Cline'],
  ['Zed', 'zed'],
  // Longer words than the names of known clients.
  ['clineage-tool', 'clineage-tool'],
  ['gemini-cli-mcp-clientX', 'gemini-cli-mcp-clientx'],
  ['qwen-cli-mcp-clients', 'qwen-cli-mcp-clients'],
  ['Visual Studio Codex', 'visual-studio-codex'],
  ['claude-ai', 'claude-ai'],
  ['My Agent (beta)', 'my-agent-beta'],
  ['Café Coder', 'cafe-coder'],
  ['ｆｕｌｌ　ｗｉｄｔｈ', 'full-width'],
  // No name.
  ['', 'unknown'],
  [' \t\n', 'unknown'],
  ['\u202e\u2066\u200b', 'unknown'],
  ['通义灵码', 'unknown'],
  ['unknown', 'unknown'],
  // Inside the editor, where no program outside is.
  ['user', 'unknown-user'],
  ['vscode', 'unknown-vscode'],
  ['VS Code', 'unknown-vs-code'],
  ['extension', 'unknown-extension'],
  ['User\u0000', 'unknown-user'],
  // Names that read like those of others.
  ['Claude Code ', 'unknown-claude-code'],
  ['claude code', 'unknown-claude-code'],
  ['CLAUDE-CODE', 'unknown-claude-code'],
  ['claude', 'unknown-claude'],
  ['codex', 'unknown-codex'],
  ['Codex-MCP-Client', 'unknown-codex-mcp-client'],
  ['visual studio code', 'unknown-visual-studio-code'],
  ['c0dex', 'unknown-c0dex'],
  ['c1aude_code', 'unknown-c1aude-code'],
  ['\u0421odex', 'unknown-odex'],
  ['cod\u0435x', 'unknown-cod-x'],
  ['ｃｏｄｅｘ', 'unknown-codex'],
  ['ćodex', 'unknown-codex'],
  ['co\u200bdex', 'unknown-co-dex'],
  ['\u202exedoc', 'unknown-xedoc'],
  ['codex\n', 'unknown-codex'],
  ['\u001b[31mred', 'unknown-31mred'],
  ['[Codex](command:evil)', 'codex-command-evil'],
  ['$(check) Approved', 'check-approved'],
  ['<img src=x>', 'img-src-x'],
  // Its own mark, claimed.
  ['unknown-codex', 'unknown-unknown-codex'],
  ['a'.repeat(200), 'a'.repeat(26)],
  [`codex${' '.repeat(200)}x`, 'codex-x'],
  ['-'.repeat(200), 'unknown'],
  [`${'-'.repeat(60)}codex`, 'unknown-codex'],
];

describe('the id of an agent', () => {
  for (const [client, id, name = id] of clients) {
    it(`of ${JSON.stringify(client).slice(0, 60)} is ${id}`, () => {
      const found = agentIdOfClient(client);
      assert.deepEqual([found, agentDisplayName(found)], [id, name]);
      assert.match(found, /^(?=.{1,26}$)[a-z0-9]+(?:-[a-z0-9]+)*$/);
    });
  }

  it('is the one that a rule names it by, for every client', () => {
    for (const [client] of clients)
      assert.equal(normalizeAgentName(agentIdOfClient(client)), agentIdOfClient(client), client);
  });

  it('is the one that a rule means by the name itself, if it has accents', () => {
    assert.equal(normalizeAgentName('Café Agent'), agentIdOfClient('Café Agent'));
  });

  it('is that of no other agent, if the client has no name of its own', () => {
    const ids = clients.map(([, id]) => id).filter(isUnknownId);
    assert.equal(ids.length, 30);
    for (const id of ids) assert.equal(agentDisplayName(id), id);
  });
});

/** A word of a rule, and the id that it means. */
const words: readonly (readonly [word: string, id: string | undefined])[] = [
  ['codex', 'codex'],
  ['vscode', 'vscode'],
  ['extension', 'extension'],
  ['zed', 'zed'],
  ['unknown', 'unknown'],
  ['Codex', 'codex'],
  ['Claude Code', 'claude'],
  ['claude-code', 'claude'],
  ['claudecode', 'claude'],
  ['codex-mcp-client', 'codex'],
  ['VS Code', 'vscode'],
  ['Visual Studio Code', 'vscode-mcp'],
  ['My Agent', 'my-agent'],
  ['Café Agent', 'cafe-agent'],
  ['user', undefined],
  ['us-er', undefined],
  ['Us er', undefined],
  ['', undefined],
  ['*', undefined],
];

describe('the id that a rule names an agent by', () => {
  for (const [word, id] of words) it(`"${word}" is ${id ?? 'none'}`, () => assert.equal(normalizeAgentName(word), id));
});
