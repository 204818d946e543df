import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ReviewItem, StoredFile } from '../../../../src/core/watch/reviewItem.ts';
import { findCommentedFile } from '../../../../src/vscode/toReview/activeItem.ts';
import { reviewUri } from '../../../../src/vscode/files/reviewUri.ts';

const stored = (id: string): StoredFile => ({ mode: 'link', size: 1, id });
const item: ReviewItem = {
  folder: 'file:///f',
  path: 'a.txt',
  baseline: stored('one'),
  current: stored('two'),
  steps: [],
};
const file = vscode.Uri.parse('file:///f/a.txt');

describe('a comment on a file to review', () => {
  for (const [what, uri, side] of [
    ['the file', file, 'after'],
    ['its baseline', reviewUri(file, item.folder, stored('one')), 'before'],
    ['its stored right side', reviewUri(file, item.folder, stored('two')), 'after'],
    ['an older baseline', reviewUri(file, item.folder, stored('zero')), undefined],
  ] as const)
    it(`is about the side that it quotes: ${what}`, () => {
      const view = { itemAt: (uri: vscode.Uri) => (uri.toString() === file.toString() ? item : undefined) };
      assert.equal(findCommentedFile(uri, view)?.side, side);
    });
});
