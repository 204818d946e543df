import assert from 'node:assert/strict';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { allTools } from '../../src/tools/allTools.ts';
import { Machine } from '../node/endpoint/machine.ts';
import type { ScriptedWindow } from '../node/endpoint/agentWindow.ts';

const info = { name: 'claude-code', version: '2.0.0' };
const comment = {
  path: 'a',
  side: 'proposal',
  startLine: 1,
  endLine: 2,
  lines: 'same',
  quoted: 'one\ntwo',
  comment: 'Why?',
} as const;
const edited = { path: 'a', replacements: 1 };

describe('the official SDKs as clients of the bridge', () => {
  let machine: Machine;
  let window: ScriptedWindow;
  let server: { command: string; args: string[]; cwd: string; env: Record<string, string> };
  beforeEach(async function () {
    this.timeout(60_000);
    machine = await Machine.start();
    const cwd = await machine.folder('project');
    ({ window } = await machine.openWindow([cwd]));
    server = { command: machine.launcher, args: ['mcp'], cwd, env: { PATH: process.env['PATH'] ?? '' } };
  });
  afterEach(() => machine.stop());

  it('the first line opens with initialize, lists and calls, fifty at once', async () => {
    const client = new ClientV1(info);
    await client.connect(new TransportV1(server));
    assert.equal(client.getServerVersion()?.name, 'redline');
    const { tools } = await client.listTools();
    assert.equal(tools.length, allTools.length);
    window.onCall = ({ answer, input }) => answer({ text: JSON.stringify(input), images: [] });
    const many = Array.from({ length: 50 }, (_, call) => client.callTool({ name: 'delete', arguments: { call } }));
    const texts = (await Promise.all(many)).map(({ content }) => JSON.stringify(content));
    for (const [call, text] of texts.entries()) assert.match(text, new RegExp(`\\b${call}\\b`));
    assert.equal(window.calls[0]?.caller.agent, 'claude');
    await client.close();
  });

  it('the second line speaks the stateless revision where both can', async () => {
    // A client that is not known to read words alone: it gets structured results, and checks them.
    const client = new Client({ ...info, name: 'some-client' }, { versionNegotiation: { mode: 'auto' } });
    await client.connect(new StdioClientTransport(server));
    assert.equal(client.getNegotiatedProtocolVersion(), '2026-07-28');
    assert.equal((await client.listTools()).tools.length, allTools.length);
    const made = { dirPath: 'a', created: true, parentsCreated: [] };
    window.onCall = ({ answer }) => answer({ text: 'Created a.', result: made, images: [] });
    const { structuredContent } = await client.callTool({ name: 'create_directory', arguments: { dirPath: 'a' } });
    assert.deepEqual(structuredContent, { answer: 'Created a.', ...made });
    window.onCall = ({ answer }) => answer({ text: 'Edited a.', result: edited, images: [] });
    // A result that is none of the tool's schema is refused by the client itself.
    await assert.rejects(client.callTool({ name: 'read_file', arguments: { filePath: 'a' } }), /schema/);
    window.onCall = ({ answer }) => answer({ text: '[NOT_FOUND] a does not exist.', images: [] });
    const { isError, content } = await client.callTool({ name: 'read_file', arguments: { filePath: 'a' } });
    assert.equal(isError, true);
    assert.match(JSON.stringify(content), /NOT_FOUND/);
    const comments = [comment];
    window.onCall = ({ answer }) => answer({ text: '[REJECTED] No.', images: [], comments });
    const rejected = await client.callTool({ name: 'edit_file', arguments: { filePath: 'a' } });
    assert.deepEqual(rejected.structuredContent, { answer: '[REJECTED] No.', failed: true, comments });
    window.onCall = ({ answer }) => answer({ text: 'Created a.', result: made, images: [], comments });
    const approved = await client.callTool({ name: 'create_directory', arguments: { dirPath: 'a' } });
    assert.deepEqual(approved.structuredContent, { answer: 'Created a.', ...made, comments });
    assert.equal(window.calls.at(-1)?.caller.agent, 'some-client');
    await client.close();
  });

  it('the second line opens with initialize where it is told to', async () => {
    const client = new Client(info);
    await client.connect(new StdioClientTransport(server));
    assert.equal((await client.listTools()).tools.length, allTools.length);
    await client.close();
  });
});
