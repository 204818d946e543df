import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { answering, apiCall } from './data/calls.ts';
import { rootPath, setUser, unsetUser } from './data/settings.ts';
import { useGround } from '../ground.ts';
import { describeNeeds } from '../place.ts';

describeNeeds('special files', 'paths outside, where they are to be asked about', function () {
  this.timeout(60_000);
  const asking = { 'redline.externalPaths': 'ask' };
  const ground = useGround('outside');
  let outside = '';
  before(async () => {
    outside = mkdtempSync(path.join(path.dirname(rootPath()), 'redline-outside-'));
    mkdirSync(path.join(outside, 'there'));
    writeFileSync(path.join(outside, 'there/file'), 'hunter2\n');
    symlinkSync('file', path.join(outside, 'there/link'));
    symlinkSync('loop', path.join(outside, 'there/loop'));
    execFileSync('mkfifo', [path.join(outside, 'there/pipe')]);
    await setUser(asking);
  });
  after(async () => {
    await unsetUser(asking);
    rmSync(outside, { recursive: true, force: true });
  });

  /** What may be there, and what must look as if nothing was. */
  const names = ['there/file', 'there/link', 'there/loop', 'there/pipe', 'there/file/below', 'there', 'there/missing'];
  const tools: readonly (readonly [tool: string, input: (at: string) => object])[] = [
    ['path_info', (at) => ({ path: at })],
    ['path_info', (at) => ({ path: at, format: 'json' })],
    ['read_file', (at) => ({ filePath: at })],
    ['list_directory', (at) => ({ dirPath: at })],
    ['find_files', (at) => ({ pattern: '*', path: at })],
    ['search_text', (at) => ({ query: 'x', path: at })],
    ['changes_since', (at) => ({ path: at })],
    ['write_file', (at) => ({ filePath: at, content: 'x\n', dryRun: true })],
    ['write_file', (at) => ({ filePath: at, content: 'x\n', mode: 'create', dryRun: true })],
    ['edit_file', (at) => ({ filePath: at, oldString: 'x', newString: 'y', dryRun: true })],
    ['delete', (at) => ({ path: at, dryRun: true })],
    ['move', (at) => ({ from: at, to: ground.path('x'), dryRun: true })],
    ['copy', (at) => ({ from: at, to: ground.path('x'), dryRun: true })],
    ['create_directory', (at) => ({ dirPath: at, dryRun: true })],
    ['apply_patch', (at) => ({ patchText: `--- ${at}\n+++ ${at}\n@@ -1 +1 @@\n-x\n+y\n`, strip: 0, dryRun: true })],
  ];
  for (const [tool, input] of tools) {
    it(`tell nothing unasked: ${tool} ${Object.keys(input('')).join(', ')}`, async () => {
      const answers = new Map<string, string>();
      for (const name of names) {
        const at = path.join(outside, name);
        const answer = JSON.stringify(await apiCall(tool, input(at)))
          .replaceAll(at, 'PATH')
          .replaceAll(outside, 'OUT');
        assert.doesNotMatch(answer, /hunter2/);
        answers.set(name, answer);
      }
      const missing = answers.get('there/missing');
      for (const [name, answer] of answers) assert.equal(answer, missing, name);
    });
  }
});

describeNeeds('links', 'changes outside the workspace, where they are to be asked about', function () {
  this.timeout(60_000);
  const asking = { 'redline.externalPaths': 'ask' };
  const ground = useGround('outside-changes');
  let outside = '';
  const at = (file: string): string => path.join(outside, file);
  const text = (file: string): string => readFileSync(at(file), 'utf8');
  before(() => setUser(asking));
  after(() => unsetUser(asking));
  beforeEach(() => {
    outside = mkdtempSync(path.join(path.dirname(rootPath()), 'redline-changes-'));
    mkdirSync(at('folder'));
    writeFileSync(at('file.txt'), 'one\ntwo\n');
    writeFileSync(at('folder/inner.txt'), 'inner\n');
    ground.put('in.txt', 'in\n');
  });
  afterEach(() => rmSync(outside, { recursive: true, force: true }));

  /** What is asked is one review: a host under test shows no dialog, so that each would be a no. */
  const deeds: readonly (readonly [tool: string, input: () => object, done: () => boolean])[] = [
    ['write_file', () => ({ filePath: at('new/deep/a.txt'), content: 'a\n' }), () => text('new/deep/a.txt') === 'a\n'],
    ['write_file', () => ({ filePath: at('file.txt'), content: 'x\n' }), () => text('file.txt') === 'x\n'],
    [
      'edit_file',
      () => ({ filePath: at('file.txt'), oldString: 'one', newString: '1' }),
      () => text('file.txt') === '1\ntwo\n',
    ],
    [
      'multi_edit',
      () => ({
        edits: [
          { filePath: at('file.txt'), oldString: 'one', newString: '1' },
          { filePath: at('folder/inner.txt'), oldString: 'inner', newString: 'outer' },
        ],
      }),
      () => text('folder/inner.txt') === 'outer\n',
    ],
    [
      'apply_patch',
      () => ({ patchText: `--- ${at('file.txt')}\n+++ ${at('file.txt')}\n@@ -1 +1 @@\n-one\n+1\n`, strip: 0 }),
      () => text('file.txt') === '1\ntwo\n',
    ],
    ['create_directory', () => ({ dirPath: at('new/folder') }), () => existsSync(at('new/folder'))],
    ['delete', () => ({ path: at('folder'), recursive: true }), () => !existsSync(at('folder'))],
    ['move', () => ({ from: at('folder'), to: at('moved') }), () => text('moved/inner.txt') === 'inner\n'],
    ['move', () => ({ from: at('file.txt'), to: ground.path('moved.txt') }), () => !existsSync(at('file.txt'))],
    ['move', () => ({ from: ground.path('in.txt'), to: at('in.txt') }), () => text('in.txt') === 'in\n'],
    ['copy', () => ({ from: at('file.txt'), to: ground.path('copied.txt') }), () => ground.exists('copied.txt')],
  ];
  for (const [tool, input, done] of deeds) {
    it(`are asked about once: ${tool} ${Object.keys(input()).join(', ')}`, async () => {
      const { outcome, reviews } = await answering('approve', () => apiCall(tool, input()));
      assert.deepEqual([outcome.success, reviews], [true, 1], JSON.stringify(outcome));
      assert.ok(done());
    });
  }

  it('tell the same of a plan that fails, of one that is rejected, and of one that is only tried', async () => {
    const edit = { filePath: at('file.txt'), oldString: 'one', newString: '1' };
    const told = async (input: object): Promise<unknown> =>
      (await answering('reject', () => apiCall('edit_file', input))).outcome;
    const rejected = await told(edit);
    assert.match(JSON.stringify(rejected), /REJECTED/);
    assert.deepEqual(await told({ ...edit, oldString: 'three' }), rejected);
    assert.deepEqual(await told({ ...edit, filePath: at('missing.txt') }), rejected);
    assert.deepEqual(await told({ ...edit, dryRun: true }), rejected);
    assert.deepEqual(await told({ ...edit, oldString: 'three', dryRun: true }), rejected);
    assert.equal(text('file.txt'), 'one\ntwo\n');
  });

  it('tell nothing of a file outside that a patch has not to change', async () => {
    const patchText = `--- ${at('file.txt')}\n+++ ${at('file.txt')}\n@@ -1 +1 @@\n-zero\n+one\n`;
    const { outcome, reviews } = await answering('approve', () => apiCall('apply_patch', { patchText, strip: 0 }));
    assert.match(JSON.stringify(outcome), /REJECTED/);
    assert.equal(reviews, 0);
  });

  it('of a secret ask for its content first', async () => {
    writeFileSync(at('.env'), 'TOKEN=hunter2\n');
    const input = { filePath: at('.env'), oldString: 'hunter2', newString: 'x' };
    const { outcome, reviews } = await answering('approve', () => apiCall('edit_file', input));
    assert.match(JSON.stringify(outcome), /REJECTED.*did not allow/);
    assert.equal(reviews, 0);
  });
});

