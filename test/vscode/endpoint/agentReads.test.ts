import assert from 'node:assert/strict';
import { ToolError } from '../../../src/core/wording/errors.ts';
import { dialects } from '../../../src/core/dialects/dialects.ts';
import { HookWindow } from './hookWindow.ts';

describe('what an agent reads by its own tools', () => {
  const rows: readonly (readonly [agent: string, tool: string, input: object, paths: readonly string[]])[] = [
    ['claude', 'Grep', { pattern: 'KEY', path: '/ws/.env' }, ['/ws/.env']],
    ['claude', 'Grep', { pattern: 'KEY', path: '/ws/', glob: '.env' }, ['/ws/', '/ws/.env']],
    ['claude', 'Grep', { pattern: 'KEY', glob: '.env' }, ['.env']],
    ['claude', 'Grep', { pattern: 'KEY', glob: '**/.env' }, ['.env']],
    // Several, between blanks or commas.
    ['claude', 'Grep', { pattern: 'KEY', glob: 'a.ts .env' }, ['a.ts .env', 'a.ts', '.env']],
    ['claude', 'Grep', { pattern: 'KEY', glob: '*.ts,.env' }, ['.env']],
    ['claude', 'Grep', { pattern: 'KEY', path: 'in', glob: '{a,.env}' }, ['in', 'in/a', 'in/.env']],
    ['claude', 'Grep', { pattern: 'KEY', glob: '{*.ts,b} .env' }, ['b .env', 'b', '.env']],
    // A backslash escapes.
    ['opencode', 'grep', { pattern: 'KEY', include: '\\.env' }, ['.env']],
    // VS Code puts this in front before its hook sees the input.
    ['vscode', 'grep_search', { query: 'KEY', includePattern: '**/.env' }, ['.env']],
    ['vscode', 'grep_search', { query: 'KEY', includePattern: '/ws/.env' }, ['/ws/.env', 'ws/.env']],
    ['claude', 'Grep', { pattern: 'KEY' }, []],
    ['gemini', 'grep_search', { pattern: 'KEY', dir_path: 'in', include: '.env' }, ['in', 'in/.env']],
    ['qwen', 'grep_search', { pattern: 'KEY', path: '.env' }, ['.env']],
    ['opencode', 'grep', { pattern: 'KEY', include: '.env' }, ['.env']],
    ['copilot', 'rg', { pattern: 'KEY', path: '.env' }, ['.env']],
    ['vscode', 'grep_search', { query: 'KEY', includePattern: 'in/.env' }, ['in/.env']],
    ['vscode', 'view_image', { filePath: '/ws/secret/key.png' }, ['/ws/secret/key.png']],
    ['vscode', 'get_errors', { filePaths: ['/ws/.env', '/ws/a.txt'] }, ['/ws/.env', '/ws/a.txt']],
    ['vscode', 'copilot_getNotebookSummary', { filePath: '/ws/a.ipynb' }, ['/ws/a.ipynb']],
    ['vscode', 'read_notebook_cell_output', { filePath: '/ws/a.ipynb', cellId: '1' }, ['/ws/a.ipynb']],
    ['vscode', 'read_file', { filePath: 'file:/ws/.env' }, ['/ws/.env']],
    ['vscode', 'read_file', { filePath: 'file:///ws/%2Eenv?x#y' }, ['/ws/.env']],
    ['vscode', 'view_image', { filePath: 'file:ws/%ff/../.env' }, ['/ws/%ff/../.env']],
    ['vscode', 'read_file', { filePath: 'ws/.env?a:b' }, ['/ws/.env']],
    ['vscode', 'read_file', { filePath: 'vscode-userdata:/ws/.env' }, ['/ws/.env']],
    // Escapes of no character stay, but not those beside them.
    ['vscode', 'read_file', { filePath: 'file:///ws/%ff%2f..%2f%2eenv' }, ['/ws/%ff/../.env']],
    ['vscode', 'read_file', { filePath: 'file:///ws/%C3%A4%zz%2Eenv' }, ['/ws/%C3%A4%zz.env']],
    ['vscode', 'read_file', { filePath: 'file:///ws/%2e%ff%C3%A4%F0%9F%98%80' }, ['/ws/%2e%ffä😀']],
    ['vscode', 'read_file', { filePath: 'file:///ws/%252eenv' }, ['/ws/%2eenv']],
    ['vscode', 'read_file', { filePath: 'file://localhost/ws/.env' }, ['/ws/.env']],
    ['vscode', 'read_file', { filePath: 'vscode-remote://ssh-remote+a%2Fb/ws/.env' }, ['/ws/.env']],
    ['vscode', 'read_file', { filePath: 'VSCODE-VFS://github/ws/%2E%2E/.env' }, ['/ws/../.env']],
    [
      'vscode',
      'get_errors',
      { filePaths: ['file:///c%3A/ws/.env', 'C:/ws/a?b', 'in/.env', '/ws/a:b?c'] },
      ['c:/ws/.env', 'C:/ws/a?b', 'in/.env', '/ws/a:b?c'],
    ],
    ['vscode', 'fetch_webpage', { urls: ['https://a.b/.env', 'file:///ws/%2Eenv?x#y'], query: '' }, ['/ws/.env']],
    [
      'vscode',
      'fetch_webpage',
      { urls: ['file:/ws/.env', '/ws/.env', 'FILE:///C:/ws/.env'] },
      ['/ws/.env', '/ws/.env', 'C:/ws/.env'],
    ],
    ['vscode', 'open_browser_page', { url: 'file:///ws/a%b.txt' }, ['/ws/a%b.txt']],
    ['vscode', 'navigate_page', { type: 'url', url: 'file:///ws/.env' }, ['/ws/.env']],
    [
      'vscode',
      'fetch_webpage',
      { urls: ['file:///ws/%ff/%2Eenv', 'file://localhost/ws/.env'] },
      ['/ws/%ff/.env', '/ws/.env'],
    ],
    // A browser takes out ends of lines and tabs, and every backslash for a slash.
    ['vscode', 'open_browser_page', { url: 'fi\nle:///ws/.e\tnv' }, ['/ws/.env']],
    ['vscode', 'open_browser_page', { url: 'file:\\\\\\ws\\.env' }, ['/ws/.env']],
    ['vscode', 'navigate_page', { type: 'url', url: 'view-source:file:///ws/.env' }, ['/ws/.env']],
    [
      'vscode',
      'fetch_webpage',
      { urls: ['vscode-userdata:/ws/%2Eenv', 'vscode-vfs://a/ws/.env'] },
      ['/ws/.env', '/ws/.env'],
    ],
  ];
  for (const [agent, tool, input, paths] of rows) {
    it(`is named by a search: ${agent} ${JSON.stringify(input)}`, () => {
      const call = { phase: 'preToolUse', event: 'PreToolUse', tool, input, cwd: '/ws' } as const;
      const intent = dialects.get(agent)?.intentOf(call);
      assert.ok(intent?.kind === 'read', JSON.stringify(intent));
      assert.deepEqual(intent.paths, paths);
    });
  }

  it('is nothing where all that is fetched is on the web', () => {
    for (const input of [{ urls: ['https://a.b/c', 'http://a.b'] }, { url: 'about:blank' }, { urls: [7] }, {}]) {
      const call = { phase: 'preToolUse', event: 'PreToolUse', tool: 'fetch_webpage', input, cwd: '/ws' } as const;
      assert.deepEqual(dialects.get('vscode')?.intentOf(call), { kind: 'unknown' });
    }
  });

  it('is refused where a query may name another file than the path', () => {
    const uri = 'git:/ws/a.txt?{"path":"/ws/.env","ref":"HEAD"}';
    for (const [tool, input] of [
      ['read_file', { filePath: uri }],
      ['get_errors', { filePaths: ['/ws/a.txt', uri] }],
      ['fetch_webpage', { urls: [uri] }],
      ['navigate_page', { url: ` GIT:/ws/a\n.txt?%7B%22path%22` }],
    ] as const) {
      const call = { phase: 'preToolUse', event: 'PreToolUse', tool, input, cwd: '/ws' } as const;
      const intent = dialects.get('vscode')?.intentOf(call);
      assert.ok(intent?.kind === 'unpredictable', tool);
      assert.match(intent.why, /Send the absolute path/);
    }
  });

  it('is refused where git says that a secret has changed which can be read no more, and else asked about', async () => {
    const window = new HookWindow({ 'a.txt': 'one', '.env': 'KEY=1' });
    window.memory.asking.add('.env').add('old.key');
    const read: string[] = [];
    window.onRead = (path) => void read.push(path);
    const answer = async (...changed: readonly string[]): Promise<string> => {
      window.changed = changed;
      return (await window.call('vscode', 'get_changed_files', {}).output).stdout;
    };
    assert.equal(await answer('/ws/a.txt'), '');
    assert.deepEqual(read, []);
    assert.equal(await answer('/ws/a.txt', '/ws/.env'), '');
    assert.deepEqual(read, ['.env']);
    assert.match(await answer('/ws/a.txt', '/ws/old.key'), /"deny".*\[PERMISSION_DENIED\].*old\.key/);
  });

  it('is left to the agent where the person has allowed it and it is only too large for Redline', async () => {
    const window = new HookWindow({ '.env': 'KEY=1' });
    window.memory.asking.add('.env');
    const answerTo = async (code: 'TOO_LARGE' | 'REJECTED'): Promise<string> => {
      window.onRead = () => {
        throw new ToolError(code, 'No.');
      };
      return (await window.call('claude', 'Read', { file_path: '/ws/.env' }).output).stdout;
    };
    assert.equal(await answerTo('TOO_LARGE'), '');
    assert.match(await answerTo('REJECTED'), /"deny".*REJECTED/);
  });

  it('is refused by a path that leads elsewhere where a folder in it is a link', async () => {
    const window = new HookWindow({ 'a.txt': 'one' });
    const { decision, reason } = await window.call('qwen', 'read_file', { file_path: '/ws/link/../.env' }).answer;
    assert.equal(decision, 'deny');
    assert.match(reason, /VALIDATION_ERROR.*Send the path without "\.\."/);
  });

  const outside: readonly (readonly [path: string, isRefused: boolean, cwd?: string])[] = [
    ['/home/me/.ssh/id_rsa', true],
    ['/home/me/./.env', true],
    ['/home/me/.env.example', false],
    ['/home/me/notes.txt', false],
    ['/ws/a.txt', false],
    // The home, for some agents.
    ['~/.ssh/id_rsa', true],
    ['~/notes.txt', false],
    // A folder of this name.
    ['./~/.ssh/id_rsa', false],
    ['known_hosts', true, '/home/me/.ssh'],
    ['./notes.txt', false, '/home/me'],
  ];
  for (const [path, isRefused, cwd = '/ws'] of outside) {
    it(`is refused where it is a secret outside of the workspace: ${path} in ${cwd}`, async () => {
      const window = new HookWindow({ 'a.txt': 'one' });
      const stdin = { hook_event_name: 'PreToolUse', tool_name: 'Read', tool_input: { file_path: path }, cwd };
      const { stdout } = await window.hooks.answer('claude', stdin, new AbortController().signal);
      if (isRefused) assert.match(stdout, /"deny".*\[PERMISSION_DENIED\].*redline\.externalPaths/);
      else assert.equal(stdout, '');
    });
  }
});

describe('a path with white space at its ends', () => {
  it('is judged without it, too, if it is read, and refused if it is changed', async () => {
    const window = new HookWindow({ 'a.txt': 'one', 'private/notes.txt': 'two' });
    window.memory.denied = /^private/;
    for (const [tool, input, reason] of [
      ['Read', { file_path: ' private/notes.txt' }, /PERMISSION_DENIED/],
      ['Read', { file_path: '\t/ws/private/notes.txt\n' }, /PERMISSION_DENIED/],
      ['Grep', { pattern: 'x', path: ' /ws/private' }, /PERMISSION_DENIED/],
      ['Write', { file_path: '/ws/a.txt ', content: 'x' }, /Send it without that/],
      ['Edit', { file_path: ' a.txt', old_string: 'one', new_string: 'x' }, /Send it without that/],
    ] as const) {
      const { decision, reason: given } = await window.call('claude', tool, input).answer;
      assert.equal(decision, 'deny', JSON.stringify(input));
      assert.match(given, reason);
    }
    const { stdout } = await window.call('claude', 'Read', { file_path: ' a.txt' }).output;
    assert.equal(stdout, '');
  });
});
