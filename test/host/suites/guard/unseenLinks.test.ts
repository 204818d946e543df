import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { thisRun } from '../../in-host/this-run.ts';
import { useGround } from '../ground.ts';
import { answering, apiCall } from './data/calls.ts';

const { host, opens } = thisRun.where;
const here = host === 'worker' && opens === 'disk' && process.platform !== 'win32';

const secret = 'SECRET-4712';

/** Calls that would follow a link; in this host nobody can say where it leads. */
const calls: readonly (readonly [tool: string, input: (at: (file: string) => string) => object])[] = [
  ['read_file', (at) => ({ filePath: at('to-secret') })],
  ['read_file', (at) => ({ filePath: at('to-folder/secret.txt') })],
  ['list_directory', (at) => ({ dirPath: at('to-folder') })],
  ['search_text', (at) => ({ query: 'SECRET', path: at('to-folder') })],
  ['edit_file', (at) => ({ filePath: at('to-secret'), oldString: 'SECRET', newString: 'x' })],
  ['write_file', (at) => ({ filePath: at('to-secret'), content: 'x' })],
  ['write_file', (at) => ({ filePath: at('to-folder/new.txt'), content: 'x' })],
  ['copy', (at) => ({ from: at('to-secret'), to: at('copy.txt') })],
  ['move', (at) => ({ from: at('plain.txt'), to: at('to-folder/plain.txt') })],
];

// A link whose target cannot be seen may lead to a secret, or out of the workspace: whoever follows it is asked about.
const title = 'links that cannot be seen through';
const skipped = `${title} (skipped: they are where a worker host works on a disk)`;

(here ? describe : describe.skip)(here ? title : skipped, function () {
  const ground = useGround('unseen');
  const outside = (): string => `${ground.folder}-outside`;

  beforeEach(() => {
    ground.put('plain.txt', 'plain\n');
    mkdirSync(outside(), { recursive: true });
    writeFileSync(path.join(outside(), 'secret.txt'), `${secret}\n`);
    symlinkSync(path.join(outside(), 'secret.txt'), path.join(ground.folder, 'to-secret'));
    symlinkSync(outside(), path.join(ground.folder, 'to-folder'));
  });

  for (const [tool, input] of calls) {
    it(`${tool} ${JSON.stringify(input((file) => file))} is asked for, and does nothing unasked`, async () => {
      const { outcome } = await answering('reject', () => apiCall(tool, input(ground.path)));
      const told = JSON.stringify(outcome);
      assert.equal(outcome.success, false, told);
      assert.match(told, /REJECTED|VALIDATION_ERROR/);
      assert.ok(!told.includes(secret), told);
      assert.equal(readFileSync(path.join(outside(), 'secret.txt'), 'utf8'), `${secret}\n`);
      assert.equal(ground.text('plain.txt'), 'plain\n');
    });
  }

  it('a search of the folder around tells nothing of what is behind', async () => {
    const outcome = await apiCall('search_text', { query: 'SECRET', path: ground.path('.') });
    assert.ok(outcome.success, JSON.stringify(outcome));
    assert.ok(!JSON.stringify(outcome).includes(secret));
  });

  it('deleting a link deletes the link, or is refused; never what is behind', async () => {
    const { outcome } = await answering('approve', () => apiCall('delete', { path: ground.path('to-secret') }));
    if (outcome.success) assert.equal(ground.exists('to-secret'), false);
    else assert.equal(readlinkSync(path.join(ground.folder, 'to-secret')), path.join(outside(), 'secret.txt'));
    assert.equal(readFileSync(path.join(outside(), 'secret.txt'), 'utf8'), `${secret}\n`);
  });
});
