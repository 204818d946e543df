import assert from 'node:assert/strict';
import { inEnglish } from '../../../src/core/wording/phrase.ts';
import type { Change } from '../../../src/core/change/change.ts';
import { dialects } from '../../../src/core/dialects/dialects.ts';
import { planByOwnTool, type OwnPlan } from '../../../src/tools/hooks/planByOwnTool.ts';
import { MemoryWorld, type Given } from '../memoryWorld.ts';

/** Plans a call of an agent's own tool; undefined where its result cannot be known. */
async function planned(world: MemoryWorld, agent: string, tool: string, input: object): Promise<OwnPlan | undefined> {
  const dialect = dialects.get(agent);
  const intent = dialect?.intentOf({ phase: 'preToolUse', event: 'PreToolUse', tool, input, cwd: '/ws' });
  assert.ok(dialect !== undefined && intent?.kind === 'changes');
  const { call } = world;
  const ports = world.world();
  const context = {
    workspace: ports.workspaceFor(call),
    queries: ports.queriesFor(call),
    reads: ports.readsFor(call),
    languages: ports.languages,
    signal: call.signal,
  };
  return planByOwnTool(intent.operations, '/ws', dialect, context, () => '\n');
}

function rowOf(change: Change): string {
  const bytes = 'after' in change && 'bytes' in change.after ? change.after.bytes : undefined;
  const text = bytes === undefined ? '' : `: ${new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)}`;
  const from = 'from' in change ? `${change.from.path} to ` : '';
  return `${change.kind} ${from}${change.at.path}${text}`;
}

const patch = (...lines: readonly string[]): string => ['*** Begin Patch', ...lines, '*** End Patch', ''].join('\n');
const claudeEdit = { file_path: '/ws/a', old_string: 'two', new_string: 'TWO' };

interface Row {
  readonly name: string;
  readonly agent: string;
  readonly tool: string;
  readonly files?: Readonly<Record<string, Given>>;
  readonly input: object;
  readonly title?: string;
  /** Undefined where the result cannot be known. */
  readonly changes: readonly string[] | undefined;
}

const rows: readonly Row[] = [
  {
    name: 'a patch gives a last line without an ending one',
    agent: 'codex',
    tool: 'apply_patch',
    files: { a: 'one\ntwo' },
    input: { command: patch('*** Update File: a', '@@', '-one', '+ONE') },
    title: 'Patch a',
    changes: ['update a: ONE\ntwo\n'],
  },
  {
    name: 'a patch adds a file over one that is there',
    agent: 'codex',
    tool: 'apply_patch',
    files: { a: 'one\n' },
    input: { command: patch('*** Add File: a', '+two') },
    changes: ['update a: two\n'],
  },
  {
    name: 'a patch of four files',
    agent: 'codex',
    tool: 'apply_patch',
    files: { a: 'one\n', b: 'two\n', c: 'three\n' },
    input: {
      command: patch(
        '*** Update File: a',
        '*** Move to: in/a',
        '@@',
        '-one',
        '+ONE',
        '*** Delete File: b',
        '*** Add File: new/d',
        '+four',
        '*** Update File: c',
        '@@',
        '-three',
        '+THREE',
      ),
    },
    title: 'Patch 4 files',
    changes: [
      'createDirectory in',
      'createDirectory new',
      'move a to in/a: ONE\n',
      'delete b',
      'create new/d: four\n',
      'update c: THREE\n',
    ],
  },
  {
    name: 'an edit of a file with CRLF and a mark',
    agent: 'claude',
    tool: 'Edit',
    files: { a: '\ufeffone\r\ntwo\r\n' },
    input: claudeEdit,
    title: 'Edit a',
    changes: ['update a: \ufeffone\r\nTWO\r\n'],
  },
  {
    name: 'a write over a file with CRLF and a mark',
    agent: 'claude',
    tool: 'Write',
    files: { a: '\ufeffone\r\ntwo\r\n' },
    input: { file_path: '/ws/a', content: 'one\n' },
    title: 'Overwrite a',
    changes: ['update a: \ufeffone\n'],
  },
  {
    name: 'a new file in a new folder',
    agent: 'copilot',
    tool: 'create',
    files: {},
    input: { path: '/ws/new/a', file_text: 'one' },
    title: 'Create new/a',
    changes: ['createDirectory new', 'create new/a: one'],
  },
  {
    name: 'an edit that takes the line along',
    agent: 'claude',
    tool: 'Edit',
    files: { a: 'one\ntwo\nthree\n' },
    input: { ...claudeEdit, new_string: '' },
    changes: ['update a: one\nthree\n'],
  },
  {
    name: 'line endings that the editor makes one',
    agent: 'vscode',
    tool: 'replace_string_in_file',
    files: { a: 'one\r\ntwo\nthree\r\nfour\r\n' },
    input: { filePath: '/ws/a', oldString: 'two', newString: 'TWO' },
    changes: ['update a: one\r\nTWO\r\nthree\r\nfour\r\n'],
  },
  {
    name: 'two files of one call',
    agent: 'vscode',
    tool: 'multi_replace_string_in_file',
    files: { a: 'one\n', b: 'one\n' },
    input: {
      replacements: [
        { filePath: '/ws/a', oldString: 'one', newString: '1' },
        { filePath: '/ws/b', oldString: 'one', newString: '2' },
      ],
    },
    title: 'Edit 2 files',
    changes: ['update a: 1\n', 'update b: 2\n'],
  },
  {
    name: 'two names of one file',
    agent: 'vscode',
    tool: 'multi_replace_string_in_file',
    files: { a: 'one\ntwo\n' },
    input: {
      replacements: [
        { filePath: '/ws/a', oldString: 'one', newString: '1' },
        { filePath: '/ws/./a', oldString: 'two', newString: '2' },
      ],
    },
    changes: undefined,
  },
  {
    name: 'a text that is not there',
    agent: 'claude',
    tool: 'Edit',
    files: { a: 'one\n' },
    input: claudeEdit,
    changes: undefined,
  },
  {
    name: 'a file that is no text in UTF-8',
    agent: 'claude',
    tool: 'Edit',
    files: { a: new Uint8Array([0xff, 0xfe, 0x74, 0, 0x77, 0, 0x6f, 0]) },
    input: claudeEdit,
    changes: undefined,
  },
  {
    name: 'a patch that does not fit exactly',
    agent: 'codex',
    tool: 'apply_patch',
    files: { a: '  one\n' },
    input: { command: patch('*** Update File: a', '@@', '-one', '+ONE') },
    changes: undefined,
  },
  {
    name: 'nothing to change',
    agent: 'claude',
    tool: 'Write',
    files: { a: 'one\n' },
    input: { file_path: '/ws/a', content: 'one\n' },
    changes: undefined,
  },
];

describe("what an agent's own tool will write", () => {
  for (const { name, agent, tool, files = {}, input, title, changes } of rows) {
    it(`${agent} ${tool}: ${name}`, async () => {
      const plan = await planned(new MemoryWorld(files), agent, tool, input);
      assert.deepEqual(plan?.changes.map(rowOf), changes);
      if (title !== undefined) assert.equal(plan === undefined ? undefined : inEnglish(plan.title), title);
    });
  }
});
