import assert from 'node:assert/strict';
import { agentDisplayName, agentIdOfClient } from '../../../src/core/endpoint/agents.ts';
import { inEnglish } from '../../../src/core/wording/phrase.ts';
import { editFile } from '../../../src/tools/change/edit/editFile.ts';
import { multiEdit } from '../../../src/tools/change/edit/multiEdit.ts';
import { runTool, type Outcome } from '../../../src/tools/pipeline/run.ts';
import type { Decision, ReviewRequest } from '../../../src/tools/ports/ports.ts';
import type { World } from '../../../src/tools/ports/world.ts';
import { readFile } from '../../../src/tools/read/readFile.ts';
import type { Tool } from '../../../src/tools/shared/tool.ts';
import { ReadMemories } from '../../../src/core/change/readMemory.ts';
import { createFileQueue } from '../../../src/vscode/shared/fileQueue.ts';
import { MemoryWorld } from '../memoryWorld.ts';

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A window with the real queue, in which reviews wait until the test answers them by their title. */
class Window {
  readonly memory = new MemoryWorld({ 'a.txt': 'one\ntwo\n', 'b.txt': 'one\n', 'c.txt': 'one\n' });
  readonly #world: World;
  readonly #answers = new Map<string, (decision: Decision) => void>();

  constructor() {
    const memories = new ReadMemories();
    this.memory.decide = (request) => new Promise((resolve) => this.#answers.set(inEnglish(request.title), resolve));
    this.#world = {
      ...this.memory.world(),
      queue: createFileQueue(),
      readsFor: ({ caller }) => memories.of(caller.session),
    };
  }

  call(client: string, tool: Tool, input: object): Promise<Outcome> {
    const agent = agentIdOfClient(client);
    const caller = { agent, session: client, via: 'mcp' } as const;
    return runTool(tool, input, { ...this.memory.call, tool: tool.name, caller }, this.#world);
  }

  /** The titles of the reviews that were asked for so far. */
  async asked(): Promise<string[]> {
    for (let turn = 0; turn < 20; turn++) await settle();
    return this.memory.asked.map(({ title }) => inEnglish(title));
  }

  async answer(title: string, approved: boolean): Promise<void> {
    await this.asked();
    const { changes } = this.#request(title);
    const decision: Decision = approved
      ? { approved, changes, amended: false, excludedPaths: [] }
      : { approved, reason: 'no' };
    const answer = this.#answers.get(title);
    assert.ok(answer, title);
    answer(decision);
  }

  /** Both sides of what a review shows of its first file. */
  sides(title: string): readonly (string | undefined)[] {
    const [change] = this.#request(title).changes;
    assert.ok(change?.kind === 'update' && change.before.kind === 'text' && change.after.kind === 'text');
    return [change.before.text, change.after.text];
  }

  #request(title: string): ReviewRequest {
    const found = this.memory.asked.find((request) => inEnglish(request.title) === title);
    assert.ok(found, `${title} among ${this.memory.asked.map((each) => inEnglish(each.title)).join()}`);
    return found;
  }
}

const edit = (filePath: string, oldString: string, newString: string) => ({ filePath, oldString, newString });
const codex = 'codex-mcp-client';
const gemini = 'gemini-cli';

describe('calls of several agents', () => {
  let window: Window;
  beforeEach(() => (window = new Window()));

  for (const approved of [true, false]) {
    it(`on one file wait for each other; the later is planned on what the ${approved ? 'approved' : 'rejected'} one left`, async () => {
      const first = window.call(codex, editFile, edit('a.txt', 'one', '1'));
      const second = window.call(gemini, editFile, edit('a.txt', 'two', '2'));
      assert.deepEqual(await window.asked(), ['Codex: Edit a.txt']);
      await window.answer('Codex: Edit a.txt', approved);
      assert.equal((await first).ok, approved);
      assert.deepEqual(await window.asked(), ['Codex: Edit a.txt', 'Gemini CLI: Edit a.txt']);
      const left = approved ? '1' : 'one';
      assert.deepEqual(window.sides('Gemini CLI: Edit a.txt'), [`${left}\ntwo\n`, `${left}\n2\n`]);
      await window.answer('Gemini CLI: Edit a.txt', true);
      assert.equal((await second).ok, true);
      assert.equal(window.memory.text('a.txt'), `${left}\n2\n`);
    });
  }

  it('on one file that no longer fit are refused with what is there now, and nobody is asked', async () => {
    const first = window.call(codex, editFile, edit('a.txt', 'one', '1'));
    const second = window.call(gemini, editFile, edit('a.txt', 'one', 'uno'));
    await window.answer('Codex: Edit a.txt', true);
    await first;
    const outcome = await second;
    assert.ok(!outcome.ok);
    assert.equal(outcome.error.code, 'NO_MATCH');
    assert.deepEqual(await window.asked(), ['Codex: Edit a.txt']);
    assert.equal(window.memory.text('a.txt'), '1\ntwo\n');
  });

  it('are told what another agent changed since they read it', async () => {
    await window.call(gemini, readFile, { filePath: 'a.txt' });
    const first = window.call(codex, editFile, edit('a.txt', 'one', '1 one'));
    const second = window.call(gemini, editFile, edit('a.txt', 'one', 'uno'));
    await window.answer('Codex: Edit a.txt', true);
    await first;
    const outcome = await second;
    assert.ok(!outcome.ok);
    assert.equal(outcome.error.code, 'STALE');
    assert.match(outcome.error.message, /-one\n\+1 one/);
    assert.deepEqual(await window.asked(), ['Codex: Edit a.txt']);
  });

  it('on other files do not wait', async () => {
    const edits = ['a.txt', 'b.txt'].map((name) => edit(name, 'one', '1'));
    const first = window.call(codex, multiEdit, { edits });
    assert.deepEqual(await window.asked(), ['Codex: Edit 2 files']);
    const behind = window.call(gemini, editFile, edit('b.txt', 'one', 'uno'));
    const other = window.call('Zed', editFile, edit('c.txt', 'one', 'uno'));
    assert.deepEqual(await window.asked(), ['Codex: Edit 2 files', 'zed: Edit c.txt']);
    await window.answer('zed: Edit c.txt', true);
    assert.equal((await other).ok, true);
    assert.equal(window.memory.text('c.txt'), 'uno\n');
    await window.answer('Codex: Edit 2 files', false);
    assert.equal((await first).ok, false);
    await window.answer('Gemini CLI: Edit b.txt', true);
    assert.equal((await behind).ok, true);
  });

  it('are recorded under the agent that made them', async () => {
    const first = window.call(codex, editFile, edit('a.txt', 'one', '1'));
    const second = window.call('Claude Code ', editFile, edit('b.txt', 'one', '1'));
    await window.answer('Codex: Edit a.txt', true);
    await window.answer('unknown-claude-code: Edit b.txt', false);
    await Promise.all([first, second]);
    const records = window.memory.records.map(({ caller, outcome }) => [
      caller.agent,
      agentDisplayName(caller.agent),
      outcome,
    ]);
    assert.deepEqual(records, [
      ['codex', 'Codex', 'ok'],
      ['unknown-claude-code', 'unknown-claude-code', 'REJECTED'],
    ]);
  });
});
