import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cp, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { hookFormats } from '../../../src/core/dialects/formats/hookFormats.ts';
import { createProbe } from '../../../src/core/endpoint/probe.ts';
import { repositoryRoot } from '../../host/driver/paths.ts';
import { Machine, outputOf } from '../../node/endpoint/machine.ts';

describe('hooks that are left behind when Redline is uninstalled', function () {
  this.timeout(60_000);
  if (process.platform === 'win32') return;
  let machine: Machine;
  let folder = '';
  beforeEach(async () => {
    machine = await Machine.start();
    folder = await machine.folder('project');
    const { endpoint } = await machine.openWindow([folder], { whenAway: 'deny' });
    endpoint.close();
    // It stays for a while, since a window that was closed may be reloading.
    await rm(path.join(machine.home, 'windows'), { recursive: true });
  });
  afterEach(() => machine.stop());

  /** The answer of an agent's hook to an edit. */
  function answer(agent: string): ReturnType<typeof outputOf> {
    const child = machine.run(folder, 'hook', agent);
    child.stdin?.end(JSON.stringify({ ...createProbe(agent, folder), session_id: 'mine', sessionId: 'mine' }));
    return outputOf(child);
  }

  /** Runs what the manifest tells the editor to run. */
  async function uninstall(editor = 'code', redlineHome = machine.home): Promise<void> {
    const { scripts } = JSON.parse(readFileSync(path.join(repositoryRoot, 'package.json'), 'utf8'));
    const [program, file = ''] = String(scripts['vscode:uninstall']).split(' ');
    assert.equal(program, 'node');
    const env = { ...process.env, HOME: machine.root, REDLINE_HOME: redlineHome };
    const extension = machine.extension(editor);
    await cp(path.join(repositoryRoot, 'resources'), path.join(extension, 'resources'), { recursive: true });
    await writeFile(path.join(extension, 'package.json'), '{ "type": "module" }');
    const child = spawn(process.execPath, [path.join(extension, file)], { env });
    assert.deepEqual(await outputOf(child), { stdout: '', stderr: '', code: 0 });
  }

  it('have no opinion, even where they refused edits while no window was open', async () => {
    const refused = await answer('claude');
    assert.match(refused.stdout, /"permissionDecision":"deny"/);
    await uninstall();
    assert.deepEqual(
      (await readdir(machine.home)).filter((name) => name.startsWith('gate')),
      [],
    );
    for (const agent of hookFormats.keys()) {
      const { stdout, stderr, code } = await answer(agent);
      assert.deepEqual([stdout.replace(/^\{\}\s*$/, ''), stderr, code], ['', '', 0], agent);
    }
    await uninstall();
  });

  it('have no opinion where REDLINE_HOME is empty, either, which does not count', async () => {
    await uninstall('code', '');
    assert.equal((await answer('claude')).stdout, '');
  });

  it('still refuse edits where another editor wants that', async () => {
    const { endpoint } = await machine.openWindow([folder], { whenAway: 'deny', editor: 'other' });
    endpoint.close();
    await rm(path.join(machine.home, 'windows'), { recursive: true });
    await uninstall();
    assert.match((await answer('claude')).stdout, /"permissionDecision":"deny"/);
    await uninstall('other');
    assert.equal((await answer('claude')).stdout, '');
  });
});
