import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { placeThread, ThreadComment } from '../../../../src/vscode/comments/threads.ts';

describe('a thread of comments', function () {
  it('gets a new range only if its lines change, since VS Code redraws it each time', () => {
    const controller = vscode.comments.createCommentController('redline-test', 'Test');
    try {
      // As VS Code makes one at the cursor: with columns.
      const thread = controller.createCommentThread(vscode.Uri.parse('untitled:a'), new vscode.Range(3, 4, 3, 9), []);
      thread.comments = [new ThreadComment(thread, 'words')];
      const set: string[] = [];
      const watched = new Proxy(thread, {
        get: (target, name): unknown => Reflect.get(target, name),
        set: (target, name, value) => {
          set.push(String(name));
          return Reflect.set(target, name, value);
        },
      });
      placeThread(watched, { lines: { start: 4, end: 4 }, fate: 'same' });
      assert.deepEqual(set, ['label']);
      placeThread(watched, { lines: { start: 4, end: 4 }, fate: 'same' });
      assert.deepEqual(set, ['label']);
      placeThread(watched, { lines: { start: 6, end: 6 }, fate: 'same' });
      assert.deepEqual(set, ['label', 'range']);
    } finally {
      controller.dispose();
    }
  });
});
