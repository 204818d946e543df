import assert from 'node:assert/strict';
import path from 'node:path';
import { startMcpAgent, type McpAgent } from '../../agents/lineAgents.ts';
import { tool } from '../../driver/model-script.ts';
import { picture, useHost } from '../../driver/use-host.ts';
import { waitFor } from '../../driver/wait.ts';
import { brew, once, seeNoReview, seeReview, setRules } from '../tea.ts';

const more = (filePath: string) => ({ filePath, content: '// more\n', mode: 'append' });
const edit = (filePath: string, oldString: string, newString: string) => ({ filePath, oldString, newString });

describe('agents outside the editor, by their names', () => {
  const host = useHost();
  const agents: McpAgent[] = [];

  async function connect(name: string): Promise<McpAgent> {
    const { workspace, agentLauncher } = host();
    await waitFor('the launcher of agents', () => workspace.exists(path.relative(workspace.root, agentLauncher)));
    const agent = await startMcpAgent(name, agentLauncher, workspace.root);
    agents.push(agent);
    return agent;
  }
  async function disconnect(): Promise<void> {
    for (const agent of agents.splice(0)) await agent.stop();
  }
  afterEach(async function () {
    this.timeout(60_000);
    await disconnect();
  });

  const row = (text: string) => host().page.locator('.sidebar .monaco-list-row').filter({ hasText: text });

  /** A change that must be asked about; it is rejected. */
  async function asks(agent: McpAgent, filePath: string, name: string): Promise<void> {
    const answer = agent.call('write_file', more(filePath));
    await seeReview(host(), `${path.posix.basename(filePath)} (Redline, ${name})`);
    await host().person.reject();
    assert.match(await answer, /^\[REJECTED\]/);
    await seeNoReview(host());
  }

  /** Takes back the only approval, which the list describes so, and sees that none is left. */
  async function forget(what: string, description: string): Promise<void> {
    const { page, person } = host();
    await person.command('Redline: Manage Remembered Approvals');
    await person.quickInput.getByText(description).waitFor();
    await picture(host(), 'remembered-for-agent');
    await person.pick(what);
    await person.press('Enter');
    await person.command('Redline: Manage Remembered Approvals');
    await page
      .locator('.notifications-toasts .notification-list-item')
      .filter({ hasText: 'There are no remembered approvals.' })
      .waitFor();
    await host().evaluate((vscode) => vscode.commands.executeCommand('notifications.clearAll').then(() => null));
  }

  it('are approved in advance one by one, until the person takes it back', async () => {
    const { chat, person } = host();
    const codex = await connect('codex-mcp-client');
    const first = codex.call('write_file', more(brew));
    await seeReview(host(), 'brew.js (Redline, Codex)');
    await person.look();
    await person.command('Redline: Approve and Remember…');
    await person.pick('Updating src/brew.js');
    await person.quickInput.getByText('for Codex only').first().waitFor();
    assert.deepEqual(await person.quickInput.locator('.monaco-list-row').allInnerTexts(), [
      'until this window closes, for Codex only',
      'in this workspace, for Codex only',
      'always, for Codex only',
      'until this window closes, for every agent',
      'in this workspace, for every agent',
      'always, for every agent',
    ]);
    await picture(host(), 'remember-for-agent');
    await person.press('Enter');
    assert.match(await first, /^Appended/);
    assert.match(await codex.call('write_file', more(brew)), /^Appended/);
    await host().evaluate((vscode) => vscode.commands.executeCommand('redline.history.focus').then(() => null));
    await row('Codex: brew.js').filter({ hasText: '2 changes' }).first().waitFor();
    await asks(await connect('claude-code'), brew, 'Claude Code');
    await asks(await connect('Codex'), brew, 'unknown-codex');
    const sent = await chat.send('append in the chat', once(tool('redline_write_file', more(brew))));
    await seeReview(host(), 'brew.js (Redline');
    await person.reject();
    await sent.finished();
    await forget('update: /src/brew.js', 'until this window closes, for Codex only');
    await asks(codex, brew, 'Codex');
  });

  it('are approved in advance together, if the person says so', async () => {
    const { person } = host();
    const codex = await connect('codex-mcp-client');
    const first = codex.call('write_file', more(brew));
    await seeReview(host(), 'brew.js (Redline, Codex)');
    await person.look();
    await person.command('Redline: Approve and Remember…');
    await person.pick('Updating src/brew.js');
    await person.pick('for every agent');
    assert.match(await first, /^Appended/);
    assert.match(await (await connect('claude-code')).call('write_file', more(brew)), /^Appended/);
    await forget('update: /src/brew.js', 'until this window closes');
    // What the other one wrote; else the call would be stale.
    await codex.call('read_file', { filePath: brew });
    await asks(codex, brew, 'Codex');
  });

  it('are denied and asked by rules that name them, and the audit log says so', async () => {
    const { person, page, workspace } = host();
    const change = { operations: ['create', 'update', 'delete', 'move'], paths: ['src/**'] };
    await setRules(host(), [
      { ...change, agents: ['codex'], action: 'deny' },
      { ...change, agents: ['gemini'], action: 'allow' },
    ]);
    try {
      const before = await workspace.read(brew);
      const denied = /^\[PERMISSION_DENIED\] A rule in redline\.rules for codex forbids updating "src\/brew\.js"/;
      assert.match(await (await connect('codex-mcp-client')).call('write_file', more(brew)), denied);
      assert.match(await (await connect('Codex')).call('write_file', more(brew)), denied);
      assert.equal(await workspace.read(brew), before);
      await asks(await connect('claude-code'), brew, 'Claude Code');
      assert.match(await (await connect('gemini-cli')).call('write_file', more(brew)), /^Appended/);
      await person.command('Redline: Show Audit Log');
      await person.tab('Redline Audit Log').waitFor();
      const lines = page.locator('.editor-instance .view-line');
      await lines
        .filter({ hasText: /\sCodex\s.*denied,.redline\.rules.\(codex\)/ })
        .first()
        .waitFor();
      await lines
        .filter({ hasText: /Gemini.CLI\s.*allowed,.redline\.rules.\(gemini\)/ })
        .first()
        .waitFor();
      await picture(host(), 'audit-agents');
    } finally {
      await setRules(host(), null);
    }
  });

  it('are named in questions about secrets, and a yes is for the one that asked', async () => {
    const { person, workspace, page } = host();
    await workspace.write('.env', 'TOKEN=SECRET-4711\n');
    const codex = await connect('codex-mcp-client');
    const first = codex.call('read_file', { filePath: '.env' });
    const question = page.locator('.notifications-toasts .notification-list-item');
    await question
      .filter({ hasText: 'Codex will see its contents. What you allow in this session is for Codex only.' })
      .waitFor();
    await person.command('Redline: Focus on Waiting for Review View');
    await row('.env').filter({ hasText: 'Codex wants to read this' }).waitFor();
    await picture(host(), 'secret-for-agent');
    await person.answerNotification('.env', 'Allow in This Session');
    assert.match(await first, /4711/);
    assert.match(await codex.call('read_file', { filePath: '.env' }), /4711/);
    const claude = (await connect('claude-code')).call('read_file', { filePath: '.env' });
    await question.filter({ hasText: 'Claude Code will see its contents.' }).waitFor();
    await person.answerNotification('.env', "Don't Allow");
    assert.match(await claude, /^\[REJECTED\]/);
    await forget('read:', 'until this window closes, for Codex only');
  });

  it('wait for each other on one file, and for nobody on others', async () => {
    const { person, workspace } = host();
    const original = await workspace.read(brew);
    const [codex, gemini, claude] = [
      await connect('codex-mcp-client'),
      await connect('gemini-cli'),
      await connect('claude-code'),
    ];
    const first = codex.call('edit_file', edit(brew, '  green: 2,', '  green: 3,'));
    await seeReview(host(), 'brew.js (Redline, Codex)');
    const second = gemini.call('edit_file', edit(brew, '  white: 3,', '  white: 4,'));
    await person.command('Redline: Focus on Waiting for Review View');
    await row('Codex: Edit src/brew.js').filter({ hasText: '1 more behind this one' }).waitFor();
    const other = claude.call('write_file', more('README.md'));
    await row('Claude Code: Append to README.md').waitFor();
    await picture(host(), 'several-agents');
    await row('Claude Code: Append to README.md').click();
    await seeReview(host(), 'README.md (Redline, Claude Code)');
    await person.approve();
    assert.match(await other, /^Appended/);
    assert.match(await workspace.read('README.md'), /more\n$/);
    assert.equal(await workspace.read(brew), original);
    await row('Codex: Edit src/brew.js').click();
    await person.approve();
    assert.match(await first, /^Edited/);
    await seeReview(host(), 'brew.js (Redline, Gemini CLI)');
    await host()
      .page.locator('.monaco-diff-editor .original .view-line')
      .filter({ hasText: /green:.3,/ })
      .waitFor();
    await person.approve();
    assert.match(await second, /^Edited/);
    const both = original.replace('green: 2', 'green: 3').replace('white: 3', 'white: 4');
    assert.equal(await workspace.read(brew), both);
    await seeNoReview(host());
    await host().evaluate((vscode) => vscode.commands.executeCommand('redline.history.focus').then(() => null));
    for (const title of ['Codex: Edit src/brew.js', 'Gemini CLI: Edit src/brew.js', 'Claude Code: Append to README.md'])
      await row(title).first().waitFor();
    await person.command('Redline: Undo Last Agent Change');
    await host().page.locator('.monaco-dialog-box').getByText('Undo "Gemini CLI: Edit src/brew.js"?').waitFor();
    await person.answerDialog('Undo');
    await host().page.locator('.statusbar-item').filter({ hasText: 'undid "Gemini CLI: Edit src/brew.js"' }).waitFor();
    assert.equal(await workspace.read(brew), original.replace('green: 2', 'green: 3'));
  });

  const hostile: readonly (readonly [client: string, name: string])[] = [
    ['Claude Code ', 'unknown-claude-code'],
    ['\u0421odex', 'unknown-odex'],
    ['co\u200bdex', 'unknown-co-dex'],
    ['\u202e\u2066xedoc', 'unknown-xedoc'],
    ['[Codex](command:workbench.action.quit) $(check)', 'codex-command-workbench-ac'],
    ['<b>x</b>\n\u0007', 'unknown-b-x-b'],
    ['a'.repeat(200), 'a'.repeat(26)],
    ['', 'unknown'],
    ['user', 'unknown-user'],
  ];

  it('are shown by a name of letters, digits and hyphens, whatever they call themselves', async () => {
    const { page, person } = host();
    await person.command('Redline: Focus on Waiting for Review View');
    for (const [client, name] of hostile) {
      const answer = (await connect(client)).call('write_file', more('README.md'));
      await seeReview(host(), `README.md (Redline, ${name})`);
      await row(`${name}: Append to README.md`).waitFor();
      const words = await page.locator('body').innerText();
      assert.doesNotMatch(words, /command:|\u202e|\u2066|\u200b|\u0421odex|a{27}/);
      if (name.startsWith('codex')) await picture(host(), 'hostile-agent');
      await person.reject();
      assert.match(await answer, /^\[REJECTED\]/);
      await disconnect();
    }
    await person.command('Redline: Show Audit Log');
    await person.tab('Redline Audit Log').waitFor();
    for (const [, name] of hostile)
      await page.locator('.editor-instance .view-line').filter({ hasText: name }).first().waitFor();
    await picture(host(), 'hostile-agents');
  });
});
