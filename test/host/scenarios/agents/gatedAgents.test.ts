import assert from 'node:assert/strict';
import path from 'node:path';
import type { AgentRun } from '../../agents/agent.ts';
import { chosenGates, type GatedAgent } from '../../agents/allAgents.ts';
import { ownTool, type ScriptedTurn } from '../../agents/model/scriptedModel.ts';
import { useAgents } from '../../agents/useAgents.ts';
import { calls, says, type Turn } from '../../driver/model-script.ts';
import { picture, useHost } from '../../driver/use-host.ts';
import { waitFor } from '../../driver/wait.ts';
import { brew, editorShows, seeNoReview, seeReview, setRules, withLongerGreen } from '../tea.ts';

for (const gated of chosenGates()) {
  const { name } = gated.agent;
  const { way } = gated.gate;
  describe(`${name}${way === undefined ? '' : ` ${way}`} behind the gate`, () => behindGate(gated));
}

const settings = 'package.json';
const updating = { operations: ['update'], paths: ['src/**'] };

function behindGate({ agent, gate, isFirstOfFormat }: GatedAgent): void {
  const host = useHost();
  const startInWindow = useAgents(host, [agent]);

  /** A test of what is the same whatever tool the agent edits by. */
  const once = (title: string, body: () => Promise<void>): unknown => isFirstOfFormat && it(title, body);
  const absolute = (file: string): string => path.join(host().workspace.root, file);
  const greenLonger = (): readonly Turn[] => gate.edit(absolute(brew), '  green: 2,', '  green: 3,');

  /** Starts the agent; `answer` is what its model reads of the last call of these turns. */
  async function start(
    turns: readonly ScriptedTurn[],
  ): Promise<Pick<AgentRun, 'ended'> & { readonly answer: () => Promise<string> }> {
    const { answer, ended } = await startInWindow(agent, [...turns, says('Done.')], gate.modes[0]);
    return { ended, answer: () => answer(turns.length - 1) };
  }

  const seeItsReview = (file: string): Promise<void> => seeReview(host(), `${file} (Redline, ${agent.name}`);

  /** Undoes the agent's last change of a file; `original` is its text before, undefined if it did not exist. */
  async function undoLast(file: string, original: string | undefined): Promise<void> {
    const { page, person, workspace } = host();
    const applied = new RegExp(`Redline applied: ${agent.name}: (?:Edit|Patch|Create) ${file}`);
    await page.locator('.statusbar-item').filter({ hasText: applied }).waitFor();
    await person.command('Redline: Undo Last Agent Change');
    await person.answerDialog('Undo');
    const now = async () => ((await workspace.exists(file)) ? workspace.read(file) : undefined);
    await waitFor('the undo', async () => (await now()) === original);
  }

  async function withRule(rule: object, act: () => Promise<void>): Promise<void> {
    await setRules(host(), [{ ...updating, ...rule }]);
    try {
      await act();
    } finally {
      await setRules(host(), null);
    }
  }

  it('has its own edit reviewed, written once it is approved, recorded and undone', async () => {
    const { person, workspace } = host();
    const original = await workspace.read(brew);
    const { answer, ended } = await start(greenLonger());
    await seeItsReview('brew.js');
    await picture(host(), `gate-${agent.id}`);
    assert.equal(await workspace.read(brew), original);
    await person.approve();
    assert.match(await answer(), gate.written);
    await ended;
    assert.equal(await workspace.read(brew), withLongerGreen(original));
    await seeNoReview(host());
    await undoLast(brew, original);
  });

  it('writes what the person made of its edit', async () => {
    const { person, workspace } = host();
    const original = await workspace.read(brew);
    const { sendsAmended: tool } = gate;
    const again = (denial: string): Turn => calls(ownTool(tool ?? '', inputIn(denial)));
    const { answer, ended } = await start([...greenLonger(), ...(tool === undefined ? [] : [again])]);
    await seeItsReview('brew.js');
    await person.typeAfter('green: 3', '.5');
    await person.approve();
    assert.match(await answer(), gate.written);
    await ended;
    assert.equal(await workspace.read(brew), withLongerGreen(original).replace('green: 3', 'green: 3.5'));
    assert.deepEqual(await person.notifications(), []);
    await seeNoReview(host());
    await undoLast(brew, original);
  });

  const { sendsAmended } = gate;
  if (sendsAmended !== undefined)
    it('has it reviewed anew if its model sends another input than the amended one', async () => {
      const { person, workspace } = host();
      const original = await workspace.read(brew);
      const differently = (denial: string): Turn =>
        calls(ownTool(sendsAmended, JSON.parse(JSON.stringify(inputIn(denial)).replace('3.5', '3.6'))));
      const { answer, ended } = await start([...greenLonger(), differently]);
      await seeItsReview('brew.js');
      await person.typeAfter('green: 3', '.5');
      await person.approve();
      await editorShows(host(), 'green: 3.6');
      await person.reject();
      assert.match(await answer(), /\[REJECTED\]/);
      await ended;
      assert.equal(await workspace.read(brew), original);
    });

  it('writes nothing that is rejected, and its model reads why', async () => {
    const { person, workspace } = host();
    const before = await workspace.hashes();
    const { answer, ended } = await start(greenLonger());
    await seeItsReview('brew.js');
    await person.command('Redline: Reject with Reason…');
    await person.enter('Two minutes are right for green tea.');
    assert.match(await answer(), /\[REJECTED\][^]*Two minutes are right for green tea\./);
    await ended;
    assert.deepEqual(await workspace.hashes(), before);
    await seeNoReview(host());
  });

  it('keeps what the person changed in the file while they looked at its edit', async () => {
    const { person, workspace } = host();
    const changed = (await workspace.read(brew)).replace('black: 4', 'black: 5');
    const { answer, ended } = await start(greenLonger());
    await seeItsReview('brew.js');
    await workspace.write(brew, changed);
    await person.approve();
    await editorShows(host(), 'black: 5');
    await person.approve();
    const isWritten = gate.written.test(await answer());
    await ended;
    // Some agents' tools refuse a file that has changed since they read it.
    assert.equal(await workspace.read(brew), isWritten ? withLongerGreen(changed) : changed, await answer());
    await seeNoReview(host());
  });

  once('leaves that file to others, whether its tool wrote it or refused to', async () => {
    const { person, workspace } = host();
    const line = /^ {2}green: .*,$/m.exec(await workspace.read(brew))?.[0] ?? '';
    const { answer, ended } = await start(gate.edit(absolute(brew), line, '  green: 7,'));
    await seeItsReview('brew.js');
    await person.reject();
    assert.match(await answer(), /\[REJECTED\]/);
    await ended;
  });

  const cup = gate.needsFolder === true ? 'src/cup.js' : 'cups/new/cup.js';
  it(`has a new file (${cup}) reviewed, written and undone`, async () => {
    const { person, workspace } = host();
    const content = 'export const cup = 1;\nexport const pot = 4;\n';
    const { answer, ended } = await start(gate.create(absolute(cup), content));
    await seeItsReview('cup.js');
    assert.equal(await workspace.exists(cup), false);
    await person.approve();
    assert.match(await answer(), gate.written);
    await ended;
    assert.equal(await workspace.read(cup), content);
    await undoLast(cup, undefined);
  });

  // That its hook is obeyed in each permission mode is tested without an editor.
  once('has an edit of a protected file reviewed, and refused', async () => {
    const { person, workspace } = host();
    await workspace.write(settings, '{ "tea": 1 }\n');
    const before = await workspace.hashes();
    const { answer, ended } = await start(gate.edit(absolute(settings), '{ "tea": 1 }', '{ "tea": 2 }'));
    await seeReview(host(), `${settings} (Redline, ${agent.name}, protected)`);
    await person.reject();
    assert.match(await answer(), /\[REJECTED\]/);
    await ended;
    assert.deepEqual(await workspace.hashes(), before);
  });

  once('is refused by a rule, and nobody is asked', async () => {
    const { workspace } = host();
    const before = await workspace.hashes();
    await withRule({ action: 'deny', agents: [agent.id] }, async () => {
      const { answer, ended } = await start(greenLonger());
      assert.match(await answer(), /\[PERMISSION_DENIED\] A rule in redline\.rules/);
      await ended;
    });
    assert.deepEqual(await workspace.hashes(), before);
    await seeNoReview(host());
  });

  once('writes what a rule allows, without a question, and it can be undone', async () => {
    const { workspace } = host();
    const original = await workspace.read(brew);
    await withRule({ action: 'allow', agents: [agent.id] }, async () => {
      const { answer, ended } = await start(greenLonger());
      assert.match(await answer(), gate.written);
      await ended;
    });
    assert.equal(await workspace.read(brew), withLongerGreen(original));
    await seeNoReview(host());
    await undoLast(brew, original);
  });

  const { read, patch } = gate;
  if (read !== undefined)
    once('has the person asked before it reads a secret', async () => {
      const { person, workspace } = host();
      await workspace.write('tea.key', 'SECRET-4711\n');
      const { answer, ended } = await start(read(absolute('tea.key')));
      await person.answerNotification('tea.key', "Don't Allow");
      assert.match(await answer(), /\[REJECTED\]/);
      assert.doesNotMatch(await answer(), /4711/);
      await ended;
    });

  if (patch !== undefined)
    it('writes no file of its patch that the person left out', async () => {
      const { page, person, workspace } = host();
      const before = await workspace.hashes();
      const sections = [
        `*** Update File: ${absolute(brew)}\n@@\n-  green: 2,\n+  green: 3,\n`,
        `*** Update File: ${absolute('src/main.js')}\n@@\n-import { brewingTime } from './brew.js';\n+import { brewingTime } from './tea.js';\n`,
        `*** Add File: ${absolute('src/iced.js')}\n+export const iced = 6;\n`,
        `*** Update File: ${absolute('README.md')}\n@@\n-# Tea timer\n+# Tea clock\n`,
      ];
      const { answer, ended } = await start(patch(sections.join('')));
      await seeItsReview('brew.js and more');
      await person.command('Redline: Focus on Waiting for Review View');
      const row = page.locator('.sidebar .monaco-list-row').filter({ hasText: 'main.js' });
      await row.locator('.monaco-checkbox, .custom-checkbox').first().click();
      await row.filter({ hasText: 'excluded' }).waitFor();
      await person.approve();
      assert.match(await answer(), gate.written);
      await ended;
      const after = await workspace.hashes();
      const changed = Object.keys(after).filter((file) => after[file] !== before[file]);
      assert.deepEqual(changed.toSorted(), ['README.md', brew, 'src/iced.js']);
      await seeNoReview(host());
      // Until it is in the history, other calls wait for these files.
      const applied = `Redline applied: ${agent.name}: Patch 3 of 4 files`;
      await page.locator('.statusbar-item').filter({ hasText: applied }).waitFor();
    });
}

/** The input that a denial tells the model to send; some agents show a denial as JSON. */
function inputIn(denial: string): unknown {
  const json = /without another question: (\{.*\})/.exec(denial)?.[1];
  if (json === undefined) throw new Error(`No input is spelled out in: ${denial}`);
  return JSON.parse(json);
}
