import assert from 'node:assert/strict';
import type { Change } from '../../src/core/change/change.ts';
import type { WholeFiles } from '../../src/tools/ports/diskPorts.ts';
import { moveToTrash } from '../../src/vscode/apply/write/trash.ts';
import type { Editor } from '../../src/vscode/ports/editor.ts';
import type { Disk } from '../../src/vscode/ports/localDisk.ts';

const [folderCount, filesOfEach] = [1000, 4];

it('the folders among thousands of deletions are found in linear time', async () => {
  let uriReads = 0;
  const deletionOf = (uri: string, isFolder: boolean): Change => {
    const at = {
      get uri() {
        uriReads++;
        return uri;
      },
      path: uri,
      real: uri,
    };
    const before = { kind: 'binary', bytes: new Uint8Array(), sha256: '' } as const;
    return { kind: 'delete', at, before: isFolder ? { kind: 'directory' } : before };
  };
  const deletions = Array.from({ length: folderCount }, (_, folder) => [
    ...Array.from({ length: filesOfEach }, (__, file) => deletionOf(`file:///w/all/${folder}/${file}`, false)),
    deletionOf(`file:///w/all/${folder}`, true),
  ]).flat();
  const single = Array.from({ length: folderCount }, (_, file) => deletionOf(`file:///w/${file}`, false));
  const changes = [...deletions, deletionOf('file:///w/all', true), ...single];
  // Nothing is there, so nothing is moved.
  const editor: Partial<Editor> = { stat: () => Promise.resolve(undefined), dirtyDocument: () => undefined };
  const fail = (): never => assert.fail('nothing is there to move');
  const moved = await moveToTrash(changes, { editor } as Disk, { onBegin: fail, onNothingMoved: fail });
  assert.equal(moved.size, 0);
  assert.ok(uriReads < 20 * changes.length, `${uriReads} reads of an address`);
});

it('a file that is deleted, created and deleted again is moved to the trash, and deleted afterwards', async () => {
  const at = { uri: 'file:///w/a', path: 'a', real: 'file:///w/a' };
  const textOf = (text: string) => ({ kind: 'binary', bytes: Buffer.from(text), sha256: text }) as const;
  const first: Change = { kind: 'delete', at, before: textOf('old') };
  const second: Change = { kind: 'delete', at, before: textOf('new') };
  let isThere = true;
  const editor: Partial<Editor> = {
    dirtyDocument: () => undefined,
    moveToTrash: () => {
      isThere = false;
      return Promise.resolve(true);
    },
  };
  const files: Partial<WholeFiles> = {
    contains: (_uri, bytes) => Promise.resolve(isThere && Buffer.from('old').equals(bytes)),
  };
  const changes: Change[] = [first, { kind: 'create', at, after: textOf('new') }, second];
  const started: Change[] = [];
  const moved = await moveToTrash(changes, { editor, files } as Disk, {
    onBegin: (members) => started.push(...members),
    onNothingMoved: () => assert.fail('it was there'),
  });
  assert.deepEqual([...moved], [first]);
  assert.deepEqual(started, [first]);
});

it('nothing more is moved to the trash once the call is stopped', async () => {
  const textOf = (text: string) => ({ kind: 'binary', bytes: Buffer.from(text), sha256: text }) as const;
  const changes = ['a', 'b', 'c'].map((name): Change => {
    const uri = `file:///w/${name}`;
    return { kind: 'delete', at: { uri, path: name, real: uri }, before: textOf(name) };
  });
  const stop = new AbortController();
  const editor: Partial<Editor> = {
    dirtyDocument: () => undefined,
    moveToTrash: () => {
      stop.abort();
      return Promise.resolve(true);
    },
  };
  const files: Partial<WholeFiles> = { contains: () => Promise.resolve(true) };
  const listener = { onBegin: () => undefined, onNothingMoved: () => undefined };
  const moved = await moveToTrash(changes, { editor, files } as Disk, listener, stop.signal);
  assert.deepEqual([...moved], changes.slice(0, 1));
});
