import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import {
  exportFileName,
  exportedCallSchema,
  parseExportedCall,
  parseLogs,
} from '../../../src/core/audit/exportedCall.ts';

const hash = 'a'.repeat(64);
/** A line as this version logs it, with a field that an export does not know. */
const logged = {
  time: '2026-11-23T10:00:01.000Z',
  milliseconds: 12,
  folders: ['file:///ws'],
  tool: 'redline_edit_file',
  chat: false,
  caller: { agent: 'codex', session: 's', turn: 't', toolUse: 'u', via: 'hook' },
  outcome: 'ok',
  reads: [{ path: 'a.ts', verdict: 'allow' }],
  verdict: { action: 'ask', protected: false, setting: 'redline.rules', agents: ['codex'] },
  answers: [{ approved: true, surface: 'editor', amended: true }],
  changes: [{ kind: 'update', path: 'a.ts', sha256Before: hash, sha256After: hash }],
  applied: true,
  content: 'SECRET',
};
const line = (changed: object = {}): string => JSON.stringify({ ...logged, ...changed });

/** Lines that are none, and what is wrong with each. */
const broken: readonly (readonly [title: string, line: string])[] = [
  ['cut off', line().slice(0, -9)],
  ['no object', '"text"'],
  ['null', 'null'],
  ['no time', line({ time: undefined })],
  ['a time that is none', line({ time: 'yesterday' })],
  ['a hash that is none', line({ changes: [{ kind: 'update', path: 'a', sha256Before: 'abc', sha256After: null }] })],
  ['an unknown kind', line({ changes: [{ kind: 'burn', path: 'a', sha256Before: null, sha256After: null }] })],
  [
    'content beside a change',
    line({ changes: [{ kind: 'create', path: 'a', sha256Before: null, sha256After: hash, text: 'SECRET' }] }),
  ],
  ['an unknown verdict', line({ verdict: { action: 'maybe', protected: false } })],
];

describe('the exported audit log', () => {
  it('is named after the day of the user, not that of UTC', () => {
    const zone = process.env['TZ'];
    process.env['TZ'] = 'Asia/Tokyo';
    try {
      assert.equal(exportFileName(new Date('2026-01-01T23:30:00Z')), 'redline-audit-2026-01-02.jsonl');
    } finally {
      if (zone === undefined) delete process.env['TZ'];
      else process.env['TZ'] = zone;
    }
  });

  it('has what a line says, flat, and nothing else', () => {
    const { chat: _chat, content: _content, caller, ...rest } = logged;
    assert.deepEqual(parseExportedCall(line()), { version: 1, ...rest, ...caller, agentName: 'Codex' });
  });

  it('reads lines of older versions, which name no caller and no folders', () => {
    const old = parseExportedCall(line({ caller: undefined, folders: undefined, chat: true }));
    assert.deepEqual([old?.agent, old?.via, old?.folders], ['vscode', 'unknown', []]);
    assert.equal(parseExportedCall(line({ caller: undefined }))?.agent, 'extension');
  });

  for (const [title, text] of broken) {
    it(`leaves out a broken line, and counts it: ${title}`, () => {
      const { calls, invalidLineCount: count } = parseLogs([`${text}\n${line()}\n`, '\n  \n']);
      assert.deepEqual([calls.length, count], [1, 1]);
    });
  }

  it('puts the calls of all windows in their order', () => {
    const at = (second: number): string => line({ time: `2026-11-23T10:00:0${second}.000Z`, milliseconds: second });
    const { calls } = parseLogs([`${at(1)}\n${at(4)}\n`, `${at(0)}\n`, `${at(3)}\n${at(2)}`]);
    assert.deepEqual(
      calls.map(({ milliseconds }) => milliseconds),
      [0, 1, 2, 3, 4],
    );
  });

  it('matches the published schema, which describes every field', () => {
    const schema = JSON.parse(readFileSync(new URL('../../../schemas/audit.schema.json', import.meta.url), 'utf8'));
    assert.deepEqual(Object.keys(schema.properties).toSorted(), Object.keys(exportedCallSchema.shape).toSorted());
    assert.equal(schema.additionalProperties, false);
    for (const [name, field] of Object.entries<{ description?: string }>(schema.properties))
      assert.ok((field.description ?? '').length > 5, name);
    const { success } = exportedCallSchema.safeParse(parseExportedCall(line()));
    assert.equal(success, true);
  });
});
