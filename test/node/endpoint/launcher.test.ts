import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { installLauncher, isLauncherIntact } from '../../../src/node/endpoint/launcher.ts';
import { parseScript, createScript } from '../../../src/node/endpoint/launcherScript.ts';

/** A version whose bridge prints which one it is, and which list of tools is beside it. */
function version(name: string, build = '', execPath = process.execPath) {
  const bridge = `console.log('${name}${build}', require('node:fs').readFileSync(__dirname + '/tools.json', 'utf8'));`;
  return { version: name, bridge, doctor: '', tools: `${name}${build}`, execPath, isElectron: false };
}

describe('the launcher of agents', () => {
  let home: string;
  let bin: string;
  beforeEach(async () => {
    home = path.join(await mkdtemp(path.join(tmpdir(), "redline-it's-")), '.redline');
    bin = path.join(home, 'bin');
  });
  afterEach(() => rm(path.dirname(home), { recursive: true, force: true }));

  /** What the command of agents starts. */
  const started = (): string => spawnSync(path.join(bin, 'redline'), { encoding: 'utf8' }).stdout.trim();
  const programs = async (): Promise<string[]> => (await readdir(bin)).filter((name) => name !== 'redline').toSorted();
  const age = async (...names: string[]): Promise<void> => {
    const hourAgo = Date.now() / 1000 - 3600;
    for (const name of names) await utimes(path.join(bin, name), hourAgo, hourAgo);
  };

  it('starts the version that was installed last, and a newer one than that', async () => {
    await installLauncher(home, version('1.9.0'));
    assert.equal(started(), '1.9.0 1.9.0');
    await installLauncher(home, version('1.10.0'));
    assert.equal(started(), '1.10.0 1.10.0');
    await installLauncher(home, version('1.10.0', 'b'));
    assert.equal(started(), '1.10.0b 1.10.0b');
    await installLauncher(home, version('1.9.0'));
    assert.equal(started(), '1.10.0b 1.10.0b');
    assert.equal((await stat(path.join(bin, 'redline'))).mode & 0o777, 0o700);
  });

  it('starts an older version when a file of the newer one is gone', async () => {
    await installLauncher(home, version('2.0.0'));
    const [newer = ''] = await programs();
    await rm(path.join(bin, newer, 'tools.json'));
    await installLauncher(home, version('1.0.0'));
    assert.equal(started(), '1.0.0 1.0.0');
    await installLauncher(home, version('2.0.0'));
    assert.equal(started(), '2.0.0 2.0.0');
    assert.equal((await programs()).length, 2);
  });

  it('never mixes files of versions that are installed at the same time, and ends with the newest', async () => {
    const all = ['1.0.0', '1.0.1', '1.1.0', '2.0.0'].flatMap((name) => [version(name), version(name), version(name)]);
    for (let round = 0; round < 5; round++) {
      await rm(home, { recursive: true, force: true });
      const shuffled = all.toSorted(() => Math.random() - 0.5);
      const installs = Promise.all(shuffled.map((each) => installLauncher(home, each)));
      const state = { isOver: false };
      void installs.finally(() => (state.isOver = true)).catch(() => undefined);
      while (!state.isOver) {
        const script = parseScript(await readFile(path.join(bin, 'redline'), 'utf8').catch(() => ''));
        if (script === undefined) continue;
        const tools = await readFile(path.join(bin, script.programFolder, 'tools.json'), 'utf8');
        const bridge = await readFile(path.join(bin, script.programFolder, 'bridge.cjs'), 'utf8');
        assert.ok(script.programFolder.startsWith(tools) && bridge.includes(`'${tools}'`), script.programFolder);
      }
      await installs;
      assert.equal(started(), '2.0.0 2.0.0', `round ${round}`);
    }
    assert.deepEqual(
      (await readdir(bin)).filter((name) => name.endsWith('.new')),
      [],
    );
  });

  it('starts the newer version also where an older one, which began earlier, writes its launcher last', async () => {
    // Takes long to write.
    const slow = installLauncher(home, version('1.0.0', '', `/${'x'.repeat(100 * 1024 * 1024)}`));
    const isWriting = async (): Promise<boolean> =>
      (await readdir(bin).catch(() => [])).some((name) => name.startsWith('redline.'));
    while (!(await isWriting())) await new Promise(setImmediate);
    await installLauncher(home, version('2.0.0'));
    assert.ok(await isWriting(), 'the older version was too fast for this test');
    assert.equal(started(), '2.0.0 2.0.0');
    await slow;
    assert.match(parseScript(await readFile(path.join(bin, 'redline'), 'utf8'))?.programFolder ?? '', /^2\.0\.0-/);
  });

  it('is written anew where its Node is gone, also by an older version', async () => {
    const node = path.join(path.dirname(home), 'node');
    await copyFile(process.execPath, node);
    await chmod(node, 0o700);
    await installLauncher(home, version('2.0.0', '', node));
    await installLauncher(home, version('1.0.0'));
    assert.equal(parseScript(await readFile(path.join(bin, 'redline'), 'utf8'))?.execPath, node);
    await rm(node);
    await installLauncher(home, version('1.0.0'));
    assert.equal(parseScript(await readFile(path.join(bin, 'redline'), 'utf8'))?.execPath, process.execPath);
    assert.equal(started(), '2.0.0 2.0.0');
  });

  for (const mender of ['2.0.0', '1.0.0'])
    it(`can be executed again where a tool that restored it has lost that permission, by version ${mender}`, async function () {
      if (process.platform === 'win32') this.skip();
      await installLauncher(home, version('2.0.0'));
      assert.equal(await isLauncherIntact(home), true);
      const launcher = path.join(bin, 'redline');
      await chmod(launcher, 0o600);
      const { ino } = await stat(launcher);
      assert.equal(await isLauncherIntact(home), false);
      await installLauncher(home, version(mender));
      assert.equal(started(), '2.0.0 2.0.0');
      const { mode, ino: inoNow } = await stat(launcher);
      assert.deepEqual([mode & 0o777, inoNow, await isLauncherIntact(home)], [0o700, ino, true]);
    });

  it('is not intact without the list of tools of its program', async () => {
    await installLauncher(home, version('2.0.0'));
    await rm(path.join(bin, (await programs())[0] ?? '', 'tools.json'));
    assert.equal(await isLauncherIntact(home), false);
  });

  it('has no opinion as a hook where no Node or no program is left, and fails as any other command', async function () {
    if (process.platform === 'win32') this.skip();
    const run = (...args: string[]) => {
      const env = { PATH: path.join(home, 'empty') };
      const { status, stdout } = spawnSync('/bin/sh', [path.join(bin, 'redline'), ...args], { encoding: 'utf8', env });
      return { status, stdout };
    };
    await installLauncher(home, version('1.9.0'));
    assert.equal(run('hook', 'copilot').status, 0);
    assert.match(run('hook', 'copilot').stdout, /1\.9\.0/);
    await rm(path.join(bin, (await programs())[0] ?? ''), { recursive: true });
    assert.deepEqual(run('hook', 'copilot'), { status: 0, stdout: '' });
    assert.notEqual(run('mcp').status, 0);
    await installLauncher(home, version('1.9.1', '', '/nowhere/code'));
    assert.deepEqual(run('hook', 'copilot'), { status: 0, stdout: '' });
    assert.equal(run('mcp').status, 127);
  });

  it('starts its Node whatever options others have set for theirs', async () => {
    await installLauncher(home, version('2.0.0'));
    const env = { ...process.env, NODE_OPTIONS: '--no-such-option' };
    const { status, stdout } = spawnSync(path.join(bin, 'redline'), ['hook', 'claude'], { encoding: 'utf8', env });
    assert.deepEqual([status, stdout.trim()], [0, '2.0.0 2.0.0']);
  });

  it('is not written again where nothing has changed', async () => {
    await installLauncher(home, version('2.0.0'));
    const before = await stat(path.join(bin, 'redline'));
    await installLauncher(home, version('2.0.0'));
    assert.equal((await stat(path.join(bin, 'redline'))).ino, before.ino);
  });

  it('mends a program that somebody has changed', async () => {
    await installLauncher(home, version('2.0.0'));
    const [own = ''] = await programs();
    await writeFile(path.join(bin, own, 'bridge.cjs'), 'console.log("mine")');
    await installLauncher(home, version('2.0.0'));
    assert.equal(started(), '2.0.0 2.0.0');
  });

  it('removes old programs and drafts when the launcher has long started another', async () => {
    await installLauncher(home, version('1.0.0'));
    const [old = ''] = await programs();
    const draft = `${old}.01234567-89ab-cdef-0123-456789abcdef.new`;
    await mkdir(path.join(bin, draft));
    await writeFile(path.join(bin, 'notes.txt'), 'kept');
    await age(old, draft, 'notes.txt');
    await installLauncher(home, version('2.0.0'));
    assert.ok(existsSync(path.join(bin, old)), 'an agent may be starting it in this moment');
    await age('redline');
    await installLauncher(home, version('2.0.0'));
    assert.equal(existsSync(path.join(bin, old)), false);
    assert.equal(existsSync(path.join(bin, draft)), false);
    assert.ok(existsSync(path.join(bin, 'notes.txt')), 'not a name that Redline writes');
    assert.equal(started(), '2.0.0 2.0.0');
  });

  it('keeps the program of a window that is just being installed', async () => {
    await installLauncher(home, version('2.0.0'));
    await age('redline');
    const { bridge, tools } = version('1.0.0');
    await mkdir(path.join(bin, '3.0.0-0123456789ab.01234567-89ab-cdef-0123-456789abcdef.new'));
    await mkdir(path.join(bin, '1.0.0-0123456789ab'));
    await writeFile(path.join(bin, '1.0.0-0123456789ab/bridge.cjs'), bridge);
    await writeFile(path.join(bin, '1.0.0-0123456789ab/tools.json'), tools);
    await installLauncher(home, version('2.0.0'));
    assert.equal((await programs()).length, 3);
  });

  it('lets cmd.exe find no program in the workspace, before it looks for one', () => {
    const node = { execPath: String.raw`C:\code.exe`, isElectron: true };
    const lines = createScript({ home: '/h', programFolder: 'p', node }, 'win32').split('\r\n');
    const guard = lines.indexOf('set "NoDefaultCurrentDirectoryInExePath=1"');
    assert.equal(guard, lines.indexOf('setlocal') + 1);
    assert.ok(lines.indexOf('chcp 65001 >nul') > guard);
  });

  it('has on Windows no opinion as a hook where no Node is left, before it starts one', () => {
    const node = { execPath: 'C:/code.exe', isElectron: true };
    const lines = createScript({ home: '/h', programFolder: 'p', node }, 'win32').split('\r\n');
    const fallback = lines.indexOf('if not exist "%NODE%" set "NODE=node"');
    const hookLine = 'if "%NODE%"=="node" if "%~1"=="hook" where $PATH:node >nul 2>nul || exit /b 0';
    assert.equal(lines.indexOf(hookLine), fallback + 1);
    assert.ok(fallback > 0 && lines.at(-2)?.startsWith('"%NODE%"'));
  });

  for (const platform of ['linux', 'win32'] as const) {
    for (const execPath of ['/opt/code', "/it's/%PATH%/100%/code"]) {
      it(`says what it starts: ${execPath} on ${platform}`, () => {
        const program = '2.0.0-0123456789ab';
        const text = createScript(
          { home: '/h', programFolder: program, node: { execPath, isElectron: true } },
          platform,
        );
        assert.deepEqual(parseScript(text), { programFolder: program, execPath });
        if (platform === 'win32') assert.match(text, /%\* & exit \/b\r\n$/);
      });
    }
  }
});
