import assert from 'node:assert/strict';
import { spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createConnection, createServer, type Server, type Socket } from 'node:net';
import { hostname } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { waitFor } from '../host/driver/wait.ts';
import { Machine } from '../node/endpoint/machine.ts';

const mebibyte = 'x'.repeat(1024 * 1024);
const calls = 200;
/** What is read at once has only a few calls with it. */
const padding = { text: 'x'.repeat(10_000) };
/** In MiB. Node itself takes about 50, and each of the calls or answers is one. */
const maxMemory = 130;

const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } };
const initialize = JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params });

function call(id: number, input: object): string {
  return JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'read_file', arguments: input } });
}

/** The memory of a program, in MiB. */
function memoryOf({ pid }: ChildProcess): number {
  return Number(spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }).stdout) / 1024;
}

/** Waits until a number has stayed the same for half a second; answers it. */
async function settled(what: string, count: () => number): Promise<number> {
  let [last, since] = [-1, 0];
  return waitFor(what, () => {
    if (count() !== last) [last, since] = [count(), Date.now()];
    return Date.now() - since > 500 ? Math.max(last, 1) : undefined;
  });
}

describe('a side that does not read', () => {
  let machine: Machine;
  const servers: Server[] = [];
  beforeEach(async function () {
    this.timeout(60_000);
    machine = await Machine.start();
  });
  afterEach(async () => {
    for (const server of servers.splice(0)) server.close();
    await machine.stop();
  });

  it('as the agent: neither bridge nor window keeps more than a few answers, and none is lost', async function () {
    this.timeout(60_000);
    const { window } = await machine.openWindow([machine.root]);
    let answered = 0;
    window.onCall = ({ answer }) => {
      answered += 1;
      answer({ text: mebibyte, result: {}, images: [] });
    };
    const bridge = machine.run(machine.root, 'mcp');
    assert.ok(bridge.stdin !== null && bridge.stdout !== null);
    for (let id = 0; id < calls; id++) {
      bridge.stdin.write(`${call(id, padding)}\n`);
    }
    const taken = await settled('the calls to stall', () => answered);
    assert.ok(taken < calls / 2, `${taken} of ${calls} calls were taken though no answer was read`);
    assert.ok(memoryOf(bridge) < maxMemory, `the bridge takes ${memoryOf(bridge)} MiB`);
    const ids = new Set<number>();
    createInterface({ input: bridge.stdout }).on('line', (line) => ids.add(JSON.parse(line).id));
    await waitFor('all answers', () => ids.size === calls);
    assert.equal(answered, calls);
  });

  it('as an agent that is no bridge: the window takes no more of its calls, and keeps only a few answers', async function () {
    this.timeout(60_000);
    const { window } = await machine.openWindow([machine.root]);
    window.onCall = ({ answer }) => answer({ text: mebibyte, result: {}, images: [] });
    const folder = path.join(machine.home, 'windows');
    const [entry = ''] = (await readdir(folder)).filter((name) => name.endsWith('.json'));
    const { socket, token } = JSON.parse(await readFile(path.join(folder, entry), 'utf8'));
    const agent = createConnection(socket).pause();
    agent.write(`${JSON.stringify({ redline: 1, token, kind: 'mcp', session: 's', lost: [] })}\n`);
    agent.write(`${initialize}\n`);
    for (let id = 1; id <= calls; id++) agent.write(`${call(id, padding)}\n`);
    const taken = await settled('the calls to stall', () => window.calls.length);
    assert.ok(taken < calls / 2, `${taken} of ${calls} calls were taken though no answer was read`);
    const ids = new Set<number>();
    createInterface({ input: agent }).on('line', (line) => ids.add(JSON.parse(line).id));
    await waitFor('all answers', () => window.calls.length === calls && ids.has(calls));
    agent.destroy();
  });

  it('as the window: the bridge reads no further from the agent, and passes everything on later', async function () {
    this.timeout(60_000);
    const sockets: Socket[] = [];
    const server = createServer((socket) => {
      sockets.push(socket);
      socket.once('data', () => {
        socket.pause();
        socket.write('{"ok":true,"outcomes":{}}\n');
      });
    });
    servers.push(server);
    const { endpoint } = await machine.openWindow([]);
    endpoint.close();
    const socket = path.join(machine.home, 'windows/00000000000000aa.sock');
    await new Promise<void>((resolve) => server.listen(socket, resolve));
    const folders = [{ path: machine.root, real: machine.root }];
    const entry = { socket, host: hostname(), token: 't', version: '9.9.9', focusedAt: 1, folders };
    await writeFile(socket.replace(/sock$/, 'json'), `${JSON.stringify(entry)}\n`, { mode: 0o600 });
    const bridge = machine.run(machine.root, 'mcp');
    assert.ok(bridge.stdin !== null);
    for (let id = 0; id < calls; id++) bridge.stdin.write(`${call(id, { mebibyte })}\n`);
    const window = await waitFor('the bridge to dial', () => sockets[0]);
    const waiting = await settled('the agent to stall', () => bridge.stdin?.writableLength ?? 0);
    assert.ok(waiting > (calls / 2) * mebibyte.length, `the bridge took all but ${waiting} bytes`);
    assert.ok(memoryOf(bridge) < maxMemory, `the bridge takes ${memoryOf(bridge)} MiB`);
    const ids = new Set<number>();
    createInterface({ input: window }).on('line', (line) => {
      const { id } = JSON.parse(line);
      ids.add(id);
      window.write(`${JSON.stringify({ jsonrpc: '2.0', id, result: {} })}\n`);
    });
    await waitFor('all calls', () => ids.size === calls);
    bridge.stdin.end();
    await once(bridge, 'exit');
  });
});
