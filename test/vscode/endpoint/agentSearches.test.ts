import assert from 'node:assert/strict';
import { ToolError } from '../../../src/core/wording/errors.ts';
import { requireReadable } from '../../../src/vscode/endpoint/hooks/requireReadable.ts';
import { HookWindow } from './hookWindow.ts';

describe('what an agent finds by its own searches', () => {
  const secrets = {
    '.env': 'KEY=1',
    'in/deep/.env': 'KEY=2',
    'in/a.pem': 'KEY=3',
    'in/a.ts': 'x',
    'in/a.sql': 's',
    '.aws/config': 'k',
  };
  const searches: readonly (readonly [agent: string, tool: string, input: object, asked: readonly string[]])[] = [
    ['vscode', 'grep_search', { query: 'K', includePattern: '**/.env' }, ['.env', 'in/deep/.env']],
    ['vscode', 'grep_search', { query: 'K', includePattern: '**/.ENV' }, ['.env', 'in/deep/.env']],
    ['vscode', 'grep_search', { query: 'K', includePattern: '/ws/in/**/.env' }, ['in/deep/.env']],
    ['vscode', 'grep_search', { query: 'K', includePattern: '**/*.ts' }, []],
    ['vscode', 'grep_search', { query: 'K' }, []],
    ['claude', 'Grep', { pattern: 'K', glob: '*.ts, .env' }, ['.env', 'in/deep/.env']],
    ['claude', 'Grep', { pattern: 'K', path: '/ws/in', glob: '*.{ts,pem}' }, ['in/a.pem']],
    ['claude', 'Grep', { pattern: 'K', glob: '.env*' }, ['.env', 'in/deep/.env']],
    ['claude', 'Grep', { pattern: 'K', path: 'in' }, []],
    // A folder whose files are secrets.
    ['claude', 'Grep', { pattern: 'K', path: '/ws/.aws/' }, ['.aws/config']],
    ['copilot', 'rg', { pattern: 'K', paths: ['.aws'] }, ['.aws/config']],
    // The same with a glob that names no secret, and in a glob.
    ['claude', 'Grep', { pattern: 'K', path: '/ws/.aws', glob: '*' }, ['.aws/config']],
    ['claude', 'Grep', { pattern: 'K', path: '.aws', glob: '!x' }, ['.aws/config']],
    ['copilot', 'rg', { pattern: 'K', paths: ['.aws'], glob: '*.ts' }, ['.aws/config']],
    ['vscode', 'grep_search', { query: 'K', includePattern: '.aws/**' }, ['.aws/config']],
    ['vscode', 'grep_search', { query: 'K', includePattern: '**/{in,.aws}/*.{c,d}*' }, ['.aws/config']],
    ['vscode', 'grep_search', { query: 'K', includePattern: '.aws' }, ['.aws/config']],
    ['vscode', 'grep_search', { query: 'K', includePattern: '/ws/.aws/*' }, ['.aws/config']],
    ['claude', 'Grep', { pattern: 'K', glob: '.aws\\\\*' }, ['.aws/config']],
    // Names of the user's own rules.
    ['claude', 'Grep', { pattern: 'K', glob: '*.sql' }, ['in/a.sql']],
    ['vscode', 'grep_search', { query: 'K', includePattern: '/ws/in/*.{ts,sql}' }, ['in/a.sql']],
    ['vscode', 'grep_search', { query: 'K', includePattern: '**/a.sql' }, ['in/a.sql']],
    // No path.
    ['claude', 'Grep', { pattern: 'K', path: '', glob: '.env' }, ['.env', 'in/deep/.env']],
    ['gemini', 'read_many_files', { include: ['in/**'] }, ['in/a.pem', 'in/a.sql', 'in/deep/.env']],
    ['qwen', 'read_many_files', { paths: ['in/a.*'] }, ['in/a.pem', 'in/a.sql']],
    ['gemini', 'read_many_files', { include: ['@in/a.*'] }, ['in/a.pem', 'in/a.sql']],
  ];
  for (const [agent, tool, input, asked] of searches) {
    it(`is asked about before a search finds secrets: ${agent} ${JSON.stringify(input)}`, async () => {
      const window = new HookWindow(secrets);
      for (const path of Object.keys(secrets)) if (!path.endsWith('.ts')) window.memory.asking.add(path);
      // What a rule for the folder would match, and one for `**/*.sql`.
      for (const path of ['.aws/_', '.sql', 'in/.sql', 'a.sql']) window.memory.asking.add(path);
      const read = new Set<string>();
      window.onRead = (path) => void read.add(path);
      const event = agent === 'gemini' ? 'BeforeTool' : 'PreToolUse';
      const stdin = { hook_event_name: event, tool_name: tool, tool_input: input, cwd: '/ws' };
      const { stdout } = await window.hooks.answer(agent, stdin, new AbortController().signal);
      assert.equal(stdout, '');
      assert.deepEqual([...read].sort(), asked);
    });
  }

  it('is asked about among many files, but not in packages that are no secrets', async () => {
    const many = Array.from({ length: 1001 }, (_, index) => [`${index}/package.json`, '{}'] as const);
    const window = new HookWindow({ ...Object.fromEntries(many), 'in/.env': 'K' });
    for (const [path] of [...many, ['in/.env'] as const]) window.memory.asking.add(path);
    const read: string[] = [];
    window.onRead = (path) => void read.push(path);
    for (const [tool, input] of [
      ['grep_search', { pattern: 'K', glob: '**/package.json' }],
      ['read_many_files', { paths: ['**/*'] }],
    ] as const)
      assert.equal((await window.call('qwen', tool, input).answer).decision, 'allow');
    assert.deepEqual(read, ['in/.env']);
  });

  it('is refused in a folder that rules restrict, if it has more files than are judged', async () => {
    const many = Array.from({ length: 1001 }, (_, index) => [`private/${index}.txt`, ''] as const);
    const window = new HookWindow(Object.fromEntries(many));
    window.memory.asking.add('private/_');
    const { decision, reason } = await window.call('claude', 'Grep', { pattern: 'K', path: '/ws/private' }).answer;
    assert.equal(decision, 'deny');
    assert.match(reason, /PERMISSION_DENIED.*too many files/);
  });

  it('is refused where its glob leads out of its folder, as a link may be on the way', async () => {
    const window = new HookWindow({ 'in/a.ts': 'x', '.aws/config': 'k' });
    for (const glob of ['../.aws/*.txt', '*.ts ../.aws/**/x']) {
      // oxlint-disable-next-line no-await-in-loop -- one call at a time
      const { decision, reason } = await window.call('claude', 'Grep', { pattern: 'K', path: 'in', glob }).answer;
      assert.equal(decision, 'deny');
      assert.match(reason, /Send the path without "\.\."/);
    }
  });

  it('is refused where it names more searches than can be made', async () => {
    const window = new HookWindow({ 'a.txt': 'one' });
    const globs = Array.from({ length: 50 }, (_, index) => `${index}/*/.env`).join(' ');
    const { reason } = await window.call('claude', 'Grep', { pattern: 'K', glob: globs }).answer;
    assert.match(reason, /PERMISSION_DENIED.*too many files/);
  });

  it('is refused where rules deny the folder or the files that it names', async () => {
    const window = new HookWindow({ 'private/a.txt': 'x' });
    window.memory.denied = /^private\/|\.sql$/;
    for (const input of [
      { pattern: 'x', path: '/ws/private' },
      { pattern: 'x', path: '/ws/private', glob: '*.txt' },
      { pattern: 'x', glob: 'private/*.txt' },
      { pattern: 'x', glob: '*.sql' },
    ])
      // oxlint-disable-next-line no-await-in-loop -- one call at a time
      assert.equal((await window.call('claude', 'Grep', input).answer).decision, 'deny', JSON.stringify(input));
  });

  it('is refused where it finds a file that a rule denies, which is not told', async () => {
    const window = new HookWindow({ 'in/.env': 'KEY=1', 'in/a.pem': 'KEY=2', 'in/b.pem': 'KEY=3' });
    window.memory.denied = /^in\/(?:\.env|a\.pem)$/;
    for (const input of [
      { pattern: 'K', glob: '.env*' },
      { pattern: 'K', path: '/ws/in', glob: '*.{ts,pem}' },
    ]) {
      // oxlint-disable-next-line no-await-in-loop -- one call at a time
      const { decision, reason } = await window.call('claude', 'Grep', input).answer;
      assert.equal(decision, 'deny', JSON.stringify(input));
      assert.match(reason, /PERMISSION_DENIED/);
      assert.doesNotMatch(reason, /in\/|a\.pem/);
    }
    assert.equal((await window.call('claude', 'Grep', { pattern: 'K', glob: 'b*.pem' }).answer).decision, 'allow');
  });

  it('is refused where it finds a link that a rule denies, which is not told, although it leads outside', async () => {
    const { memory } = new HookWindow({ 'in/.env': 'KEY=1' });
    memory.denied = /\.env$/;
    const inside = memory.world().workspaceFor(memory.call);
    const workspace: typeof inside = {
      ...inside,
      locate: async (path, links) => {
        if (path.endsWith('.env') && links !== 'link') throw new ToolError('OUTSIDE_WORKSPACE', 'It is outside.');
        return inside.locate(path, links);
      },
    };
    const read = { paths: [], searches: [{ folder: '/ws/in', glob: '.env*' }], showsChanges: false, cwd: '/ws' };
    await assert.rejects(requireReadable(read, workspace, memory.world().queriesFor(memory.call)), (cause) => {
      assert(cause instanceof ToolError);
      assert.equal(cause.code, 'PERMISSION_DENIED');
      assert.doesNotMatch(cause.message, /\.env/);
      return true;
    });
  });
});