describeNeeds('links', 'the workspace folder by another name', function () {
  this.timeout(60_000);
  const ground = useGround('alias');
  let far = '';
  const alias = (file: string): string => path.join(far, 'alias', ground.path(file));
  beforeEach(() => {
    far = mkdtempSync(path.join(path.dirname(rootPath()), 'redline-alias-'));
    symlinkSync(rootPath(), path.join(far, 'alias'));
    writeFileSync(path.join(far, 'secret'), 'hunter2\n');
    ground.put('a.txt', 'one\n');
    ground.put('.env', 'TOKEN=hunter2\n');
  });
  afterEach(() => rmSync(far, { recursive: true, force: true }));

  it('is inside: reading, listing, changing', async () => {
    assert.match(JSON.stringify(await apiCall('read_file', { filePath: alias('a.txt') })), /one/);
    assert.match(JSON.stringify(await apiCall('list_directory', { dirPath: alias('.') })), /a\.txt/);
    assert.match(JSON.stringify(await apiCall('path_info', { path: `file://${alias('a.txt')}` })), /"exists":true/);
    await ground.done('redline_edit_file', { filePath: alias('a.txt'), oldString: 'one', newString: 'two' });
    await ground.done('redline_write_file', { filePath: alias('new/b.txt'), content: 'b\n' });
    await ground.done('redline_move', { from: alias('new/b.txt'), to: alias('c.txt') });
    assert.deepEqual([ground.text('a.txt'), ground.text('c.txt')], ['two\n', 'b\n']);
  });

  it('is judged as what it is called there: rules, secrets, links', async () => {
    const rules = { 'redline.rules': [{ operations: ['read'], paths: ['**/closed*'], action: 'deny' }] };
    symlinkSync('a.txt', path.join(ground.folder, 'closed-link'));
    symlinkSync(path.join(far, 'secret'), path.join(ground.folder, 'out'));
    assert.match(JSON.stringify(await apiCall('read_file', { filePath: alias('.env') })), /REJECTED.*did not allow/);
    assert.match(JSON.stringify(await apiCall('read_file', { filePath: alias('out') })), /OUTSIDE_WORKSPACE/);
    assert.match(
      JSON.stringify(await apiCall('read_file', { filePath: path.join(far, 'secret') })),
      /OUTSIDE_WORKSPACE/,
    );
    assert.match(JSON.stringify(await apiCall('delete', { path: path.join(far, 'alias') })), /OUTSIDE_WORKSPACE/);
    await setUser(rules);
    const answer = JSON.stringify(await apiCall('read_file', { filePath: alias('closed-link') }));
    await unsetUser(rules);
    assert.match(answer, /PERMISSION_DENIED/);
    assert.equal(readFileSync(path.join(far, 'secret'), 'utf8'), 'hunter2\n');
  });

  it('leaves what is outside alone: a link there to a file here', async () => {
    const link = path.join(far, 'link');
    symlinkSync(path.join(ground.folder, 'a.txt'), link);
    for (const [tool, input] of [
      ['delete', { path: link }],
      ['move', { from: link, to: ground.path('b.txt') }],
      ['write_file', { filePath: path.join(far, 'new.txt'), content: 'x\n' }],
    ] as const) {
      assert.match(JSON.stringify(await apiCall(tool, input)), /OUTSIDE_WORKSPACE/, tool);
    }
    assert.equal(ground.text('a.txt'), 'one\n');
  });
});
