import assert from 'node:assert/strict';
import { mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { has, thePlace } from '../place.ts';
import { allowAll, setUser, unsetUser } from './data/settings.ts';
import { eventually } from '../ground.ts';
import { answering, apiCall, type Outcome } from './data/calls.ts';

const file = '.redline/policy.json';
const user = { 'redline.rules': allowAll, 'redline.protectedFiles': [] };
const docs = { operations: ['create', 'update', 'delete', 'move'], paths: ['docs/**'], action: 'deny' };

function said(outcome: Outcome): string {
  return outcome.success ? 'done' : `${outcome.error.code}: ${outcome.error.message}`;
}

describe("guard: a team's policy", function () {
  const place = thePlace();
  const policy = (value: unknown): void => place.put(file, JSON.stringify(value));
  const write = async (filePath: string): Promise<string> =>
    said(await apiCall('write_file', { filePath, content: 'x\n' }));

  before(() => setUser(user));
  after(() => unsetUser(user));
  afterEach(() => {
    for (const each of ['.redline', 'docs', 'teamed', 'elsewhere']) place.remove(each);
  });

  it('is read before each call: written, changed and deleted on disk', async () => {
    assert.equal(await write('docs/a.md'), 'done');
    policy({ rules: [docs] });
    assert.match(await write('docs/b.md'), /^PERMISSION_DENIED: .*\.redline\/policy\.json forbids creating/);
    assert.equal(await write('teamed/c.md'), 'done');
    policy({ rules: [{ ...docs, paths: ['teamed'] }] });
    assert.equal(await write('docs/d.md'), 'done');
    assert.match(await write('teamed/e.md'), /^PERMISSION_DENIED/);
    place.remove('.redline');
    assert.equal(await write('teamed/f.md'), 'done');
    assert.deepEqual([place.exists('docs/b.md'), place.exists('teamed/e.md')], [false, false]);
  });

  it('is not told by the counts of a search whether a name exists, once it denies that', async () => {
    const denyReading = (path: string): void =>
      policy({ rules: [{ operations: ['read'], paths: [path], action: 'deny' }] });
    const countSearched = async (glob: string): Promise<unknown> => {
      const outcome = await apiCall('search_text', { query: 'nowhere', glob });
      assert.ok(outcome.success && typeof outcome.result === 'object' && outcome.result !== null);
      return Reflect.get(outcome.result, 'filesSearched');
    };
    place.put('teamed/a.md', 'words\n');
    denyReading('docs/**');
    await eventually('the file to be counted', async () => (await countSearched('teamed/a.md')) === 1);
    denyReading('teamed/**');
    assert.equal(await countSearched('teamed/a.md'), await countSearched('teamed/none.md'));
  });

  it('lets only the agents work that it lists, whatever they call', async () => {
    place.put('docs/a.md', 'words\n');
    policy({ agents: ['claude'] });
    const inputs = {
      read_file: { filePath: 'docs/a.md' },
      write_file: { filePath: 'teamed/a', content: '' },
      search_text: { query: 'words' },
      list_directory: { path: 'docs' },
      delete: { path: 'docs/a.md' },
    };
    for (const [tool, input] of Object.entries(inputs)) {
      const words = said(await apiCall(tool, input));
      assert.match(
        words,
        /^PERMISSION_DENIED: .*does not allow another extension \(extension\) here, only Claude Code \(claude\)/,
        tool,
      );
    }
    assert.deepEqual([place.exists('docs/a.md'), place.exists('teamed')], [true, false]);
    policy({ agents: ['claude', 'extension'] });
    assert.equal(said(await apiCall('search_text', { query: 'words' })), 'done');
    assert.equal(await write('teamed/a'), 'done');
  });

  it('requires Hold for changes, not for reading', async () => {
    place.put('docs/a.md', 'words\n');
    policy({ hold: ['extension'] });
    assert.equal(said(await apiCall('read_file', { filePath: 'docs/a.md' })), 'done');
    assert.match(await write('docs/a.md'), /^PERMISSION_DENIED: .*requires Hold for another extension/);
  });

  it('does not postpone reviews, and lets nobody postpone them', async () => {
    const after = { 'redline.rules': undefined, 'redline.review.when': 'after' };
    await setUser(after);
    try {
      policy({ 'review.when': 'after' });
      assert.equal(await write('docs/a.md'), 'done');
      policy({ 'review.when': 'before' });
      const { outcome, reviews } = await answering('reject', () => write('docs/b.md'));
      assert.match(outcome, /^REJECTED/);
      assert.equal(reviews, 1);
    } finally {
      await setUser({ ...user, 'redline.review.when': undefined });
    }
  });

  it('stays protected where the user protects nothing', async () => {
    policy({});
    const calls: Readonly<Record<string, () => Promise<Outcome>>> = {
      write: () => apiCall('write_file', { filePath: file, content: '{}\n' }),
      delete: () => apiCall('delete', { path: file }),
      'delete the folder': () => apiCall('delete', { path: '.redline', recursive: true }),
      move: () => apiCall('move', { from: file, to: 'elsewhere/policy.json' }),
    };
    for (const [title, call] of Object.entries(calls)) {
      const { outcome, reviews } = await answering('reject', call);
      assert.match(said(outcome), /^REJECTED/, title);
      assert.equal(reviews, 1, title);
    }
    assert.equal(place.bytes(file).toString(), '{}');
  });

  const unusable: Readonly<Record<string, readonly [text: string | Uint8Array, why: RegExp]>> = {
    'no JSON': ['{', /it is not valid JSON/],
    'an unknown demand': ['{"allow": true}', /unknown property "allow"/],
    'no UTF-8': [new Uint8Array([0x7b, 0xff, 0x7d]), /it is not UTF-8 text/],
    huge: [' '.repeat(256 * 1024 + 1), /it is larger than 256 kB/],
  };
  for (const [title, [text, why]] of Object.entries(unusable)) {
    it(`denies changes, and asks before reading, where it cannot be used: ${title}`, async () => {
      place.put('docs/a.md', 'words\n');
      place.put(file, text);
      const words = await write('docs/new.md');
      assert.match(words, /^WRITES_DISABLED: The team policy \.redline\/policy\.json cannot be used/);
      assert.match(words, why);
      assert.match(said(await apiCall('read_file', { filePath: 'docs/a.md' })), /^REJECTED/);
      assert.equal(place.exists('docs/new.md'), false);
    });
  }

  it('is not followed through a link', async function () {
    if (!has('links')) return this.skip();
    const root = place.root.fsPath;
    place.put('elsewhere/policy.json', '{}');
    mkdirSync(path.join(root, '.redline'));
    symlinkSync('../elsewhere/policy.json', path.join(root, file));
    assert.match(await write('docs/a.md'), /it is a symbolic link/);
    rmSync(path.join(root, file));
    symlinkSync('../nowhere', path.join(root, file));
    assert.match(await write('docs/a.md'), /it is a symbolic link/);
    rmSync(path.join(root, '.redline'), { recursive: true });
    symlinkSync('elsewhere', path.join(root, '.redline'));
    assert.match(await write('docs/a.md'), /it is a symbolic link/);
    rmSync(path.join(root, '.redline'));
    renameSync(path.join(root, 'elsewhere'), path.join(root, '.redline'));
    assert.equal(await write('docs/a.md'), 'done');
  });

  it('is no policy where it is a folder', async () => {
    place.put(`${file}/a`, '');
    assert.match(await write('docs/a.md'), /it is not a file/);
  });
});
