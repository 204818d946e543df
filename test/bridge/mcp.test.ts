import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { hostname } from 'node:os';
import path from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { Machine, namesOfWindows } from '../node/endpoint/machine.ts';
import type { SeenCall } from '../node/endpoint/agentWindow.ts';
import { waitFor } from '../host/driver/wait.ts';
import { LineClient, textOf } from './client.ts';

/** What a program prints until it ends. */
async function printed({ stdout }: ChildProcess): Promise<string> {
  assert.ok(stdout !== null);
  return readText(stdout);
}

describe('the bridge', () => {
  let machine: Machine;
  beforeEach(async function () {
    this.timeout(60_000);
    machine = await Machine.start();
  });
  afterEach(() => machine.stop());

  it('brings calls of an agent to the window that has its folder, and the answers back', async () => {
    const folder = await machine.folder('project');
    const { window } = await machine.openWindow([folder]);
    const client = new LineClient(machine.run(await machine.folder('project/src'), 'mcp'));
    const opened = await client.initialize();
    assert.match(String(opened.result?.['instructions']), /Redline reads, searches and changes/);
    const { response } = client.call('edit_file', { filePath: 'a.ts' });
    const answer = await response;
    assert.equal(textOf(answer), 'Done.');
    assert.equal(answer.result?.['structuredContent'], undefined);
    const [call] = window.calls;
    assert.equal(call?.tool, 'redline_edit_file');
    assert.deepEqual(call.input, { filePath: 'a.ts' });
    assert.equal(call.caller.agent, 'codex');
    assert.equal(call.caller.via, 'mcp');
    assert.match(await printed(machine.run(folder, 'status')), /project \(Redline 9\.9\.9\)\n  Codex\n/);
    const { windows } = JSON.parse(await printed(machine.run(folder, 'status', '--json')));
    assert.deepEqual(windows[0].folders, [folder]);
    assert.equal(windows[0].agents[0].name, 'Codex');
  });

  it('tells the window when the agent has gone', async () => {
    const folder = await machine.folder('project');
    const { window } = await machine.openWindow([folder]);
    const bridge = machine.run(folder, 'mcp');
    const client = new LineClient(bridge);
    await client.initialize();
    await client.call('read_file', { filePath: 'a.ts' }).response;
    assert.deepEqual(window.gone, []);
    bridge.stdin?.end();
    await waitFor('the window to hear of it', () => window.gone.length > 0);
    const { agent, session } = window.calls[0]?.caller ?? {};
    assert.deepEqual(window.gone, [{ agent, session }]);
    assert.equal(typeof session, 'string');
  });

  it('lists eighteen tools, with schemas of their inputs, annotations, and short names', async () => {
    await machine.openWindow([await machine.folder('project')]);
    const client = new LineClient(machine.run(await machine.folder('project'), 'mcp'));
    await client.initialize();
    const { result } = await client.request('tools/list').response;
    const tools = result?.['tools'];
    assert.ok(Array.isArray(tools));
    assert.equal(tools.length, 18);
    for (const tool of tools) {
      assert.doesNotMatch(tool.name, /^redline_/);
      assert.equal(tool.inputSchema.type, 'object');
      assert.equal(tool.outputSchema, undefined);
      const isQuery = ['read_file', 'list_directory', 'find_files', 'search_text', 'path_info', 'changes_since'];
      assert.equal(tool.annotations.readOnlyHint, isQuery.includes(tool.name), tool.name);
      assert.notEqual(tool.annotations.destructiveHint, true);
    }
  });

  it('gives a client that is not known the words in the structured result, too, which it may show alone', async () => {
    const folder = await machine.folder('project');
    await machine.openWindow([folder]);
    const client = new LineClient(machine.run(folder, 'mcp'));
    await client.initialize('some-client');
    const { result } = await client.request('tools/list').response;
    assert.ok(Array.isArray(result?.['tools']));
    for (const { name, outputSchema } of result['tools']) {
      assert.equal(outputSchema.type, 'object', name);
      assert.equal(outputSchema.properties.answer.type, 'string', name);
      assert.equal(outputSchema.required[0], 'answer', name);
    }
    const answer = await client.call('edit_file', { filePath: 'a.ts' }).response;
    assert.equal(textOf(answer), 'Done.');
    assert.deepEqual(answer.result?.['structuredContent'], { answer: 'Done.', done: true });
  });

  it('chooses the window of the deepest folder, then the one that had the focus last', async () => {
    const outer = await machine.folder('project');
    const inner = await machine.folder('project/packages/app');
    const windows = [
      await machine.openWindow([outer], { focusedAt: 9 }),
      await machine.openWindow([inner], { focusedAt: 1 }),
      await machine.openWindow([inner], { focusedAt: 2 }),
    ];
    const client = new LineClient(machine.run(inner, 'mcp'));
    await client.initialize();
    await client.call('read_file').response;
    assert.deepEqual(
      windows.map(({ window }) => window.calls.length),
      [0, 0, 1],
    );
  });

  it('answers without a window, says what to do, and finds the one that is opened later', async () => {
    const folder = await machine.folder('project');
    const gone = await machine.openWindow([await machine.folder('other')]);
    gone.endpoint.close();
    const client = new LineClient(machine.run(folder, 'mcp'));
    await client.initialize();
    const listed = await client.request('tools/list').response;
    assert.ok(Array.isArray(listed.result?.['tools']));
    const refused = await client.call('read_file').response;
    assert.equal(refused.result?.['isError'], true);
    assert.match(textOf(refused), /No VS Code window .* has the folder .*project open.*open that folder/);
    const { window } = await machine.openWindow([folder]);
    assert.equal(textOf(await client.call('read_file').response), 'Done.');
    assert.equal(window.calls.length, 1);
    assert.equal(window.calls[0]?.caller.agent, 'codex');
  });

  it('tells of a change that was cut off by a reload what became of it, and asks a query again', async () => {
    const folder = await machine.folder('project');
    const first = await machine.openWindow([folder]);
    first.window.onCall = () => undefined;
    const client = new LineClient(machine.run(folder, 'mcp'));
    await client.initialize();
    const [query, written, lost] = [client.call('read_file'), client.call('edit_file'), client.call('write_file')];
    while (first.window.calls.length < 3) await new Promise(setImmediate);
    const ids = new Map(first.window.calls.map(({ tool, caller }) => [tool, caller.toolUse]));
    first.endpoint.close();
    const second = await machine.openWindow([folder]);
    second.window.outcomes.set(ids.get('redline_edit_file') ?? '', 'It was applied before that.');
    assert.equal(textOf(await query.response), 'Done.');
    assert.equal(textOf(await written.response), 'It was applied before that.');
    assert.match(textOf(await lost.response), /Nothing was changed\. Call the tool again/);
    assert.deepEqual(
      second.window.calls.map(({ tool }) => tool),
      ['redline_read_file'],
    );
  });

  it('stops a call that the agent cancels, and all of an agent that hangs up', async () => {
    const folder = await machine.folder('project');
    const { window } = await machine.openWindow([folder]);
    const seen: SeenCall[] = [];
    window.onCall = (call) => seen.push(call);
    const client = new LineClient(machine.run(folder, 'mcp'));
    await client.initialize();
    const { id } = client.call('edit_file');
    while (seen.length < 1) await new Promise(setImmediate);
    client.notify('notifications/cancelled', { requestId: id });
    if (seen[0]?.signal.aborted !== true) await once(seen[0]?.signal ?? new EventTarget(), 'abort');
    client.call('edit_file');
    while (seen.length < 2) await new Promise(setImmediate);
    client.hangUp();
    if (seen[1]?.signal.aborted !== true) await once(seen[1]?.signal ?? new EventTarget(), 'abort');
  });

  it('refuses bad JSON, batches and what is too long, and goes on', async () => {
    const folder = await machine.folder('project');
    await machine.openWindow([folder]);
    const client = new LineClient(machine.run(folder, 'mcp'));
    await client.initialize();
    client.sendLine('{"jsonrpc": "2.0", "id": 5, "method"');
    assert.equal((await client.next(({ error }) => error?.code === -32_700)).id, null);
    client.sendLine('[]');
    await client.next(({ error }) => error?.code === -32_600);
    const long = { jsonrpc: '2.0', id: 77, method: 'tools/call', params: { text: 'x'.repeat(33 * 1024 * 1024) } };
    client.sendLine(JSON.stringify(long));
    assert.match((await client.next(({ id }) => id === 77)).error?.message ?? '', /33554432 bytes at most/);
    assert.equal(textOf(await client.call('read_file').response), 'Done.');
  });

  it('lets in the next agent after those that were refused', async () => {
    const folder = await machine.folder('project');
    await machine.openWindow([folder]);
    const [entry = ''] = (await readdir(path.join(machine.home, 'windows'))).filter((name) => name.endsWith('.json'));
    const { socket } = JSON.parse(await readFile(path.join(machine.home, 'windows', entry), 'utf8'));
    for (let call = 0; call < 80; call++) {
      const stranger = createConnection(socket);
      stranger.end(`${JSON.stringify({ redline: 1, token: 'wrong', kind: 'mcp', session: '', lost: [] })}\nmore`);
      stranger.resume();
      await once(stranger, 'close');
    }
    const client = new LineClient(machine.run(folder, 'mcp'));
    await client.initialize();
    assert.equal(textOf(await client.call('read_file').response), 'Done.');
  });

  it('opens no endpoint in a folder that others can write to', async () => {
    await mkdir(path.join(machine.home, 'windows'), { recursive: true });
    await chmod(path.join(machine.home, 'windows'), 0o777);
    const opening = machine.openWindow([await machine.folder('project')]);
    await assert.rejects(opening, /Others can write to .*windows\. See what is in it, remove it/);
  });

  it('removes what a window that was killed left, and uses no folder that others can write to', async () => {
    const folder = await machine.folder('project');
    const { endpoint } = await machine.openWindow([folder]);
    const windows = path.join(machine.home, 'windows');
    const dead = {
      host: hostname(),
      socket: path.join(windows, 'dead.sock'),
      token: 'x',
      folders: [{ path: folder, real: folder }],
    };
    await writeFile(path.join(windows, 'dead.json'), JSON.stringify({ ...dead, version: '1.0.0', focusedAt: 99 }));
    const client = new LineClient(machine.run(folder, 'mcp'));
    await client.initialize();
    assert.equal(textOf(await client.call('read_file').response), 'Done.');
    assert.equal((await namesOfWindows(windows)).includes('dead.json'), false);
    endpoint.close();
    assert.deepEqual(await namesOfWindows(windows), []);
    await chmod(windows, 0o777);
    const other = new LineClient(machine.run(folder, 'mcp'));
    await other.initialize();
    assert.match(textOf(await other.call('read_file').response), /Others can write to .*windows.*Remove that folder/);
    await rm(windows, { recursive: true });
  });
});
