import assert from 'node:assert/strict';
import { once } from 'node:events';
import { lstat, lutimes, mkdir, readFile, realpath, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { Machine } from './machine.ts';

/** `redline off` and `on`, run as an agent's shell may run them. */
describe('the switch of the gate', () => {
  let machine: Machine;
  beforeEach(async () => (machine = await Machine.start()));
  afterEach(() => machine.stop());

  const folderOf = async (name: string): Promise<string> => realpath(await machine.folder(name));
  const run = async (cwd: string, command: 'off' | 'on'): Promise<void> => {
    const [code] = await once(machine.run(cwd, command), 'exit');
    assert.equal(code, 0);
  };
  async function become(of: () => readonly string[] | undefined, expected: readonly string[]): Promise<void> {
    for (let tries = 0; JSON.stringify(of()) !== JSON.stringify(expected); tries++) {
      assert.ok(tries < 500, `is ${JSON.stringify(of())}`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  it('is told to the window that has the folder, is in it or above it, and to no other', async () => {
    const [work, inner, other] = [await folderOf('work'), await folderOf('work/inner'), await folderOf('worker')];
    const windows = await Promise.all([work, inner, other].map((folder) => machine.openWindow([folder])));
    const [one, two, three] = windows.map(({ window }) => window);
    await run(inner, 'off');
    await become(() => one?.off, [inner]);
    await become(() => two?.off, [inner]);
    await run(work, 'off');
    await become(() => two?.off, [inner, work]);
    await run(work, 'on');
    await run(inner, 'on');
    await become(() => one?.off, []);
    await become(() => two?.off, []);
    assert.equal(three?.off, undefined);
  });

  it('is told at the start, and switched on from the window', async () => {
    const [work, other] = [await folderOf('work'), await folderOf('other')];
    const link = path.join(machine.root, 'link');
    await symlink(work, link);
    const first = await machine.openWindow([other]);
    await run(work, 'off');
    await run(other, 'off');
    await become(() => first.window.off, [other]);
    const { window, endpoint } = await machine.openWindow([link]);
    await become(() => window.off, [work]);
    await endpoint.turnGateOn([work]);
    await become(() => window.off, []);
    assert.equal(await readFile(path.join(machine.home, 'off.json'), 'utf8'), JSON.stringify([other]));
  });

  it('is switched on for each of two folders at the same time', async () => {
    const folders = await Promise.all(['one', 'two', 'three'].map(folderOf));
    const { window, endpoint } = await machine.openWindow(folders);
    for (let round = 0; round < 20; round++) {
      await writeFile(path.join(machine.home, 'off.json'), JSON.stringify(folders));
      await Promise.all(folders.map((folder) => endpoint.turnGateOn([folder])));
      assert.equal(await readFile(path.join(machine.home, 'off.json'), 'utf8'), '[]');
    }
    await become(() => window.off ?? [], []);
  });

  it('is off in each of several folders where it is switched off at the same moment, then on', async () => {
    const folders = await Promise.all(Array.from({ length: 8 }, (_, index) => folderOf(`at-once-${index}`)));
    const [first = ''] = folders;
    const { endpoint } = await machine.openWindow([first]);
    const offFolders = async (): Promise<string[]> =>
      JSON.parse(await readFile(path.join(machine.home, 'off.json'), 'utf8')).toSorted();
    await Promise.all(folders.map((folder) => run(folder, 'off')));
    assert.deepEqual(await offFolders(), folders);
    await Promise.all([endpoint.turnGateOn([first]), ...folders.slice(1, 7).map((folder) => run(folder, 'on'))]);
    assert.deepEqual(await offFolders(), folders.slice(7));
  });

  it('is switched where a killed process left its draft', async () => {
    const [work, other] = [await folderOf('work'), await folderOf('other')];
    const { endpoint } = await machine.openWindow([work]);
    const leaveDraft = async (): Promise<void> => {
      const draft = path.join(machine.home, 'off.json.new');
      await writeFile(draft, '[');
      await utimes(draft, 0, 0);
    };
    for (const folder of [work, other]) {
      await leaveDraft();
      await run(folder, 'off');
    }
    await leaveDraft();
    await endpoint.turnGateOn([work]);
    assert.equal(await readFile(path.join(machine.home, 'off.json'), 'utf8'), JSON.stringify([other]));
  });

  it('is switched where a link without a target has the name of the draft', async () => {
    const work = await folderOf('work');
    const { endpoint } = await machine.openWindow([work]);
    const text = () => readFile(path.join(machine.home, 'off.json'), 'utf8');
    const leaveLink = async (): Promise<void> => {
      const draft = path.join(machine.home, 'off.json.new');
      await symlink(path.join(machine.home, 'missing'), draft);
      await lutimes(draft, 0, 0);
    };
    await leaveLink();
    await run(work, 'off');
    assert.equal(await text(), JSON.stringify([work]));
    await leaveLink();
    await endpoint.turnGateOn([work]);
    assert.equal(await text(), '[]');
  });

  it('fails with the reason where the file cannot be replaced, and leaves no draft for others to wait for', async () => {
    const work = await folderOf('work');
    const { endpoint } = await machine.openWindow([work]);
    const [file, draft] = ['off.json', 'off.json.new'].map((name) => path.join(machine.home, name));
    assert.ok(file !== undefined && draft !== undefined);
    await mkdir(file);
    const command = machine.run(work, 'off');
    assert.ok(command.stderr !== null);
    const [[code], errorText] = await Promise.all([once(command, 'exit'), readText(command.stderr)]);
    assert.equal(code, 1);
    assert.match(errorText, /off\.json/);
    await assert.rejects(lstat(draft), { code: 'ENOENT' });
    await assert.rejects(endpoint.turnGateOn([work]), /off\.json/);
    await assert.rejects(lstat(draft), { code: 'ENOENT' });
    await rm(file, { recursive: true });
    await run(work, 'off');
  });

  it('is as the last of many commands in quick succession says, in the file and in the window', async () => {
    const work = await folderOf('work');
    const { window } = await machine.openWindow([work]);
    const text = () => readFile(path.join(machine.home, 'off.json'), 'utf8');
    for (const last of ['on', 'off'] as const) {
      for (const command of [last, last === 'on' ? 'off' : 'on', last] as const) await run(work, command);
      const expected = last === 'off' ? [work] : [];
      assert.equal(await text(), JSON.stringify(expected));
      await become(() => window.off ?? [], expected);
    }
  });

  it('does not mind a damaged file', async () => {
    const work = await folderOf('work');
    await mkdir(machine.home, { recursive: true });
    const { window } = await machine.openWindow([work]);
    for (const text of ['{', '7', '[7]', '{"a":1}']) await writeFile(path.join(machine.home, 'off.json'), text);
    await run(work, 'off');
    await become(() => window.off, [work]);
    assert.deepEqual(window.failures, []);
  });
});
