import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { oneAtATime } from '../../../../src/core/async/oneAtATime.ts';
import type { Change } from '../../../../src/core/change/change.ts';
import { phrase } from '../../../../src/core/wording/phrase.ts';
import { ToolError } from '../../../../src/core/wording/errors.ts';
import type { Call } from '../../../../src/tools/ports/ports.ts';
import { ProposalFiles } from '../../../../src/vscode/review/proposal/proposalFiles.ts';
import { PendingReviews, type PendingReview } from '../../../../src/vscode/review/pendingReviews.ts';
import { EditorReview } from '../../../../src/vscode/review/review.ts';
import { ScreenTracker } from '../../../../src/vscode/review/screenTracker.ts';
import { content, update } from '../../../core/change/changes.ts';
import { eventually } from '../ground.ts';
import { addReview } from './addReview.ts';

const verdict = { action: 'ask', reason: phrase('test'), protected: false, rememberable: false } as const;

/** Reviews whose card stays until its call is answered. */
function openWindow() {
  const pending = new PendingReviews();
  const screen = new ScreenTracker(pending);
  const files = new ProposalFiles();
  const review = new EditorReview({
    pending,
    screen,
    files,
    card: {
      ask: oneAtATime(async ({ review: asked }: { readonly review: PendingReview }) => void (await asked.answered)),
    },
    notes: { add: () => undefined },
    focusTracker: { likelyFocus: () => 'unknown' },
    encode: async (text) => {
      if (text.includes('€')) throw new ToolError('ENCODING', 'No €.');
      return content(text);
    },
    openSyntax: undefined,
    openComments: async () => undefined,
  });
  return {
    pending,
    screen,
    ask: (changes: readonly Change[], call: Partial<Call> = {}) => {
      const caller = { agent: 'test', via: 'api', session: 's' } as const;
      const own = { tool: 'redline_multi_edit', caller, token: undefined, signal: new AbortController().signal };
      return review.ask({ title: phrase('test'), changes, verdict }, { ...own, ...call });
    },
    /** Types over a file, whose diff is not open. */
    type: (of: PendingReview, change: Change, text: string) => {
      const uri = review.pairsOf(of).find((pair) => pair.change === change)?.filledSides[1];
      assert.ok(uri);
      files.saveText(uri, new TextEncoder().encode(text));
    },
    added: async (known?: PendingReview): Promise<PendingReview> => {
      const newest = (): PendingReview | undefined => pending.all.at(-1);
      await eventually('the review', () => newest() !== undefined && newest() !== known);
      const found = newest();
      assert.ok(found);
      return found;
    },
  };
}

/** Resolves when the user has taken the offer of a text, which opens it. */
async function offered(text: string): Promise<void> {
  await eventually('what was typed', async () => {
    await vscode.commands.executeCommand('notification.acceptPrimaryAction');
    return vscode.workspace.textDocuments.some((each) => each.isUntitled && each.getText() === text);
  });
}

describe('a review that ends', () => {
  let open: ReturnType<typeof openWindow>;
  beforeEach(() => {
    open = openWindow();
  });
  afterEach(async () => {
    open.screen.dispose();
    await vscode.commands.executeCommand('notifications.clearAll');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('before its turn does not wait for the card of another call', async () => {
    const first = open.ask([update('a.txt', 'a', 'a!')], { token: {} });
    const firstReview = await open.added();
    const second = open.ask([update('b.txt', 'b', 'b!')], { token: {} });
    const secondReview = await open.added(firstReview);
    secondReview.answer({ approve: false, surface: 'editor', reason: 'No.' });
    assert.deepEqual(await second, { approved: false, surface: 'editor', reason: 'No.' });
    assert.equal(firstReview.closedSignal.aborted, false);
    firstReview.answer({ approve: false, surface: 'editor' });
    await first;
  });

  it('ignores exclusions after the answer', () => {
    const changes = [update('a.txt', 'a', 'a!'), update('b.txt', 'b', 'b!')];
    const review = addReview(open.pending, changes);
    review.answer({ approve: false, surface: 'editor' });
    review.setExcluded(changes, true);
    assert.equal(review.excluded().size, 0);
  });

  it('unanswered keeps the exclusions for the next plan, and offers the edited texts', async () => {
    const root: Call = {
      tool: 'redline_multi_edit',
      caller: { agent: 'test', via: 'api', session: 's' },
      token: undefined,
      signal: new AbortController().signal,
    };
    const plan = () => [update('a.txt', 'a\n', 'a!\n'), update('b.txt', 'b\n', 'b!\n')] as const;
    const [a, b] = plan();
    const hook = new AbortController();
    const ended = open.ask([a, b], { signal: hook.signal, root });
    const review = await open.added();
    review.setExcluded([b], true, { reason: 'Not b.' });
    open.type(review, a, 'mine\n');
    hook.abort();
    assert.equal((await ended).approved, false);

    const [newA, newB] = plan();
    const again = open.ask([newA, newB], { root });
    const next = await open.added(review);
    await eventually('the exclusion', () => next.excluded().has(newB));
    assert.equal(next.reasonOf(newB), 'Not b.');
    assert.deepEqual(next.lostChoiceTexts, ['a.txt: what you typed is not in the new plan; type it again']);
    await offered('mine\n');
    next.answer({ approve: false, surface: 'editor' });
    await again;
  });

  it('offers the edited text if the encoding of the file lacks a character of it', async () => {
    const change = update('a.txt', 'a\n', 'a!\n');
    const stop = new AbortController();
    const ended = open.ask([change], { signal: stop.signal });
    const review = await open.added();
    open.type(review, change, '€\n');
    stop.abort();
    assert.equal((await ended).approved, false);
    await offered('€\n');
  });
});
