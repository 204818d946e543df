import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { answering, apiCall } from './data/calls.ts';
import { useGround } from '../ground.ts';
import { describeNeeds } from '../place.ts';

/** What plants a repository, a file or a folder at a time. None of these names is protected by itself. */
type Piece = 'HEAD' | 'config' | 'objects' | 'refs';
const orders: readonly (readonly Piece[])[] = [
  ['HEAD', 'config', 'objects', 'refs'],
  ['config', 'objects', 'refs', 'HEAD'],
  ['objects', 'HEAD', 'refs', 'config'],
  ['refs', 'objects', 'config', 'HEAD'],
];

describeNeeds('links', 'a folder that git would take for a repository', function () {
  this.timeout(60_000);
  const ground = useGround('git');
  const ran = (): string => path.join(ground.folder, 'ran');
  const contents = (): Readonly<Record<'HEAD' | 'config', string>> => ({
    HEAD: 'ref: refs/heads/main\n',
    config: `[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = ${ground.folder}\n\tfsmonitor = ${path.join(ground.folder, 'run.sh')}\n`,
  });
  beforeEach(() => {
    mkdirSync(ground.folder, { recursive: true });
    writeFileSync(path.join(ground.folder, 'run.sh'), `#!/bin/sh\ntouch ${ran()}\n`);
    chmodSync(path.join(ground.folder, 'run.sh'), 0o755);
  });

  const callFor = (piece: Piece): readonly [tool: string, input: object] =>
    piece === 'HEAD' || piece === 'config'
      ? ['write_file', { filePath: ground.path(`docs/${piece}`), content: contents()[piece] }]
      : ['create_directory', { dirPath: ground.path(`docs/${piece}`) }];
  /** Whether a call asked, in Redline's own review or before it read a secret; the answer is no. */
  const asks = async (tool: string, input: object): Promise<boolean> => {
    const { reviews, outcome } = await answering('reject', () => apiCall(tool, input));
    if (outcome.success) return false;
    assert.equal(outcome.error.code, 'REJECTED', outcome.error.message);
    assert.ok(reviews > 0 || outcome.error.message.includes('did not allow'), outcome.error.message);
    return true;
  };
  /** Whether git, told nothing, runs the command that the folder's configuration names. */
  const runs = (): boolean => {
    rmSync(ran(), { force: true });
    try {
      execFileSync('git', ['status'], { cwd: path.join(ground.folder, 'docs'), stdio: 'ignore' });
    } catch {
      // No repository, or none that git can read.
    }
    return existsSync(ran());
  };
  const plant = (...pieces: readonly Piece[]): void => {
    for (const piece of pieces) {
      if (piece === 'HEAD' || piece === 'config') ground.put(`docs/${piece}`, contents()[piece]);
      else mkdirSync(path.join(ground.folder, 'docs', piece), { recursive: true });
    }
  };

  it('is one whose pieces, once all there, do run a command', () => {
    plant('HEAD', 'config', 'objects', 'refs');
    assert.ok(runs());
  });

  for (const order of orders) {
    it(`is never made unasked: ${order.join(', ')}`, async () => {
      const asked: Piece[] = [];
      for (const piece of order) if (await asks(...callFor(piece))) asked.push(piece);
      assert.deepEqual(asked, ['HEAD']);
      assert.ok(!runs());
    });

    it(`asks for each piece after HEAD: ${order.join(', ')}`, async () => {
      for (const piece of order) {
        const isHeadThere = ground.exists('docs/HEAD');
        assert.equal(await asks(...callFor(piece)), piece === 'HEAD' || isHeadThere, piece);
        plant(piece);
      }
    });
  }

  it('is not made by patches, moves, copies and edits of several files', async () => {
    ground.put('head.txt', contents().HEAD);
    ground.put('config.txt', contents().config);
    plant('objects', 'refs');
    const add = (piece: 'HEAD' | 'config'): string =>
      `*** Add File: ${ground.path(`docs/${piece}`)}\n${contents()[piece].trimEnd().replace(/^/gm, '+')}\n`;
    const both = `*** Begin Patch\n${add('config')}${add('HEAD')}*** End Patch\n`;
    assert.ok(await asks('apply_patch', { patchText: both }));
    assert.ok(await asks('move', { from: ground.path('head.txt'), to: ground.path('docs/HEAD') }));
    assert.ok(await asks('copy', { from: ground.path('head.txt'), to: ground.path('docs/HEAD') }));
    assert.ok(!ground.exists('docs/HEAD') && !ground.exists('docs/config'));
    plant('HEAD');
    assert.ok(await asks('move', { from: ground.path('config.txt'), to: ground.path('docs/config') }));
    assert.ok(await asks('copy', { from: ground.path('config.txt'), to: ground.path('docs/config') }));
    assert.ok(await asks('write_file', { filePath: ground.path('docs/commondir'), content: '../other\n' }));
    assert.ok(await asks('write_file', { filePath: ground.path('docs/hooks/post-checkout'), content: '#!/bin/sh\n' }));
    assert.ok(!(await asks('write_file', { filePath: ground.path('docs/readme.md'), content: 'x\n' })));
    assert.ok(!runs());
  });

  it('is not made by taking a whole folder somewhere else, nor pointed at', async () => {
    plant('HEAD', 'config', 'objects', 'refs');
    assert.ok(await asks('copy', { from: ground.path('docs'), to: ground.path('other') }));
    assert.ok(await asks('move', { from: ground.path('docs'), to: ground.path('other') }));
    assert.ok(await asks('write_file', { filePath: ground.path('sub/.git'), content: 'gitdir: ../docs\n' }));
    assert.ok(!ground.exists('other') && !ground.exists('sub/.git'));
  });

  it('is changed and taken apart only with leave', async () => {
    plant('HEAD', 'config', 'objects', 'refs');
    ground.put('docs/objects/info/x', 'x\n');
    await apiCall('read_file', { filePath: ground.path('docs/HEAD') });
    assert.ok(await asks('edit_file', { filePath: ground.path('docs/HEAD'), oldString: 'main', newString: 'x' }));
    assert.ok(await asks('delete', { path: ground.path('docs/HEAD') }));
    assert.ok(await asks('delete', { path: ground.path('docs/objects/info/x') }));
    assert.ok(await asks('create_directory', { dirPath: ground.path('docs/refs/heads') }));
  });

  it('keeps its configuration from being read and found', async () => {
    plant('HEAD', 'config', 'objects', 'refs');
    ground.put('docs/config', '[remote "origin"]\n\turl = https://me:hunter2@example.org/x\n');
    ground.put('docs/modules/lib/HEAD', contents().HEAD);
    ground.put('docs/modules/lib/config', 'hunter2\n');
    for (const file of ['docs/config', 'docs/modules/lib/config']) {
      const outcome = await apiCall('read_file', { filePath: ground.path(file) });
      assert.match(JSON.stringify(outcome), /REJECTED.*did not allow/, file);
    }
    const queries: readonly (readonly [string, object])[] = [
      ['search_text', { query: 'hunter', includeIgnored: true }],
      ['search_text', { query: 'hunter', path: ground.path('docs'), includeIgnored: true, outputMode: 'files' }],
      ['search_text', { query: 'hunter', path: ground.path('docs/modules/lib'), outputMode: 'counts' }],
      ['path_info', { path: ground.path('docs/config'), format: 'json' }],
    ];
    for (const [tool, input] of queries) {
      const answer = JSON.stringify(await apiCall(tool, input)).replaceAll(/"pattern":"[^"]*"|"query":"[^"]*"/g, '');
      assert.doesNotMatch(answer, /hunter2|"sha256":"|\/config"?:1/, `${tool} ${JSON.stringify(input)}`);
    }
  });

  it('does not make a plain file called config a secret, nor a folder called head', async () => {
    ground.put('config', 'plain\n');
    assert.ok((await apiCall('read_file', { filePath: ground.path('config') })).success);
    assert.match(
      JSON.stringify(await apiCall('search_text', { query: 'plain', path: ground.path('config') })),
      /plain/,
    );
    for (const filePath of ['src/head/index.ts', 'src/config/index.ts', 'hooks/use.ts']) {
      assert.ok(!(await asks('write_file', { filePath: ground.path(filePath), content: 'x\n' })), filePath);
    }
    assert.ok(!(await asks('create_directory', { dirPath: ground.path('src/head2/head') })));
  });
});

