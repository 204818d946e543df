import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { answering } from '../guard/data/calls.ts';
import { thePlace } from '../place.ts';

const file = '.github/agents/redline.agent.md';

describe("the extension's agent in the workspace", () => {
  const place = thePlace();
  afterEach(() => place.remove('.github'));

  it('is written after a review, as the extension has it', async () => {
    const add = async (): Promise<unknown> => vscode.commands.executeCommand('redline.addAgent');
    const rejected = await answering('reject', add);
    assert.deepEqual([rejected.reviews, place.exists(file)], [1, false]);
    const approved = await answering('approve', add);
    assert.equal(approved.reviews, 1);
    assert.match(place.bytes(file).toString(), /^---\nname: Redline\n/);
  });
});
