import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { commitEnvironment } from '../../../commitEnvironment.ts';
import { answered, eventually, shown, useGround } from '../ground.ts';
import { describeNeeds } from '../place.ts';

const original = '1\n2\n3\n4\n5\n6\n7\n8\n9\n';
const edited = original.replace('2', 'two').replace('8', 'eight');

/** The gutter's hunks of lines 2 and 8. */
const hunks = [2, 8].map((line) => ({
  originalStartLineNumber: line,
  originalEndLineNumber: line,
  modifiedStartLineNumber: line,
  modifiedEndLineNumber: line,
}));

describeNeeds('special files', 'what the shell changed', () => {
  const ground = useGround('shell');
  const at = (file: string): string => path.join(ground.folder, file);
  const run = (command: string, ...given: unknown[]): Thenable<unknown> =>
    vscode.commands.executeCommand(`redline.toReview.${command}`, ...given);
  const sh = (script: string): string =>
    execFileSync('sh', ['-ec', script], { cwd: ground.folder, env: commitEnvironment(), encoding: 'utf8' });

  /** Files in a repository, which nobody has to review. */
  async function begin(files: Readonly<Record<string, string>>, script: string): Promise<void> {
    mkdirSync(ground.folder, { recursive: true });
    for (const [name, text] of Object.entries(files)) ground.put(name, text);
    sh(`git init -q; git add -A; git commit -qm x --allow-empty; ${script}`);
    await run('show');
    await run('keepAll');
  }

  async function change(script: string): Promise<void> {
    sh(script);
    await run('show');
  }

  const revertAll = (): Promise<void> => answered(run('revertAll', { ask: false }));
  const undo = (): Promise<void> => answered(vscode.commands.executeCommand('redline.undoLastChange', { ask: false }));

  /** What the person writes into the editor and saves. */
  async function save(file: string, before: string, after: string): Promise<void> {
    const document = await vscode.workspace.openTextDocument(ground.uri(file));
    await eventually('the editor', () => document.getText() === ground.text(file));
    const at = document.positionAt(document.getText().indexOf(before));
    const edit = new vscode.WorkspaceEdit();
    edit.replace(document.uri, new vscode.Range(at, at.translate(0, before.length)), after);
    assert.ok(await vscode.workspace.applyEdit(edit));
    assert.ok(await document.save());
  }

  /** Reverts one hunk of a file that changed back from `edited`, writes a line, and reverts the rest. */
  async function revertByHunk(file: string): Promise<void> {
    assert.equal(ground.text(file), original);
    await eventually('the editor', async () => (await shown(ground.uri(file))) === original);
    await answered(run('revertHunk', ground.uri(file), hunks, 0));
    assert.equal(ground.text(file), original.replace('2', 'two'));
    await save(file, '5', 'mine');
    await answered(run('revert', ground.uri(file)));
    assert.equal(ground.text(file), edited.replace('5', 'mine'));
  }

  /** The repository's own files, to be compared. */
  const repository = (): string => sh('cd .git; find . -type f | sort | xargs cksum');

  afterEach(async () => {
    await run('show');
    await run('keepAll');
  });

  it('is reverted where a folder was deleted: bytes, modes and links, beside what was put there since', async () => {
    await begin(
      { 'd/a.txt': original, 'd/run.sh': 'echo\n', 'd/e/key.txt': 'key\n', 'd/e/read.txt': 'read\n' },
      'chmod 755 d/run.sh; chmod 600 d/e/key.txt; chmod 440 d/e/read.txt; chmod 700 d/e; ln -s run.sh d/link; ln -s none/such d/e/dangling',
    );
    const before = repository();
    await change('rm -rf d');
    ground.put('d/mine.txt', 'mine\n');
    await run('show');
    await run('keep', ground.uri('d/mine.txt'));
    await revertAll();
    assert.deepEqual(
      ['a.txt', 'run.sh', 'e/key.txt', 'e/read.txt', 'mine.txt'].map((file) => ground.text(`d/${file}`)),
      [original, 'echo\n', 'key\n', 'read\n', 'mine\n'],
    );
    const modes = ['run.sh', 'e/key.txt', 'e/read.txt', 'e'].map((file) => lstatSync(at(`d/${file}`)).mode & 0o777);
    assert.deepEqual(modes, [0o755, 0o600, 0o440, 0o700]);
    assert.deepEqual(
      ['link', 'e/dangling'].map((file) => readlinkSync(at(`d/${file}`))),
      ['run.sh', 'none/such'],
    );
    assert.equal(repository(), before);
    // A read-only file is meant to stay.
    await undo();
    assert.equal(ground.text('d/a.txt'), original);
    sh('chmod u+w d/e/read.txt');
    await undo();
    assert.deepEqual(
      ['a.txt', 'run.sh', 'e', 'link', 'mine.txt'].map((file) => existsSync(at(`d/${file}`))),
      [false, false, false, false, true],
    );
  });

  it('is reverted hunk by hunk after git checkout -- .', async () => {
    await begin({ 'a.txt': original, 'b.txt': 'b\n' }, 'true');
    ground.put('a.txt', edited);
    ground.remove('b.txt');
    await run('show');
    await run('keepAll');
    await change('git checkout -q -- .');
    const before = repository();
    await revertByHunk('a.txt');
    await revertAll();
    assert.equal(existsSync(at('b.txt')), false);
    assert.equal(repository(), before);
  });

  it('is reverted hunk by hunk after git stash, which keeps what it stashed', async () => {
    await begin({ 'a.txt': original }, 'true');
    ground.put('a.txt', edited);
    ground.put('new.txt', 'new\n');
    await run('show');
    await run('keepAll');
    await change('git stash -q -u');
    assert.equal(existsSync(at('new.txt')), false);
    const before = repository();
    await revertByHunk('a.txt');
    await revertAll();
    assert.equal(ground.text('new.txt'), 'new\n');
    assert.equal(repository(), before);
    assert.match(sh('git stash show -p --include-untracked'), /\+two[^]*\+new/);
  });

  it('is reverted where a folder took the place of a file, but not over what was put into it since', async () => {
    await begin({ 'a.txt': original }, 'true');
    await change('rm a.txt; mkdir a.txt; echo made > a.txt/made.txt');
    ground.put('a.txt/mine.txt', 'mine\n');
    await revertAll();
    assert.equal(ground.text('a.txt/made.txt'), 'made\n');
    assert.equal(ground.text('a.txt/mine.txt'), 'mine\n');
    ground.remove('a.txt/mine.txt');
    await revertAll();
    assert.equal(ground.text('a.txt'), original);
    await undo();
    assert.equal(ground.text('a.txt/made.txt'), 'made\n');
  });

  it('is reverted where a file took the place of a folder, but not over what was written to it since', async () => {
    await begin({ 'd/a.txt': original, 'd/e/b.txt': 'b\n' }, 'chmod 600 d/e/b.txt');
    await change('rm -r d; echo made > d');
    ground.put('d', 'mine\n');
    await revertAll();
    assert.equal(ground.text('d'), 'mine\n');
    ground.put('d', 'made\n');
    await revertAll();
    assert.deepEqual([ground.text('d/a.txt'), ground.text('d/e/b.txt')], [original, 'b\n']);
    assert.equal(ground.mode('d/e/b.txt') & 0o777, 0o600);
    await undo();
    assert.equal(ground.text('d'), 'made\n');
  });

  it('is reverted where a folder was moved, and a link to it took its place', async () => {
    await begin({ 'd/a.txt': original, 'd/e/b.txt': 'b\n' }, 'true');
    await change('mv d c; ln -s c d');
    await revertAll();
    assert.equal(lstatSync(at('d')).isDirectory(), true);
    assert.deepEqual([ground.text('d/a.txt'), ground.text('d/e/b.txt'), existsSync(at('c'))], [original, 'b\n', false]);
    await undo();
    assert.deepEqual([readlinkSync(at('d')), ground.text('c/a.txt'), ground.text('c/e/b.txt')], ['c', original, 'b\n']);
  });

  it('is nothing where a folder took the place of a file and the file is back, and its hunks where it has changed', async () => {
    await begin({ 'a.txt': edited, 'b.txt': 'b\n' }, 'true');
    await change('for f in a b; do rm $f.txt; mkdir $f.txt; echo made > $f.txt/made.txt; done');
    await change(`rm -r a.txt b.txt; echo b > b.txt; printf '${original.replaceAll('\n', '\\n')}' > a.txt`);
    await revertByHunk('a.txt');
    assert.equal(ground.text('b.txt'), 'b\n');
    await revertAll();
    assert.equal(ground.text('a.txt'), edited.replace('5', 'mine'));
  });

  it('is left as it is where the target of a link is not text, and this is said', async () => {
    await begin({ 'a.txt': original }, String.raw`ln -s "$(printf 'to\377')" link; ln -s a.txt other`);
    await change('rm link a.txt; ln -sfn b.txt other');
    await revertAll();
    for (const file of ['link', 'a.txt']) assert.equal(ground.exists(file), false, file);
    await answered(run('revert', ground.uri('a.txt')));
    await answered(run('revert', ground.uri('other')));
    assert.equal(readFileSync(at('a.txt'), 'utf8'), original);
    assert.equal(readlinkSync(at('other')), 'a.txt');
  });

  it('comes back with a target that begins with a byte order mark', async () => {
    await begin({}, String.raw`ln -s "$(printf '\357\273\277to')" link`);
    await change('rm link');
    await revertAll();
    assert.deepEqual(readlinkSync(at('link'), 'buffer'), Buffer.from('\uFEFFto'));
  });

  it('is what the agent is told has changed, with modes and links, once; and nothing that the review does not list', async () => {
    await begin({ 'a.txt': original, 'b.sh': 'echo\n', 'd/c.txt': 'c\n' }, 'ln -s a.txt link');
    const told = async (): Promise<object> => {
      const result = await ground.done('redline_changes_since', { path: ground.path('') });
      assert.ok(typeof result === 'object' && result !== null);
      return { ...result, since: undefined, notes: undefined };
    };
    await told();
    sh('echo made > new.txt; chmod +x b.sh; ln -sfn b.sh link; rm d/c.txt');
    const by = ['another program'];
    const paths = ['b.sh', 'd/c.txt', 'link', 'new.txt'].map((file) => ground.path(file));
    const [script, gone, link, made] = paths;
    const modified = { diff: null, unsaved: false };
    const lists = { created: [], modified: [], deleted: [], renamed: [], origins: [] };
    const nothing = { ...lists, truncated: false, notes: undefined };
    assert.deepEqual(await told(), {
      ...nothing,
      since: undefined,
      created: [made],
      modified: [
        { filePath: script, ...modified, executable: true },
        { filePath: link, ...modified },
      ],
      deleted: [gone],
      origins: paths.map((filePath) => ({ filePath, by })),
    });
    assert.deepEqual(await told(), { ...nothing, since: undefined });
    await revertAll();
    assert.deepEqual(await told(), {
      ...nothing,
      since: undefined,
      created: [gone],
      modified: [{ filePath: link, ...modified }],
      deleted: [made],
    });
  });
});