describeNeeds('links', 'a folder with the name of a secret', function () {
  this.timeout(60_000);
  const ground = useGround('named');
  beforeEach(() => {
    ground.put('.env/pyvenv.cfg', 'home = /usr/bin\n');
    ground.put('.env/lib/site.py', 'hunter2 = 1\n');
    ground.put('.env/.env', 'TOKEN=hunter2\n');
    ground.put('a.py', 'hunter2 = 2\n');
  });

  const calls: readonly (readonly [tool: string, input: (at: (file: string) => string) => object, shows: RegExp])[] = [
    ['list_directory', (at) => ({ dirPath: at('.env'), includeHidden: true, includeIgnored: true }), /pyvenv\.cfg/],
    [
      'list_directory',
      (at) => ({ dirPath: at('.'), recursive: true, includeHidden: true, includeIgnored: true }),
      /site\.py/,
    ],
    ['find_files', (at) => ({ pattern: '**/*.py', path: at('.env'), includeIgnored: true }), /site\.py/],
    ['path_info', (at) => ({ path: at('.env'), format: 'json' }), /"files":3/],
    ['search_text', (at) => ({ query: 'hunter', path: at('.'), includeIgnored: true }), /a\.py/],
    ['search_text', (at) => ({ query: 'hunter', path: at('.env'), includeIgnored: true }), /success":true/],
    ['changes_since', (at) => ({ path: at('.env') }), /success":true/],
  ];
  for (const [tool, input, shows] of calls) {
    it(`is named without a question: ${tool} ${JSON.stringify(input((file) => file))}`, async () => {
      const answer = JSON.stringify(await apiCall(tool, input(ground.path)));
      assert.match(answer, shows);
      assert.doesNotMatch(answer, /hunter2 = 1|TOKEN=/);
    });
  }

  it('asks for what is in its files', async () => {
    for (const file of ['.env/.env', '.env/lib/site.py']) {
      const outcome = await apiCall('read_file', { filePath: ground.path(file) });
      assert.match(JSON.stringify(outcome), /REJECTED.*did not allow/);
    }
  });
});
