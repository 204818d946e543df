import assert from 'node:assert/strict';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startGemini, type AgentRun } from '../../agents/gemini.ts';
import { calls, says, tool, type Turn } from '../../driver/model-script.ts';
import { picture, useHost } from '../../driver/use-host.ts';
import { waitFor } from '../../driver/wait.ts';
import { brew, seeNoReview, seeReview, withLongerGreen } from '../tea.ts';

const edit = tool('edit_file', { filePath: brew, oldString: '  green: 2,', newString: '  green: 3,' });

describe('the Gemini CLI in a terminal', () => {
  const host = useHost();
  let run: AgentRun | undefined;
  let home = '';

  const start = async (...script: readonly Turn[]): Promise<AgentRun> => {
    const { workspace, agentLauncher } = host();
    await waitFor('the launcher of agents', () => workspace.exists(path.relative(workspace.root, agentLauncher)));
    home = await realpath(await mkdtemp(path.join(tmpdir(), 'redline-gemini-')));
    run = await startGemini(workspace.root, { home, launcher: agentLauncher, script });
    return run;
  };
  afterEach(async function () {
    this.timeout(60_000);
    await run?.stop();
    run = undefined;
    await rm(home, { recursive: true, force: true });
  });

  it('has its edit reviewed in the editor, under its name, and written when it is approved', async () => {
    const { person, workspace } = host();
    const original = await workspace.read(brew);
    const { model, ended } = await start(calls(tool('read_file', { filePath: brew })), calls(edit), says('Done.'));
    assert.match(await model.answer(0), /green: 2/);
    await seeReview(host(), 'brew.js (Redline, Gemini CLI)');
    await picture(host(), 'terminal-agent');
    assert.equal(await workspace.read(brew), original);
    await person.approve();
    assert.match(await model.answer(1), /Edited src\/brew\.js/);
    await ended;
    assert.equal(await workspace.read(brew), withLongerGreen(original));
    assert.equal(model.offered().filter((name) => name.includes('redline')).length, 16);
    await seeNoReview(host());
    await host().evaluate((vscode) => vscode.commands.executeCommand('redline.history.focus').then(() => null));
    await host().page.locator('.sidebar').getByText('Gemini CLI: Edit src/brew.js').first().waitFor();
    await person.command('Redline: Show Audit Log');
    await person.tab('Redline Audit Log').waitFor();
    const lines = host().page.locator('.editor-instance .view-line');
    await lines.filter({ hasText: /Gemini.CLI\s+src\/brew\.js\s+asked/ }).waitFor();
    await picture(host(), 'terminal-agent-record');
  });

  it('reads why the person does not want its edit', async () => {
    const { person, workspace } = host();
    const before = await workspace.hashes();
    const { model, ended } = await start(calls(edit), says('Then not.'));
    await seeReview(host(), 'brew.js (Redline');
    await person.reject();
    assert.match(await model.answer(0), /\[REJECTED\]/);
    await ended;
    assert.deepEqual(await workspace.hashes(), before);
  });

  it('has its review closed when it is killed', async () => {
    const { workspace } = host();
    const before = await workspace.hashes();
    const { stop } = await start(calls(edit), says('Never said.'));
    await seeReview(host(), 'brew.js (Redline');
    await stop();
    await seeNoReview(host());
    assert.deepEqual(await workspace.hashes(), before);
  });
});
