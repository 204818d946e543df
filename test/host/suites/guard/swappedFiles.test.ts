import assert from 'node:assert/strict';
import { copyFileSync, cpSync, linkSync, renameSync, symlinkSync, unlinkSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { answering, apiCall } from './data/calls.ts';
import { makeFarm, removeFarm, snapshot } from './data/farm.ts';
import { describeNeeds } from '../place.ts';

/** What another program does between the person's look at the diff and their approval. */
interface Swap {
  readonly title: string;
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly meanwhile: (at: (name: string) => string) => void;
}

const edit = { filePath: 'a.txt', oldString: 'one', newString: '1' };
const replaceBy = (at: (name: string) => string, name: string, target: string): void => {
  unlinkSync(at(name));
  symlinkSync(target, at(name));
};

const swaps: readonly Swap[] = [
  {
    title: 'the file becomes a link to an equal file outside',
    tool: 'edit_file',
    input: edit,
    meanwhile: (at) => replaceBy(at, 'a.txt', '../guard-out/same.txt'),
  },
  {
    title: 'the file becomes a link to an equal file inside',
    tool: 'edit_file',
    input: edit,
    meanwhile: (at) => replaceBy(at, 'a.txt', 'other.txt'),
  },
  {
    title: 'the file becomes another name of an equal file outside',
    tool: 'edit_file',
    input: edit,
    meanwhile: (at) => {
      unlinkSync(at('a.txt'));
      linkSync(at('../guard-out/same.txt'), at('a.txt'));
    },
  },
  {
    title: 'the file is replaced by an equal one',
    tool: 'edit_file',
    input: edit,
    meanwhile: (at) => {
      copyFileSync(at('a.txt'), at('a.new'));
      renameSync(at('a.new'), at('a.txt'));
    },
  },
  {
    title: 'the link that was edited through leads elsewhere',
    tool: 'edit_file',
    input: { ...edit, filePath: 'in-file' },
    meanwhile: (at) => replaceBy(at, 'in-file', 'other.txt'),
  },
  {
    title: 'the folder becomes a link to an equal folder outside',
    tool: 'edit_file',
    input: { filePath: 'lib/app.ts', oldString: 'one', newString: 'two' },
    meanwhile: (at) => {
      cpSync(at('lib'), at('../guard-out/lib'), { recursive: true, verbatimSymlinks: true });
      renameSync(at('lib'), at('lib-before'));
      symlinkSync('../guard-out/lib', at('lib'));
    },
  },
  {
    title: 'a new file\u2019s path becomes a link that leads out',
    tool: 'write_file',
    input: { filePath: 'fresh.txt', content: 'mine\n' },
    meanwhile: (at) => symlinkSync('../guard-out/fresh.txt', at('fresh.txt')),
  },
  {
    title: 'a new file\u2019s folder becomes a link that leads out',
    tool: 'write_file',
    input: { filePath: 'fresh/deep.txt', content: 'mine\n' },
    meanwhile: (at) => symlinkSync('../guard-out/dir', at('fresh')),
  },
  {
    title: 'a new folder becomes a link that leads out',
    tool: 'create_directory',
    input: { dirPath: 'fresh/deep' },
    meanwhile: (at) => symlinkSync('../guard-out/dir', at('fresh')),
  },
  {
    title: 'the file to delete becomes a link',
    tool: 'delete',
    input: { path: 'a.txt' },
    meanwhile: (at) => replaceBy(at, 'a.txt', '../guard-out/same.txt'),
  },
  {
    title: 'the folder to delete becomes a link',
    tool: 'delete',
    input: { path: 'lib/deep', recursive: true },
    meanwhile: (at) => {
      cpSync(at('lib/deep'), at('../guard-out/deep'), { recursive: true });
      renameSync(at('lib/deep'), at('deep-before'));
      symlinkSync('../../guard-out/deep', at('lib/deep'));
    },
  },
  {
    title: 'the file to move becomes a link',
    tool: 'move',
    input: { from: 'a.txt', to: 'b.txt' },
    meanwhile: (at) => replaceBy(at, 'a.txt', '../guard-out/same.txt'),
  },
  {
    title: 'the folder to move to becomes a link that leads out',
    tool: 'move',
    input: { from: 'a.txt', to: 'fresh/a.txt' },
    meanwhile: (at) => symlinkSync('../guard-out/dir', at('fresh')),
  },
  {
    title: 'the second of two files becomes a link that leads out',
    tool: 'multi_edit',
    input: { edits: [edit, { ...edit, filePath: 'other.txt' }] },
    meanwhile: (at) => replaceBy(at, 'other.txt', '../guard-out/same.txt'),
  },
];

describeNeeds('special files', 'between approval and write', function () {
  const root = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';

  beforeEach(async () => {
    makeFarm(root);
    // Redline remembers what an agent read last; a file of an earlier test would count as changed since.
    for (const filePath of ['a.txt', 'other.txt', 'lib/app.ts']) await apiCall('read_file', { filePath });
  });
  afterEach(() => removeFarm(root, ['fresh', 'fresh.txt', 'b.txt', 'lib-before', 'deep-before']));

  for (const { title, tool, input, meanwhile } of swaps) {
    it(`nothing is written when ${title}`, async () => {
      let swapped: ReturnType<typeof snapshot> | undefined;
      const { outcome, reviews } = await answering(
        ['approve', 'reject'],
        () => apiCall(tool, input),
        (review) => {
          if (review > 0) return;
          meanwhile((name) => path.join(root, name));
          swapped = snapshot(root);
        },
      );
      assert.ok(reviews > 0, `it was reviewed: ${JSON.stringify(outcome)}`);
      assert.equal(outcome.success, false, `after ${reviews} reviews`);
      assert.deepEqual(snapshot(root), swapped);
    });
  }
});
