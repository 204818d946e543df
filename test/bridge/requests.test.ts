import assert from 'node:assert/strict';
import { invalidRequestCode, methodNotFoundCode } from '../../src/bridge/relay/jsonRpc.ts';
import { Machine } from '../node/endpoint/machine.ts';
import { LineClient, type Received } from './client.ts';

/** The envelope of the stateless revision. */
const stateless = {
  _meta: {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'claude-code', version: '2.0.0' },
    'io.modelcontextprotocol/clientCapabilities': {},
  },
};

type Requests = readonly (readonly [method: string, params?: object])[];

/** What Redline offers besides `tools/call`. */
const offered: Requests = [['ping'], ['tools/list']];

const notOffered: Requests = [
  ['resources/list'],
  ['resources/read', { uri: 'file:///a' }],
  ['resources/templates/list'],
  ['prompts/list'],
  ['prompts/get', { name: 'a' }],
  ['completion/complete', { ref: { type: 'ref/prompt', name: 'a' }, argument: { name: 'a', value: '' } }],
  ['logging/setLevel', { level: 'debug' }],
  ['nobody/knows'],
];

describe('every request', () => {
  let machine: Machine;
  beforeEach(async function () {
    this.timeout(60_000);
    machine = await Machine.start();
  });
  afterEach(() => machine.stop());

  const outcome = ({ result, error }: Received): unknown => result ?? error?.code;

  async function answersOf(client: LineClient, all: Requests): Promise<readonly unknown[]> {
    return Promise.all(all.map(async ([method, params]) => outcome(await client.request(method, params).response)));
  }

  /** What a client reads where the folder is open, and where it is not. */
  async function withAndWithoutWindow(
    ask: (client: LineClient) => Promise<readonly unknown[]>,
  ): Promise<readonly (readonly unknown[])[]> {
    const open = await machine.folder('open');
    await machine.openWindow([open]);
    const folders = [open, await machine.folder('closed')];
    return Promise.all(folders.map((folder) => ask(new LineClient(machine.run(folder, 'mcp')))));
  }

  for (const version of ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2031-01-01']) {
    it(`gets the same answer with and without a window, opened with ${version}`, async () => {
      const [online, offline] = await withAndWithoutWindow(async (client) => [
        outcome(await client.initialize('codex-mcp-client', version)),
        ...(await answersOf(client, [...offered, ...notOffered])),
      ]);
      assert.deepEqual(offline, online);
      assert.deepEqual(online?.[1], {});
      assert.deepEqual(online?.slice(3), Array(notOffered.length).fill(methodNotFoundCode));
    });
  }

  it('gets an answer also where it is no request of MCP', async () => {
    await machine.openWindow([machine.root]);
    const client = new LineClient(machine.run(machine.root, 'mcp'));
    await client.initialize();
    const call = { jsonrpc: '2.0', method: 'tools/call', params: { name: 'read_file' } };
    for (const [id, part] of [
      ['a', { more: 1 }],
      ['b', { params: { name: 'read_file', _meta: 5 } }],
      [-3, { params: { name: 'read_file', _meta: { progressToken: 1.5 } } }],
    ] as const) {
      client.sendLine(JSON.stringify({ ...call, id, ...part }));
      assert.equal((await client.next((message) => message.id === id)).error?.code, invalidRequestCode);
    }
    assert.deepEqual((await client.request('ping').response).result, {});
  });

  it('gets the same answer with and without a window in the stateless revision', async () => {
    const all: Requests = [['server/discover'], ['tools/list'], ...notOffered];
    const [online, offline] = await withAndWithoutWindow((client) =>
      answersOf(
        client,
        all.map(([method, params]) => [method, { ...params, ...stateless }]),
      ),
    );
    assert.deepEqual(offline, online);
    assert.deepEqual(online?.slice(2), Array(notOffered.length).fill(methodNotFoundCode));
  });
});
