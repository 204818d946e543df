import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Change, Location } from '../../../../src/core/change/change.ts';
import { CommentMemory } from '../../../../src/core/comments/commentMemory.ts';
import { formatComment, listComments } from '../../../../src/core/comments/commentsText.ts';
import type { LineComment } from '../../../../src/core/comments/lineComment.ts';
import { CommentedReview } from '../../../../src/vscode/comments/commentedReview.ts';
import { PendingReviews, type PendingReview } from '../../../../src/vscode/review/pendingReviews.ts';
import type { DiffPair } from '../../../../src/vscode/review/diff/diffPair.ts';
import { update } from '../../../core/change/changes.ts';
import { eventually } from '../ground.ts';
import { addReview } from './addReview.ts';

const noTexts = new Map();
const numbered = (count: number, word = 'line'): string =>
  Array.from({ length: count }, (_, at) => `${word} ${at + 1}\n`).join('');

/** A review, its comments, and a way to write one on a line (1-based) of a file. */
interface Commented {
  readonly review: PendingReview;
  readonly commented: CommentedReview;
  readonly add: (change: Change, line: number, words: string, side?: 'before' | 'after') => void;
}

describe('comments on a review', function () {
  const controller = vscode.comments.createCommentController('redline-test-comments', 'Test');
  const open: CommentedReview[] = [];
  after(() => controller.dispose());
  afterEach(async () => {
    for (const each of open.splice(0)) each.dispose();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  /** @param shown the document with the new text, by its change; others are not open */
  const commentOn = (
    changes: readonly Change[],
    memory = new CommentMemory(),
    {
      guarded = [],
      shown = new Map(),
    }: { readonly guarded?: readonly Location[]; readonly shown?: ReadonlyMap<Change, vscode.Uri> } = {},
  ): Commented => {
    const review = addReview(new PendingReviews(), changes, guarded);
    const uriOf = (change: Change, side: string): vscode.Uri =>
      (side === 'after' ? shown.get(change) : undefined) ??
      vscode.Uri.from({ scheme: 'redline-test', authority: review.id, path: `/${change.at.path}`, query: side });
    const pairs = changes.map((change): DiffPair => {
      const [before, after] = [uriOf(change, 'before'), uriOf(change, 'after')];
      const file = vscode.Uri.parse(change.at.uri, true);
      return { file, before, after, filledSides: [before, after], change, isUnified: false, firstLine: () => 0 };
    });
    const commented = new CommentedReview(review, pairs, memory);
    open.push(commented);
    const add: Commented['add'] = (change, line, words, side = 'after') => {
      const range = new vscode.Range(line - 1, 0, line - 1, 0);
      assert.ok(commented.add(controller.createCommentThread(uriOf(change, side), range, []), words), words);
    };
    return { review, commented, add };
  };
  const sentBy = async (commented: CommentedReview): Promise<readonly LineComment[]> =>
    (await commented.takeForAnswer('rejected', noTexts)).comments ?? [];

  it('are all sent: 200 on 40 files, each with its line and text', async () => {
    const changes = Array.from({ length: 40 }, (_, file) =>
      update(`dir/${file}.txt`, numbered(20), numbered(20, `new ${file}`)),
    );
    const { review, commented, add } = commentOn(changes);
    for (let each = 0; each < 200; each++) {
      const change = changes[each % 40];
      assert.ok(change);
      add(change, 1 + (each % 19), `words ${each}`);
    }
    assert.equal(review.commentCount(), 200);
    const sent = await sentBy(commented);
    assert.equal(sent.length, 200);
    for (let each = 0; each < 200; each++) {
      const own = sent.find(({ words }) => words === `words ${each}`);
      const line = 1 + (each % 19);
      assert.deepEqual(
        [own?.path, own?.side, own?.lines, own?.fate, own?.quoted],
        [`dir/${each % 40}.txt`, 'after', { start: line, end: line }, 'same', [`new ${each % 40} ${line}`]],
      );
    }
    const told = listComments(sent, 'your proposal');
    for (let each = 0; each < 200; each++) assert.match(told, new RegExp(`> words ${each}$`, 'm'));
  });

  it('follow their lines in a new plan of the call, with one on each line', async () => {
    const memory = new CommentMemory();
    const lines = 300;
    const first = update('a.txt', numbered(lines), numbered(lines, 'new'));
    const one = commentOn([first], memory);
    for (let line = 1; line <= lines; line++) one.add(first, line, `words ${line}`);
    const approved = await one.commented.takeForAnswer('approved', noTexts);
    assert.equal(approved.comments?.length, lines);
    // The file changed meanwhile: the agent does not get them yet.
    approved.withdrawComments?.();
    const again = update('a.txt', `top\n${numbered(lines)}`, `top\n${numbered(lines, 'new')}`);
    const two = commentOn([again], memory);
    assert.equal(two.review.commentCount(), lines);
    const sent = await sentBy(two.commented);
    assert.equal(sent.length, lines);
    for (const { words, lines: at, fate, quoted } of sent) {
      const line = Number(words.split(' ')[1]);
      assert.deepEqual([at, fate, quoted], [{ start: line + 1, end: line + 1 }, 'same', [`new ${line}`]]);
    }
    // Sent once: a third plan has none to send.
    assert.equal(commentOn([again], memory).review.commentCount(), 0);
  });

  it('are reported to the user as unsent if an approved call failed and is not planned again', async () => {
    const change = update('a.txt', 'a\n', 'a!\n');
    const { commented, add } = commentOn([change]);
    add(change, 1, 'words');
    await vscode.env.clipboard.writeText('');
    (await commented.takeForAnswer('approved', noTexts)).withdrawComments?.();
    await eventually('the offer to copy them', async () => {
      await vscode.commands.executeCommand('notification.acceptPrimaryAction');
      return (await vscode.env.clipboard.readText()) === 'a.txt: words';
    });
  });

  it('follow a file that the next proposal moves, unless another file gets its name', async () => {
    const memory = new CommentMemory();
    const [before, after] = [numbered(3), numbered(3, 'new')];
    const first = update('a.txt', before, after);
    const one = commentOn([first], memory);
    one.add(first, 2, 'sent');
    one.add(first, 3, 'old', 'before');
    await one.commented.takeForAnswer('rejected', noTexts);
    const two = commentOn([first], memory);
    two.add(first, 1, 'draft');
    await two.commented.takeForAnswer('unanswered', noTexts);
    const moved: Change = {
      ...update('b.txt', before, after.replace('new 2', 'newer 2')),
      kind: 'move',
      from: first.at,
    };
    const three = commentOn([moved], memory);
    assert.equal(three.review.commentCount(), 1);
    assert.deepEqual(
      (await sentBy(three.commented)).map(({ path, lines, fate }) => [path, lines.start, fate]),
      [['b.txt', 1, 'same']],
    );
    const { agent, session } = three.review.call.caller;
    const left = memory.sentOf(JSON.stringify([agent, session]), new Set([first.at.real]));
    assert.deepEqual(
      left.map(({ words }) => words),
      ['old', 'draft'],
    );
    const four = commentOn([moved, first], memory);
    four.add(moved, 1, 'of b');
    four.add(first, 1, 'of a');
    assert.deepEqual(
      (await sentBy(four.commented)).map(({ path, words }) => `${path} ${words}`),
      ['b.txt of b', 'a.txt of a'],
    );
  });

  it('on the old side give the lines before the change', async () => {
    const change = update('a.txt', 'keep\nold one\nold two\nend\n', 'keep\nend\n');
    const { commented, add } = commentOn([change]);
    add(change, 3, 'why is this gone?', 'before');
    const [only, ...others] = await sentBy(commented);
    assert.ok(only !== undefined && others.length === 0);
    assert.deepEqual([only.side, only.lines, only.quoted], ['before', { start: 3, end: 3 }, ['old two']]);
    assert.match(formatComment(only, 'your proposal'), /^Line 3 of the file before the change:\n/);
  });

  it('on a removed line are answered by a proposal that keeps it', async () => {
    const memory = new CommentMemory();
    const before = 'keep\nold one\nold two\nend\n';
    const first = update('a.txt', before, 'keep\nend\n');
    const one = commentOn([first], memory);
    one.add(first, 3, 'why is this gone?', 'before');
    one.add(first, 2, 'and this?', 'before');
    assert.equal((await sentBy(one.commented)).length, 2);
    const again = commentOn([update('a.txt', before, 'keep\nold two\nend\n')], memory);
    await again.commented.takeForAnswer('approved', noTexts);
    const { agent, session } = again.review.call.caller;
    const left = memory.sentOf(JSON.stringify([agent, session]), new Set([first.at.real]));
    assert.deepEqual(
      left.map(({ words }) => words),
      ['and this?'],
    );
  });

  it('refer to the proposal if the file was excluded, and to the cell of a notebook', async () => {
    const cell = (source: string) => ({ cell_type: 'code', source: ['a\n', source] });
    const json = (source: string) =>
      JSON.stringify({ cells: [cell(source)], nbformat: 4, nbformat_minor: 4 }, undefined, 1);
    const [text, notebook] = [update('a.txt', 'one\n', 'two\n'), update('n.ipynb', json('b'), json('c'))];
    const { review, commented, add } = commentOn([text, notebook]);
    add(text, 1, 'not this');
    add(
      notebook,
      json('c')
        .split('\n')
        .findIndex((line) => line.includes('"c"')) + 1,
      'this',
    );
    review.setExcluded([text], true);
    const { comments = [] } = await commented.takeForAnswer('approved', noTexts);
    assert.deepEqual(
      comments.map(({ isExcluded, cell: at }) => [isExcluded, at]),
      [
        [true, undefined],
        [undefined, { number: 1, line: 2 }],
      ],
    );
  });

  it('quote only proposed lines of a protected file, whatever the user types above them', async () => {
    const before = 'HOST=one\nTOKEN=hush\nPORT=1\n';
    const change = update('.env', before, 'HOST=one\nTOKEN=hush\nPORT=2\n');
    const document = await vscode.workspace.openTextDocument({ content: 'HOST=one\nTOKEN=hush\nPORT=2\n' });
    const shown = new Map([[change, document.uri]]);
    const { commented, add } = commentOn([change], new CommentMemory(), { guarded: [change.at], shown });
    add(change, 3, 'proposed');
    add(change, 2, 'around');
    add(change, 3, 'removed', 'before');
    // The token comes to stand where the agent's line was.
    const insertion = new vscode.WorkspaceEdit();
    insertion.insert(document.uri, new vscode.Position(0, 0), 'mine\n');
    assert.ok(await vscode.workspace.applyEdit(insertion));
    await eventually('the edit', () => document.lineAt(2).text === 'TOKEN=hush');
    add(change, 3, 'shifted');
    const sent = await sentBy(commented);
    assert.deepEqual(Object.fromEntries(sent.map(({ words, quoted }) => [words, quoted])), {
      proposed: ['PORT=2'],
      around: [],
      removed: [],
      shifted: [],
    });
    assert.doesNotMatch(listComments(sent, 'your proposal'), /hush|mine/);
  });
});
