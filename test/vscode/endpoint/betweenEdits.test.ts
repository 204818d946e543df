import assert from 'node:assert/strict';
import type { Change } from '../../../src/core/change/change.ts';
import { claude } from '../../../src/core/dialects/agents/claude.ts';
import { ToolError } from '../../../src/core/wording/errors.ts';
import type { Decision, ReviewRequest } from '../../../src/tools/ports/ports.ts';
import { createRejection } from '../../../src/tools/pipeline/rejection.ts';
import { answerEdits } from '../../../src/vscode/endpoint/edits/answerEdits.ts';
import { HookedEdit } from '../../../src/vscode/endpoint/edits/hookedEdit.ts';
import { files, HookWindow } from './hookWindow.ts';

/** A person who approves these texts instead. */
async function amendedTo(
  window: HookWindow,
  { changes }: ReviewRequest,
  texts: Readonly<Record<string, string>>,
): Promise<Decision> {
  const made = await Promise.all(
    changes.map(async (change): Promise<Change> => {
      const text = texts[change.at.path];
      return change.kind === 'update' && text !== undefined
        ? { ...change, after: await window.memory.encode(text) }
        : change;
    }),
  );
  return { approved: true, changes: made, amended: true, excludedPaths: [] };
}

describe('the intermediate state of a file between two edits of an agent', () => {
  it('is refused if the review of both would not show it', async () => {
    for (const [added, removed] of [
      ['two\nevil', ''],
      ['evil', 'two'],
      ['evil', 'zwei'],
    ] as const) {
      const window = new HookWindow(files);
      const first = window.edit('a.txt', 'two', added);
      const second = window.edit('a.txt', added === 'evil' ? 'evil' : '\nevil', removed);
      const { decision, reason } = await second.answer;
      assert.equal(decision, 'deny');
      assert.match(reason, /\[STALE\] a\.txt is being changed by another call of yours/);
      await first.write();
      assert.deepEqual(
        window.asked.map((review) => review.files),
        [{ 'a.txt': `one\n${added}\nthree\n` }],
      );
    }
  });

  it('is denied if it has text that the person removed', async () => {
    const window = new HookWindow(files);
    const text = 'one\ntwo\nTHREE\n';
    window.decide = (request) => amendedTo(window, request, { 'a.txt': text });
    const [first, second] = [window.edit('a.txt', 'one', 'evil'), window.edit('a.txt', 'three', 'THREE')];
    const { decision, reason } = await first.answer;
    assert.equal(decision, 'deny');
    assert.match(
      reason,
      /\[VALIDATION_ERROR\] The user amended your proposal.*\n.*-evil\n\+one.*Another call of yours changes a\.txt/s,
    );
    assert.equal((await second.answer).decision, 'deny');
    assert.equal(window.memory.text('a.txt'), files['a.txt']);
  });

  it('does not stop the other edit if the agent may not know why one fails', async () => {
    const window = new HookWindow(files);
    window.memory.disclosures.push = (plan) => {
      if (plan === 'failed') throw createRejection();
      return 0;
    };
    const [first, second] = [window.edit('a.txt', 'one', 'eins'), window.edit('a.txt', 'four', 'vier')];
    const { decision, reason } = await second.answer;
    assert.equal(decision, 'deny');
    assert.match(reason, /^\[REJECTED\] The user rejected the change/);
    assert.equal((await first.answer).decision, 'allow');
  });

  it('is not remembered as approved', async () => {
    const { memory } = new HookWindow(files);
    const at = memory.locationOf('a.txt');
    const [before, between, after] = await Promise.all(
      [files['a.txt'], 'one\nzwei\nthree\n', 'one\nzwei\ndrei\n'].map((text) => memory.encode(text)),
    );
    assert.ok(before !== undefined && between !== undefined && after !== undefined);
    const first: Change = { kind: 'update', at, before, after: between };
    const second: Change = { kind: 'update', at, before: between, after };
    const remembered: (readonly Change[])[] = [];
    const { accepted } = answerEdits(
      [new InexpressibleEdit(first), new InexpressibleEdit(second)],
      [{ kind: 'update', at, before, after }],
      { shown: [], approval: undefined, isReviewedLater: false, messages: new Map() },
      (changes) => remembered.push(changes),
    );
    assert.deepEqual([accepted, remembered], [[], [[second]]]);
  });
});

/** An edit that its tool cannot express. */
class InexpressibleEdit extends HookedEdit {
  readonly #change: Change;

  constructor(change: Change) {
    const hook = { phase: 'preToolUse', event: 'PreToolUse', tool: 'Edit', input: {}, cwd: '/ws' } as const;
    const operation = { kind: 'write', path: '/ws/a.txt', text: '', mustBeNew: false } as const;
    const caller = { agent: 'claude', via: 'hook' } as const;
    const call = { caller, token: undefined, signal: new AbortController().signal };
    super({ hook, operations: [operation], dialect: claude, call });
    this.#change = change;
  }

  override get changes(): readonly Change[] {
    return [this.#change];
  }

  override approvedChangesOf(): readonly Change[] {
    return [this.#change];
  }

  override answerFor(): never {
    throw new ToolError('VALIDATION_ERROR', 'It cannot.');
  }
}
