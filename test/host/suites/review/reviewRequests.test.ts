import assert from 'node:assert/strict';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as vscode from 'vscode';
import { eventually, useGround, withSettings } from '../ground.ts';
import { apiCall, press, waitForReview } from '../guard/data/calls.ts';
import { describeNeeds } from '../place.ts';

/** Proposals that name an address, each in a way that some service goes after; `%` is the address. */
const proposals: readonly (readonly [what: string, files: Readonly<Record<string, string>>])[] = [
  ['a schema', { 'a.json': '{ "$schema": "%" }\n' }],
  ['a schema in a file that has one name only', { '.babelrc': '{ "$schema": "%" }\n' }],
  ['a schema in each of two files', { 'a.json': '{ "$schema": "%" }\n', 'b.jsonc': '{ "$schema": "%" }\n' }],
  ['a schema of a schema', { 'a.schema.json': '{ "$ref": "%", "allOf": [{ "$ref": "%" }] }\n' }],
  ['a schema in the comment of a YAML file', { 'a.yaml': '# yaml-language-server: $schema=%\na: 1\n' }],
  [
    'what XML, HTML and CSS link to',
    {
      'a.xml': '<?xml version="1.0"?><!DOCTYPE a SYSTEM "%"><a/>\n',
      'a.html': '<link rel="stylesheet" href="%"><img src="%">\n',
      'a.css': '@import url("%");\n',
    },
  ],
  ['a picture', { 'a.md': '![a](%)\n' }],
];

// The server is of Node, and a worker host has none.
describeNeeds('links', 'a proposal under review', function () {
  this.timeout(60_000);
  const ground = useGround('requests');
  const seen: string[] = [];
  let server: Server;
  let origin = '';

  before(async () => {
    const { createServer } = process.getBuiltinModule('node:http');
    server = createServer((request, response) => {
      seen.push(request.url ?? '');
      response.end('{}');
    }).listen(0, '127.0.0.1');
    await eventually('the server', () => server.listening);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  });
  after(() => void server.close());

  /** Proposes the files, looks at all of them, and opens a file of the disk with a schema, which is fetched after any of theirs. */
  async function requestsOf(files: Readonly<Record<string, string>>, name: string): Promise<readonly string[]> {
    ground.put(`${name}.json`, `{ "$schema": "${origin}control/${name}" }\n`);
    const patch = Object.entries(files).map(([file, text]) => {
      const lines = text.replaceAll('%', `${origin}secret/${file}`).trimEnd().split('\n');
      return `*** Add File: ${ground.path(file)}\n${lines.map((line) => `+${line}`).join('\n')}`;
    });
    const patchText = ['*** Begin Patch', ...patch, '*** End Patch'].join('\n');
    const call = apiCall('apply_patch', { patchText });
    const review = await waitForReview();
    await vscode.commands.executeCommand('redline.reviewPending');
    // VS Code keeps documents of reviews that are over for a while.
    const isShown = ({ uri }: vscode.TextDocument): boolean =>
      uri.scheme === 'redline-proposal' && uri.authority === review && uri.query === 'after';
    const open = (): vscode.TextDocument[] => vscode.workspace.textDocuments.filter(isShown);
    await eventually('the documents', () => open().length === Object.keys(files).length);
    await eventually('their language', () => open().every(({ languageId }) => languageId.startsWith('redline-review')));
    await vscode.window.showTextDocument(ground.uri(`${name}.json`), { preview: false });
    await eventually('the request of a file on the disk', () => seen.includes(`/control/${name}`));
    await press('reject', review);
    assert.equal((await call).success, false);
    return seen.filter((address) => address.startsWith('/secret/'));
  }

  const places: readonly (readonly [where: string, settings: Readonly<Record<string, unknown>>])[] = [
    ['', {}],
    [
      ', where a workspace calls files of such names JSON',
      { 'files.associations': { '*.*': 'json', '**/requests*/**': 'json' } },
    ],
  ];
  for (const pattern of ['*', '* (Redline)', '**', '{a,*)}']) {
    it(`is not shown if a workspace assigns a language to every file: ${pattern}`, async () => {
      await withSettings({ 'redline.rules': [], 'files.associations': { [pattern]: 'json' } }, async () => {
        const outcome = await apiCall('write_file', { filePath: ground.path('a.json'), content: '{}\n' });
        assert.equal(!outcome.success && outcome.error.code, 'PERMISSION_DENIED');
      });
    });
  }

  for (const [where, settings] of places) {
    for (const [index, [what, files]] of proposals.entries()) {
      it(`causes no request for ${what}${where}`, async () => {
        const asking = { 'redline.rules': [], 'json.schemaDownload.trustedDomains': { [origin]: true }, ...settings };
        await withSettings(asking, async () => {
          assert.deepEqual(await requestsOf(files, `control${index}${where === '' ? '' : 'x'}`), []);
        });
      });
    }
  }
});
