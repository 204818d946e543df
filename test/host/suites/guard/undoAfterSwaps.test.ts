import assert from 'node:assert/strict';
import {
  copyFileSync,
  cpSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
} from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { answered } from '../ground.ts';
import { thisRun } from '../../in-host/this-run.ts';
import { apiCall, readAgain } from './data/calls.ts';
import { makeFarm, removeFarm, snapshot } from './data/farm.ts';
import { allowAll, rootPath, setUser, unsetUser } from './data/settings.ts';
import { describeNeeds } from '../place.ts';

type At = (name: string) => string;

/** What another program does after a call, before the person takes it back. */
const swaps: readonly {
  readonly title: string;
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly meanwhile: (at: At) => void;
}[] = [
  {
    title: 'the edited file is a link to an equal file outside',
    tool: 'edit_file',
    input: { filePath: 'a.txt', oldString: 'one', newString: '1' },
    meanwhile: (at) => {
      copyFileSync(at('a.txt'), at('../guard-out/equal.txt'));
      unlinkSync(at('a.txt'));
      symlinkSync('../guard-out/equal.txt', at('a.txt'));
    },
  },
  {
    title: 'the folder of the edited file is a link to an equal folder outside',
    tool: 'edit_file',
    input: { filePath: 'lib/deep/b.ts', oldString: 'two', newString: 'three' },
    meanwhile: (at) => outside(at, 'lib/deep', '../../guard-out/deep'),
  },
  {
    title: 'the folder of the created file is a link to an equal folder outside',
    tool: 'write_file',
    input: { filePath: 'fresh/new.txt', content: 'mine\n' },
    meanwhile: (at) => outside(at, 'fresh', '../guard-out/fresh'),
  },
  {
    title: 'the folder of the deleted file is a link to a folder outside',
    tool: 'delete',
    input: { path: 'lib/deep/b.ts' },
    meanwhile: (at) => outside(at, 'lib/deep', '../../guard-out/deep'),
  },
  {
    title: 'the folder that was moved from is a link to a folder outside',
    tool: 'move',
    input: { from: 'lib/deep/b.ts', to: 'b.ts' },
    meanwhile: (at) => outside(at, 'lib/deep', '../../guard-out/deep'),
  },
  {
    title: 'one of two edited files is a link to an equal file outside',
    tool: 'multi_edit',
    input: {
      edits: ['a.txt', 'other.txt'].map((filePath) => ({ filePath, oldString: 'one', newString: '1' })),
    },
    meanwhile: (at) => {
      copyFileSync(at('other.txt'), at('../guard-out/equal.txt'));
      unlinkSync(at('other.txt'));
      symlinkSync('../guard-out/equal.txt', at('other.txt'));
    },
  },
];

function outside(at: At, folder: string, target: string): void {
  cpSync(at(folder), path.join(path.dirname(at(folder)), target), { recursive: true });
  renameSync(at(folder), at(`${folder}-before`));
  symlinkSync(target, at(folder));
}

describeNeeds('links', 'taking a call back', function () {
  const root = rootPath();
  const at: At = (name) => path.join(root, name);

  beforeEach(async () => {
    makeFarm(root);
    await setUser({ 'redline.rules': allowAll });
    await readAgain(['a.txt', 'other.txt', 'lib/deep/b.ts']);
  });
  afterEach(async () => {
    await unsetUser({ 'redline.rules': undefined });
    await vscode.commands.executeCommand('notifications.clearAll');
    rmSync(at('lib'), { recursive: true, force: true });
    removeFarm(root, ['fresh', 'fresh-before', 'b.ts']);
  });

  for (const { title, tool, input, meanwhile } of swaps) {
    it(`writes nothing where ${title}`, async () => {
      const outcome = await apiCall(tool, input);
      assert.equal(outcome.success, true, JSON.stringify(outcome));
      meanwhile(at);
      const before = snapshot(root);
      await answered(vscode.commands.executeCommand('redline.undoLastChange', { ask: false }));
      assert.deepEqual(snapshot(root), before);
    });

    it(`and does nothing again where, after it was taken back, ${title}`, async () => {
      assert.equal((await apiCall(tool, input)).success, true);
      const call = lastCall();
      await answered(vscode.commands.executeCommand('redline.undoLastChange', { ask: false }));
      const found = snapshot(root);
      // A folder that went with what was in it is there again.
      for (const folder of ['fresh']) mkdirSync(at(folder), { recursive: true });
      meanwhile(at);
      const before = snapshot(root);
      await answered(vscode.commands.executeCommand('redline.history.redo', call));
      assert.deepEqual(snapshot(root), before);
      assert.notDeepEqual(before, found);
    });
  }

  it('works where nothing was swapped, so that the others do not pass for nothing', async () => {
    const before = snapshot(root);
    await apiCall('edit_file', { filePath: 'a.txt', oldString: 'one', newString: '1' });
    assert.notDeepEqual(snapshot(root), before);
    const after = snapshot(root);
    const call = lastCall();
    await vscode.commands.executeCommand('redline.undoLastChange', { ask: false });
    assert.deepEqual(snapshot(root), before);
    await vscode.commands.executeCommand('redline.history.redo', call);
    assert.deepEqual(snapshot(root), after);
  });
});

/** The newest call, as the view of the history gives it to its commands: read from where the history is kept. */
function lastCall(): object {
  const entries = globSync(path.join(path.dirname(thisRun.results), 'data/**/redline-tools.redline/**/journal/*.json'));
  const read = entries.map((file) => JSON.parse(readFileSync(file, 'utf8')));
  const [entry] = read.filter(({ reverts }) => reverts === undefined).sort((a, b) => (a.id < b.id ? 1 : -1));
  assert.ok(entry, `no call is in ${entries.join()}`);
  return { kind: 'call', entry };
}
