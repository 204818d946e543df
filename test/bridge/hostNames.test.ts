import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmod, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { Machine, namesOfWindows, outputOf } from '../node/endpoint/machine.ts';
import { approved, edit, startHook } from './hookRun.ts';

/** What an entry may say otherwise than that of a window whose machine has another name since. */
interface Difference {
  readonly socket?: string;
  readonly folders?: readonly { readonly path: string; readonly real: string; readonly id?: string }[];
}

describe('a window that was announced under another host name', () => {
  if (process.platform === 'win32') return;
  let machine: Machine;
  let folder = '';
  let windows = '';
  beforeEach(async function () {
    this.timeout(60_000);
    machine = await Machine.start();
    folder = await machine.folder('project');
    windows = path.join(machine.home, 'windows');
    const { window } = await machine.openWindow([await machine.folder('other')]);
    window.onHook = async () => approved;
  });
  afterEach(() => machine.stop());

  /** Writes the entry of the open window again, under another host name, for the project. */
  async function announce(difference: Difference = {}, file = '00000000000000bb.json'): Promise<void> {
    const [name = ''] = (await readdir(windows)).filter((each) => each.endsWith('.json'));
    const entry = JSON.parse(await readFile(path.join(windows, name), 'utf8'));
    const { dev, ino } = await stat(folder, { bigint: true });
    const folders = [{ path: folder, real: folder, id: `${dev}:${ino}` }];
    const text = JSON.stringify({ ...entry, host: 'name-before', folders, ...difference });
    await writeFile(path.join(windows, file), `${text}\n`, { mode: 0o600 });
  }

  const answer = async (): Promise<string> => (await outputOf(startHook(machine, folder, edit(folder), []))).stdout;

  it('is asked: a machine may get another name while the window has no focus', async () => {
    await announce();
    assert.equal(await answer(), approved.stdout);
  });

  it('is asked although another of its folders is gone', async () => {
    const { dev, ino } = await stat(folder, { bigint: true });
    const gone = path.join(folder, 'gone');
    const folders = [
      { path: folder, real: folder, id: `${dev}:${ino}` },
      { path: gone, real: gone },
    ];
    await announce({ folders });
    assert.equal(await answer(), approved.stdout);
  });

  it('is waited for while it reloads', async () => {
    await announce({}, '00000000000000bb.json.closed');
    // Read from the start: the hook may end before the window reports that it is open.
    const output = outputOf(startHook(machine, folder, edit(folder), []));
    await machine.openWindow([folder], {}, async () => approved);
    assert.equal((await output).stdout, approved.stdout);
  });

  it('is left alone where nobody listens: it may be open on another machine with the same home', async () => {
    const names = await namesOfWindows(windows);
    for (const socket of [path.join(windows, '00000000000000bb.sock'), windows]) {
      await announce({ socket });
      assert.equal(await answer(), '');
    }
    assert.deepEqual(await readdir(windows), [...names, '00000000000000bb.json'].sort());
  });

  it('is not asked about another folder of the same path, as in a container that shares the home', async () => {
    for (const id of ['1:1', undefined]) {
      await announce({ folders: [{ path: folder, real: folder, ...(id === undefined ? {} : { id }) }] });
      assert.equal(await answer(), '');
    }
  });

  it('is found among many entries that are damaged, closed, or of other hosts with the same folder', async () => {
    await announce();
    const entry = JSON.parse(await readFile(path.join(windows, '00000000000000bb.json'), 'utf8'));
    const elsewhere = { ...entry, socket: path.join(windows, 'elsewhere.sock'), host: 'elsewhere' };
    const odd = [elsewhere, { ...entry, socket: 5 }, { ...entry, folders: [null] }, { ...entry, folders: 'x' }, []];
    for (let at = 0; at < 50; at++) {
      const file = path.join(windows, `${String(at).padStart(16, '0')}.json`);
      await writeFile(file, JSON.stringify(odd[at % odd.length]), { mode: 0o600 });
    }
    assert.equal(await answer(), approved.stdout);
  });

  it('is not asked by a socket that another user of this machine could have made', async () => {
    const open = await machine.folder('open');
    await chmod(open, 0o777);
    const socket = path.join(open, '00000000000000bb.sock');
    const server = createServer(() => assert.fail('It was dialed.')).listen(socket);
    await once(server, 'listening');
    await announce({ socket });
    assert.equal(await answer(), '');
    server.close();
  });
});
