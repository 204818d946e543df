import assert from 'node:assert/strict';
import path from 'node:path';
import { allTools } from '../../../../src/tools/allTools.ts';
import type { AgentRun, TerminalAgent } from '../../agents/agent.ts';
import { chosenAgents } from '../../agents/allAgents.ts';
import { redlineName } from '../../agents/model/scriptedModel.ts';
import { useAgents } from '../../agents/useAgents.ts';
import { calls, says, tool, type Turn } from '../../driver/model-script.ts';
import { picture, useHost } from '../../driver/use-host.ts';
import { brew, seeNoReview, seeReview, sha256, statusItem, withLongerGreen } from '../tea.ts';

const main = 'src/main.js';
const kettle = 'src/kettle.js';
const readme = 'README.md';

const greenLonger = { filePath: brew, oldString: '  green: 2,', newString: '  green: 3,' };
const whiteLonger = { filePath: brew, oldString: '  white: 3,', newString: '  white: 4,' };
const edit = tool('edit_file', greenLonger);
const fourEdits = tool('multi_edit', {
  edits: [
    greenLonger,
    { filePath: main, oldString: 'seconds', newString: 'moments' },
    { filePath: readme, oldString: '# Tea timer', newString: '# Tea clock' },
    { filePath: kettle, oldString: '100', newString: '80' },
  ],
});
const patch = tool('apply_patch', {
  patchText: `*** Begin Patch
*** Add File: src/iced.js
+export const iced = 6;
*** Update File: ${brew}
@@
-  white: 3,
+  white: 4,
*** End Patch
`,
});

for (const agent of chosenAgents()) describe(`${agent.name} in a terminal`, () => inTerminal(agent));

function inTerminal(agent: TerminalAgent): void {
  const host = useHost();
  const startInWindow = useAgents(host, [agent]);
  const start = (...script: readonly Turn[]): Promise<AgentRun> => startInWindow(agent, script);
  const seeItsReview = (file: string): Promise<void> => seeReview(host(), `${file} (Redline, ${agent.name})`);

  it('offers the eighteen tools, reads, and has its edit reviewed, written once it is approved, and recorded', async () => {
    const { evaluate, page, person, workspace } = host();
    const original = await workspace.read(brew);
    const { answer, ended, offered } = await start(
      calls(tool('read_file', { filePath: brew })),
      calls(edit),
      says('Done.'),
    );
    assert.match(await answer(0), /green: 2/);
    assert.deepEqual(
      offered()
        .flatMap((name) => redlineName(name) ?? [])
        .toSorted(),
      allTools.map(({ name }) => name.slice('redline_'.length)).toSorted(),
    );
    await seeItsReview('brew.js');
    await picture(host(), `agent-${agent.id}`);
    assert.equal(await workspace.read(brew), original);
    await person.approve();
    assert.match(await answer(1), /Edited src\/brew\.js/);
    await ended;
    assert.equal(await workspace.read(brew), withLongerGreen(original));
    await seeNoReview(host());
    await evaluate((vscode) => vscode.commands.executeCommand('redline.history.focus').then(() => null));
    await page.locator('.sidebar').getByText(`${agent.name}: Edit src/brew.js`).first().waitFor();
    await person.command('Redline: Show Audit Log');
    await person.tab('Redline Audit Log').waitFor();
    const asked = new RegExp(`${agent.name.replaceAll(' ', '.')}\\s+src/brew\\.js\\s+asked`);
    await page.locator('.editor-instance .view-line').filter({ hasText: asked }).first().waitFor();
    await picture(host(), `agent-${agent.id}-record`);
  });

  it('reads why its edit is rejected, and what the person made of the next one', async () => {
    const { person, workspace } = host();
    const before = await workspace.hashes();
    const original = await workspace.read(brew);
    const { answer, ended } = await start(calls(edit), calls(tool('edit_file', whiteLonger)), says('I see.'));
    await seeItsReview('brew.js');
    await person.command('Redline: Reject with Reason…');
    await person.enter('Two minutes are right for green tea.');
    // Gemini CLI shows the model a failure as JSON.
    assert.match(await answer(0), /\[REJECTED\] .*Two minutes are right for green tea\. Nothing was written/);
    assert.deepEqual(await workspace.hashes(), before);

    await person.typeAfter('white: 4', '.5');
    await person.approve();
    const amended = await answer(1);
    await ended;
    const written = await workspace.read(brew);
    assert.equal(written, original.replace('white: 3', 'white: 4.5'));
    assert.match(amended, /The user amended your proposal/);
    assert.ok(amended.includes('-  white: 4,\n+  white: 4.5,'), amended);
    assert.ok(amended.includes(sha256(written)), amended);
    await seeNoReview(host());
  });

  it('is told which of four files the person left out', async () => {
    const { page, person, workspace } = host();
    await workspace.write(kettle, 'export const degrees = 100;\n');
    const before = await workspace.hashes();
    const original = await workspace.read(brew);
    const { answer, ended } = await start(calls(fourEdits), says('Done.'));
    await seeItsReview('brew.js and more');
    await person.command('Redline: Focus on Waiting for Review View');
    const row = page.locator('.sidebar .monaco-list-row').filter({ hasText: path.basename(main) });
    await row.locator('.monaco-checkbox, .custom-checkbox').first().click();
    await row.filter({ hasText: 'excluded' }).waitFor();
    await picture(host(), `agent-${agent.id}-left-out`);
    await person.approve();
    const inPart = await answer(0);
    assert.match(inPart, /Edited 3 of 4 files; 1 was excluded by the user/);
    assert.match(inPart, /The user excluded: src\/main\.js\./);
    assert.equal((await workspace.hashes())[main], before[main]);
    assert.equal(await workspace.read(brew), withLongerGreen(original));
    assert.match(await workspace.read(readme), /^# Tea clock/);
    assert.equal(await workspace.read(kettle), 'export const degrees = 80;\n');
    await ended;
    await seeNoReview(host());
  });

  it('applies a patch', async () => {
    const { person, workspace } = host();
    const original = await workspace.read(brew);
    const { answer, ended } = await start(calls(patch), says('Done.'));
    await seeItsReview('iced.js and more');
    await person.approve();
    assert.match(await answer(0), /Applied|Patched|iced\.js/);
    await ended;
    assert.equal(await workspace.read('src/iced.js'), 'export const iced = 6;\n');
    assert.equal(await workspace.read(brew), original.replace('white: 3', 'white: 4'));
    await seeNoReview(host());
  });

  it('has its review closed when it is killed', async () => {
    const { person, workspace } = host();
    const before = await workspace.hashes();
    const { stop } = await start(calls(edit), says('Never said.'));
    await seeItsReview('brew.js');
    await stop();
    // The window learns of it when the connection is closed.
    await person.tab('brew.js (Redline').waitFor({ state: 'hidden' });
    await statusItem(host()).waitFor({ state: 'hidden' });
    await seeNoReview(host());
    assert.deepEqual(await workspace.hashes(), before);
  });
}
