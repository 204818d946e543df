import assert from 'node:assert/strict';
import { pathToFileURL } from 'node:url';
import { openWatch } from '../../../src/node/watch/openWatch.ts';
import type { FolderWatch } from '../../../src/tools/ports/watchPort.ts';
import { Ground } from './ground.ts';
import { Window } from './window.ts';

describe('the mode of a file', () => {
  let ground: Ground;
  let window: Window;
  let watch: FolderWatch;
  beforeEach(async () => {
    ground = Ground.repository();
    ground.write({ a: '1\n', b: '1\n' });
    ground.commit();
    window = new Window();
    watch = await open();
    await watch.scan(window);
  });
  const open = (): Promise<FolderWatch> => {
    const place = { folder: pathToFileURL(ground.root).toString(), storage: pathToFileURL(ground.store).toString() };
    return openWatch({ ...place, isSecret: () => false });
  };
  afterEach(() => {
    watch.dispose();
    ground.dispose();
  });

  const modes = (): unknown[] =>
    [...watch.items.values()].map(({ path: name, baseline, current }) => [name, baseline?.mode, current?.mode]);

  it('is compared with an umask that is not read at each scan, which sets it to 0 for a moment', async () => {
    const umask = process.umask.bind(process);
    let reads = 0;
    process.umask = () => {
      reads++;
      return umask();
    };
    try {
      for (const text of ['2\n', '3\n']) {
        ground.write({ a: text });
        await watch.scan(window);
      }
      assert.equal(reads, 0);
    } finally {
      process.umask = umask;
    }
  });

  it('is listed where somebody set it beside what the person saved', async () => {
    ground.write({ a: 'mine\n' });
    ground.sh('chmod +x a');
    await window.saved('a', '1\n', 'mine\n');
    await watch.scan(window);
    assert.deepEqual(modes(), [['a', 'file', 'executable']]);
    const { baseline } = watch.items.get('a') ?? {};
    assert.equal(baseline && Buffer.from(await watch.contentOf(baseline)).toString(), 'mine\n');
  });

  it('is not listed where a reviewed call set it, with the bytes or alone', async () => {
    ground.write({ a: 'mine\n' });
    ground.sh('chmod +x a b');
    await window.saved('a', '1\n', 'mine\n', { executable: true });
    await window.saved('b', '1\n', '1\n', { executable: true });
    await watch.scan(window);
    assert.deepEqual(modes(), []);
    ground.sh('chmod -x b');
    await watch.scan(window);
    assert.deepEqual(modes(), [['b', 'executable', 'file']]);
  });

  const createAndSetMode = async (): Promise<void> => {
    ground.write({ n: 'new\n' });
    ground.sh('chmod +x n');
    await window.saved('n', undefined, 'new\n', { executable: false });
    await watch.scan(window);
  };

  it('is listed where somebody set it right after a reviewed call created the file', async () => {
    await createAndSetMode();
    assert.deepEqual(modes(), [['n', 'file', 'executable']]);
  });

  it('is that of a file for what the person saved before a link replaced it', async () => {
    ground.sh('ln -sf x a');
    await window.saved('a', '1\n', 'mine\n');
    await watch.scan(window);
    const { baseline, current } = watch.items.get('a') ?? {};
    assert.equal(baseline && Buffer.from(await watch.contentOf(baseline)).toString(), 'mine\n');
    assert.deepEqual([baseline?.mode, current?.mode], ['file', 'link']);
  });

  it('of a new file is not listed where the disk gives all files the same', async () => {
    ground.sh('git config core.fileMode false');
    watch.dispose();
    watch = await open();
    await createAndSetMode();
    assert.deepEqual(modes(), []);
  });
});

describe('the permissions of a file, which git does not store', () => {
  let ground: Ground;
  let watch: FolderWatch;
  afterEach(() => {
    watch.dispose();
    ground.dispose();
  });

  const open = async (): Promise<void> => {
    const place = { folder: pathToFileURL(ground.root).toString(), storage: pathToFileURL(ground.store).toString() };
    watch = await openWatch({ ...place, isSecret: () => false });
  };
  const permissions = (): unknown[] =>
    [...watch.items.values()].map(({ path: name, baseline }) => [name, baseline?.permissions?.toString(8)]);

  it('are those it had, whenever it got them, also after a reload; usual ones are not kept', async () => {
    ground = Ground.repository();
    const names = ['early', 'late', 'new', 'read only', 'run', 'usual', '__proto__'];
    ground.write(Object.fromEntries(names.filter((name) => name !== 'new').map((name) => [name, `${name}\n`])));
    ground.sh('chmod 600 early __proto__; chmod 444 "read only"; chmod 700 run; touch -d 2001-01-01 *');
    ground.commit();
    const window = new Window();
    await open();
    await watch.scan(window);
    ground.sh('echo 2 > late; chmod 640 late; echo new > new; chmod 600 new');
    await watch.scan(window);
    await watch.accept([...watch.items.values()]);
    watch.dispose();
    await open();
    ground.sh('rm *; mkdir usual; echo 1 > usual/x');
    await watch.scan(window);
    watch.dispose();
    await open();
    assert.deepEqual(permissions(), [
      ['__proto__', '600'],
      ['early', '600'],
      ['late', '640'],
      ['new', '600'],
      ['read only', '444'],
      ['run', '700'],
      ['usual', undefined],
      ['usual/x', undefined],
    ]);
  });

  it('are kept for the folders above, too, as a new one would be open to others', async () => {
    ground = Ground.repository();
    ground.write({ 'early/in/a': '1\n', 'usual/a': '1\n' });
    ground.sh('chmod 700 early; chmod 750 early/in; chmod 755 usual');
    ground.commit();
    const window = new Window();
    await open();
    await watch.scan(window);
    ground.write({ 'late/a': '1\n' });
    ground.sh('chmod 700 late');
    await watch.scan(window);
    await watch.accept([...watch.items.values()]);
    watch.dispose();
    await open();
    ground.sh('rm -r early usual late');
    await watch.scan(window);
    watch.dispose();
    await open();
    const folders = [...watch.items.values()].map(({ path: name, baseline }) => [
      name,
      baseline?.folders?.map(([levels, bits]) => [levels, bits.toString(8)]),
    ]);
    assert.deepEqual(folders, [
      [
        'early/in/a',
        [
          [1, '750'],
          [2, '700'],
        ],
      ],
      ['late/a', [[1, '700']]],
      ['usual/a', undefined],
    ]);
  });

  it('are those of a repository inside that goes', async () => {
    ground = Ground.repository();
    ground.write({ 'in/key': '1\n' });
    ground.sh('cd in; chmod 600 key; git init -q; git add -A; git commit -qm x');
    await open();
    await watch.scan(new Window());
    ground.sh('rm -rf in');
    await watch.scan(new Window());
    assert.deepEqual(permissions(), [['in/key', '600']]);
  });

  it('have no set-ID bits of another owner, for whom the file could not be created again', async function () {
    if (process.geteuid?.() !== 0) this.skip();
    ground = Ground.repository();
    ground.write({ mine: '1\n', others: '1\n', group: '1\n' });
    ground.sh('chown 12345 others; chgrp 12345 group; chmod 6755 *');
    await open();
    await watch.scan(new Window());
    ground.sh('rm mine others group');
    await watch.scan(new Window());
    assert.deepEqual(permissions(), [
      ['group', '4755'],
      ['mine', '6755'],
      ['others', undefined],
    ]);
  });
});
