import assert from 'node:assert/strict';
import {
  callOf,
  dialectOf,
  printed,
  readsAs,
  replaceOnly,
  replacing,
  sameEndings,
  sameMark,
  unknown,
  writesWhatWasApproved,
  writing,
} from '../table.ts';

const path = '/p/a.txt';

/** What the real tools wrote of texts on which agents differ; `after` is undefined where nothing is predicted. */
type Case = readonly [
  name: string,
  oldText: string,
  newText: string,
  all: boolean,
  before: string | undefined,
  after: string | undefined,
];

describe('dialect: OpenCode', () => {
  const opencode = dialectOf('opencode');
  const written = (tool: string, args: unknown): unknown => ({
    event: 'tool.execute.before',
    tool,
    sessionID: 's1',
    callID: 'c1',
    args,
    cwd: '/p',
  });
  const edit = { filePath: path, oldString: 'two', newString: 'TWO' };
  const patchText = '*** Begin Patch\n*** Add File: b.txt\n+x\n*** End Patch';

  readsAs('opencode', written, [
    ['one place', 'edit', edit, replacing(path, 'two', 'TWO')],
    ['every place', 'edit', { ...edit, replaceAll: true }, replacing(path, 'two', 'TWO', true)],
    ['no new text', 'edit', { filePath: path, oldString: 'two' }, 'unpredictable'],
    ['a file', 'write', { filePath: path, content: 'x' }, writing(path, 'x')],
    ['a patch', 'apply_patch', { patchText }, { kind: 'changes', operations: [{ kind: 'patch', text: patchText }] }],
    ['a file', 'read', { filePath: path }, { kind: 'read', paths: [path] }],
    ['a command', 'bash', { command: 'ls' }, { kind: 'shell', command: 'ls' }],
    ["Redline's own tool", 'redline_edit_file', {}, unknown],
  ]);

  it('writes what cannot be shown where it formats files, and reads them as ever', () => {
    const intentOf = (tool: string, args: object, formats: unknown) => {
      const stdin = { event: 'tool.execute.before', tool, sessionID: 's1', callID: 'c1', args, cwd: '/p', formats };
      return opencode.intentOf(callOf(opencode, stdin));
    };
    for (const [tool, args] of [
      ['edit', edit],
      ['write', { filePath: path, content: 'x' }],
      ['apply_patch', { patchText }],
    ] as const) {
      const intent = intentOf(tool, args, true);
      assert.ok(intent.kind === 'unpredictable');
      assert.match(intent.why, /formats files[^]*Call Redline's edit_file/);
      assert.equal(intentOf(tool, args, false).kind, 'changes');
    }
    assert.equal(intentOf('read', { filePath: path }, true).kind, 'read');
  });

  it('answers as its plugin reads', () => {
    const call = callOf(opencode, written('edit', edit));
    assert.equal(call.sessionId, 's1');
    assert.equal(call.toolUseId, 'c1');
    assert.deepEqual(printed(opencode.answer.allow(call)), { decision: 'allow' });
    assert.deepEqual(printed(opencode.answer.allow(call, 'words')), { decision: 'allow', reason: 'words' });
    assert.deepEqual(printed(opencode.answer.deny(call, 'no')), { decision: 'deny', reason: 'no' });
    const amended = { decision: 'amend', args: { ...edit, newString: '2' }, reason: 'words' };
    assert.deepEqual(printed(opencode.answer.amend(call, { ...edit, newString: '2' }, 'words')), amended);
  });

  writesWhatWasApproved(
    'opencode',
    written('edit', edit),
    (before, input) => {
      const eol = before.includes('\r\n') ? '\r\n' : '\n';
      const adapted = (name: string): string => String(input[name]).replace(/\r?\n/g, eol);
      return replaceOnly(before, adapted('oldString'), adapted('newString'));
    },
    (before, after) =>
      !sameMark(before, after) ||
      !sameEndings(before, after) ||
      !before.includes('\n') ||
      after.startsWith('\ufeff\ufeff'),
  );

  describe('texts on which agents differ', () => {
    const resultOf = (tool: string, args: object, before: string | undefined): string | undefined => {
      const intent = opencode.intentOf(callOf(opencode, { event: 'tool.execute.before', tool, args }));
      const [operation] = intent.kind === 'changes' ? intent.operations : [];
      return operation === undefined ? undefined : opencode.predictEdit(operation, before);
    };
    const edits: readonly Case[] = [
      ['takes $$ for $ where it replaces every place', 'a', '$$', true, 'a-a', '$-$'],
      ['takes $& for what is replaced there', 'a', '[$&]', true, 'a-a', '[a]-[a]'],
      ['takes them as they are in one place', 'a', '$$', false, 'a', '$$'],
      ['does not see a byte order mark', '\ufeffa', 'b', false, '\ufeffa', undefined],
      ['keeps a byte order mark', 'a', 'b', false, '\ufeffa', '\ufeffb'],
      ['puts no second one', 'a', '\ufeffb', false, '\ufeffa', '\ufeffb'],
      ['drops a second one', 'a', 'b', false, '\ufeff\ufeffa', '\ufeffb'],
      ['creates a file with one at most', '', '\ufeff\ufeffb', false, undefined, undefined],
    ];
    for (const [name, oldString, newString, replaceAll, before, after] of edits)
      it(`edit ${name}`, () => {
        assert.equal(resultOf('edit', { filePath: '/p/a.txt', oldString, newString, replaceAll }, before), after);
      });

    it('write puts one byte order mark at most', () => {
      const written = (content: string, before?: string) => resultOf('write', { filePath: '/p/a', content }, before);
      assert.equal(written('\ufeffb', 'a'), '\ufeffb');
      assert.equal(written('b', '\ufeffa'), '\ufeffb');
      assert.equal(written('\ufeff\ufeffb', 'a'), undefined);
    });
  });
});
