import assert from 'node:assert/strict';
import path from 'node:path';
import { exportedCallSchema } from '../../../../src/core/audit/exportedCall.ts';
import { calls, says, tool } from '../../driver/model-script.ts';
import { picture, useHost } from '../../driver/use-host.ts';
import { waitFor } from '../../driver/wait.ts';
import { brewGreenLonger, once } from '../tea.ts';

const file = '.redline/policy.json';

describe("a team's policy on screen", () => {
  const host = useHost();

  it('is shown once for each content, keeps an agent out in words, and says when it is gone', async () => {
    const { chat, page, person, workspace } = host();
    const policy = { rules: [{ operations: ['delete'], paths: ['**'], action: 'deny' }], agents: ['claude'] };
    await workspace.write(file, JSON.stringify(policy));
    const toast = page.locator('.notifications-toasts .notification-list-item-message');
    await toast.filter({ hasText: 'one rule; only these agents are allowed: Claude Code' }).waitFor();
    await picture(host(), 'team-policy');
    await person.answerNotification('one rule; only these agents are allowed: Claude Code', 'Open Policy');
    await person.tab('policy.json').waitFor();
    const sent = await chat.send('policy', once(tool('redline_read_file', { filePath: 'src/brew.js' })));
    assert.match(
      await sent.answer(),
      /^\[PERMISSION_DENIED\] .*does not allow VS Code chat \(vscode\) here, only Claude Code \(claude\)/,
    );
    await sent.finished();
    await workspace.write(file, '{ "agents": "claude" }');
    await toast.filter({ hasText: '"agents" must be of type array' }).waitFor();
    await workspace.write(file, JSON.stringify(policy));
    await workspace.write(file, '{ "agents": [] }');
    await toast.filter({ hasText: ': no agents are allowed.' }).waitFor();
    await workspace.reset();
    await toast.filter({ hasText: 'is gone' }).waitFor();
    const shown = (await person.notifications()).filter((text) => text.includes('one rule'));
    assert.deepEqual(shown, []);
  });

  it('is completed and explained by the editor', async () => {
    const { editors, page, person, workspace } = host();
    await workspace.write(file, '{\n  "review.when": "before",\n  \n}\n');
    await editors.open(file);
    await page.locator('.view-line', { hasText: 'before' }).first().hover();
    await page.getByText('"review.when"').first().hover();
    await page.locator('.monaco-hover').filter({ hasText: 'When changes are reviewed, at the latest.' }).waitFor();
    await picture(host(), 'team-policy-hover');
    await page.locator('.view-line').nth(2).click();
    await person.press('Mod+Space');
    const list = page.locator('.suggest-widget .monaco-list-row');
    for (const name of ['agents', 'hold', 'rules']) await list.filter({ hasText: name }).first().waitFor();
    await picture(host(), 'team-policy-completion');
    await person.press('Escape');
  });
});

describe('the audit log, exported', () => {
  const host = useHost();

  it('has a line for each call, as the schema says, and skips what is broken; a turn is copied as a summary', async () => {
    const { chat, evaluate, person, workspace } = host();
    const sent = await chat.send('audit', [calls(brewGreenLonger), says('Done.')]);
    await chat.card();
    await person.approve();
    await sent.answer();
    await sent.finished();
    await person.command('Redline: Export Audit Log…');
    const target = path.join(workspace.root, 'audit-out.jsonl');
    await person.quickInput.waitFor();
    await picture(host(), 'audit-export');
    await person.enter(target);
    // It is there before it has its lines.
    const exported = await waitFor('the export', async () => {
      const text = await workspace.read('audit-out.jsonl');
      return text.includes('redline_edit_file') && text.endsWith('\n') && text;
    });
    const lines = exported.split('\n').filter(Boolean);
    const read = lines.map((line) => exportedCallSchema.parse(JSON.parse(line)));
    const edit = read.findLast((call) => call.tool === 'redline_edit_file');
    assert.deepEqual([edit?.agent, edit?.via, edit?.applied, edit?.folders.length], ['vscode', 'chat', true, 1]);
    assert.equal(edit?.answers[0]?.surface, 'editor');
    assert.doesNotMatch(lines.join('\n'), /green/);
    await person.command('Redline: Copy Turn Summary');
    await person.quickInput.locator('.monaco-list-row').filter({ hasText: 'changed 1 file' }).first().waitFor();
    await picture(host(), 'turn-summary');
    await person.pick('changed 1 file');
    await waitFor('the summary', async () =>
      (await evaluate((vscode) => vscode.env.clipboard.readText())).includes('- src/brew.js (updated)'),
    );
  });
});
