import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { encodeUtf16 } from '../../../../src/core/text/encoding.ts';
import { useGround } from '../ground.ts';
import { describeNeeds } from '../place.ts';
import { tell } from './queryCalls.ts';

describeNeeds('special files', 'files that the editor does not report', () => {
  const ground = useGround('unreported');
  // The editor does not watch this folder by default (`files.watcherExclude`).
  const unwatched = '.hg/store';
  const run = (command: string): Thenable<unknown> => vscode.commands.executeCommand(`redline.toReview.${command}`);
  const search = async (more: object = {}): Promise<string> =>
    (await tell('search_text', { query: 'needle', path: ground.path(unwatched), ...more })).text;

  before(() => vscode.workspace.getConfiguration('files').update('exclude', { '**/.hg': false }, true));
  after(() => vscode.workspace.getConfiguration('files').update('exclude', undefined, true));

  /** What was searched before, and what Watch has no need to look at any more. */
  async function begin(): Promise<void> {
    for (const name of ['a.txt', 'b.txt']) ground.put(`${unwatched}/${name}`, 'hay\n');
    await run('show');
    await run('keepAll');
  }

  /** What a command leaves, in an encoding for which a search must know the file. */
  async function create(name: string): Promise<void> {
    ground.put(`${unwatched}/${name}`, encodeUtf16('a needle\n'.repeat(40), 'utf16le'));
    // As a hook after a command does.
    await run('show');
  }

  afterEach(async () => {
    await run('show');
    await run('keepAll');
  });

  it('are searched, also where as many were deleted', async () => {
    await begin();
    assert.match(await search(), /^0 matches/);
    ground.remove(`${unwatched}/b.txt`);
    await create('c.txt');
    assert.match(await search(), /^40 matches/);
  });

  it('are searched in a scope that was not searched before', async () => {
    await begin();
    assert.match(await search({ path: undefined }), /^0 matches/);
    await create('c.txt');
    assert.match(await search(), /^40 matches/);
  });

  it('are searched where the search ends at its limit', async () => {
    await begin();
    ground.put(`${unwatched}/b.txt`, 'a needle\n'.repeat(3));
    await run('show');
    assert.match(await search({ maxMatches: 1 }), /b\.txt\n/);
    await create('a2.txt');
    assert.match(await search({ maxMatches: 1 }), /a2\.txt\n/);
  });
});
