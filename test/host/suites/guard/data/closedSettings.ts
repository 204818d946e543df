import { call, read, write, type Row } from './row.ts';

/** A setting that shuts something, and what then is refused. */
export interface Shut {
  readonly title: string;
  /** User settings, by their whole names. */
  readonly user?: Readonly<Record<string, unknown>>;
  /** Settings that the workspace brings along. */
  readonly workspace?: Readonly<Record<string, unknown>>;
  readonly rows: readonly Row[];
  /** Names that no answer may tell. */
  readonly untold?: readonly string[];
}

const all = ['read', 'create', 'update', 'delete', 'move'];

export const shut: readonly Shut[] = [
  {
    title: 'changes switched off',
    user: { 'redline.writesEnabled': false },
    rows: [write('a.txt', 'WRITES_DISABLED'), call('delete', 'delete', { path: 'a.txt' }, 'WRITES_DISABLED')],
  },
  {
    title: 'a switch that is no switch',
    user: { 'redline.writesEnabled': 'true' },
    rows: [write('a.txt', 'WRITES_DISABLED')],
  },
  {
    title: 'a rule that cannot be read',
    user: { 'redline.rules': [{ operations: all, paths: ['**'], action: 'alow' }] },
    rows: [write('new.txt', 'WRITES_DISABLED'), write('a.txt', 'asked to read'), read('.env', 'asked to read')],
  },
  {
    title: 'a rule with a "!"',
    user: { 'redline.rules': [{ operations: ['create', 'update'], paths: ['!lib/**'], action: 'deny' }] },
    rows: [
      write('a.txt', 'WRITES_DISABLED'),
      write('lib/app.ts', 'asked'),
      call('delete', 'delete', { path: 'a.txt' }, 'asked'),
    ],
  },
  {
    title: 'a rule that lets one folder be written',
    user: {
      'redline.rules': [{ operations: all.slice(1), paths: ['**'], except: ['/lib/**'], action: 'deny' }],
    },
    rows: [
      write('a.txt', 'PERMISSION_DENIED'),
      write('new/lib/a.txt', 'PERMISSION_DENIED'),
      write('lib/app.ts', 'asked'),
      write('in-dir/app.ts', 'PERMISSION_DENIED'),
      call('move out of it', 'move', { from: 'lib/app.ts', to: 'app.ts' }, 'PERMISSION_DENIED'),
      call('move into it', 'move', { from: 'a.txt', to: 'lib/a.txt' }, 'PERMISSION_DENIED'),
    ],
  },
  {
    title: 'rules that are no list',
    user: { 'redline.rules': { '**': 'allow' } },
    rows: [write('a.txt', 'WRITES_DISABLED')],
  },
  {
    title: 'a broken list of protected files',
    user: { 'redline.protectedFiles': ['{'] },
    rows: [write('a.txt', 'asked'), read('.env', 'asked to read')],
  },
  {
    title: 'a workspace that allows itself',
    workspace: { 'redline.workspaceRules': [{ operations: all, paths: ['**'], action: 'allow' }] },
    rows: [write('a.txt', 'asked'), write('.env', 'asked to read')],
  },
  {
    title: 'a workspace whose rule cannot be used',
    workspace: { 'redline.workspaceRules': [{ operations: ['update'], paths: ['!lib'], action: 'deny' }] },
    rows: [write('a.txt', 'WRITES_DISABLED'), write('lib/app.ts', 'asked')],
  },
  {
    title: 'a workspace that sets what only the user may',
    workspace: {
      'redline.rules': [{ operations: all, paths: ['**'], action: 'allow' }],
      'redline.protectedFiles': [],
      'redline.externalPaths': 'ask',
    },
    rows: [write('a.txt', 'asked'), write('innocent.md', 'asked'), read('out-file', 'OUTSIDE_WORKSPACE')],
  },
  {
    title: 'rules that deny a folder',
    user: { 'redline.rules': [{ operations: all, paths: ['hidden', 'half/closed.txt'], action: 'deny' }] },
    untold: ['plans.txt'],
    rows: [
      read('hidden/plans.txt', 'PERMISSION_DENIED'),
      read('hidden/missing.txt', 'PERMISSION_DENIED'),
      read('to-hidden/plans.txt', 'PERMISSION_DENIED'),
      read('half/closed.txt', 'PERMISSION_DENIED'),
      call('list it', 'list_directory', { dirPath: 'hidden' }, 'PERMISSION_DENIED'),
      call('list it through a link', 'list_directory', { dirPath: 'to-hidden' }, 'PERMISSION_DENIED'),
      call('search it', 'search_text', { query: 'SECRET', path: 'hidden' }, 'PERMISSION_DENIED'),
      call('find in it', 'find_files', { pattern: '*', path: 'to-hidden' }, 'PERMISSION_DENIED'),
      call('ask about it', 'path_info', { path: 'hidden/plans.txt' }, 'PERMISSION_DENIED'),
      call('ask what changed in it', 'changes_since', { path: 'hidden' }, 'PERMISSION_DENIED'),
      write('hidden/new.txt', 'PERMISSION_DENIED'),
      write('to-hidden/plans.txt', 'PERMISSION_DENIED'),
      call('copy it', 'copy', { from: 'hidden', to: 'shown' }, 'PERMISSION_DENIED'),
      call('copy a folder that holds a part of it', 'copy', { from: 'half', to: 'shown' }, 'PERMISSION_DENIED'),
      call('move a folder that holds a part of it', 'move', { from: 'half', to: 'shown' }, 'PERMISSION_DENIED'),
      call('delete a folder that holds a part of it', 'delete', { path: 'half', recursive: true }, 'PERMISSION_DENIED'),
    ],
  },
  {
    title: 'a workspace\u2019s own rules',
    workspace: { 'redline.workspaceRules': [{ operations: ['update'], paths: ['lib/**'], action: 'deny' }] },
    rows: [write('in-dir/app.ts', 'PERMISSION_DENIED'), write('LIB/../lib/app.ts', 'PERMISSION_DENIED')],
  },
  {
    title: 'files that the person marked as read-only',
    user: { 'files.readonlyInclude': { '**/generated/**': true } },
    rows: [
      write('generated/out.js', 'PERMISSION_DENIED'),
      write('generated/new.js', 'PERMISSION_DENIED'),
      call('delete one', 'delete', { path: 'generated/out.js' }, 'PERMISSION_DENIED'),
      call('move one away', 'move', { from: 'generated/out.js', to: 'out.js' }, 'PERMISSION_DENIED'),
    ],
  },
];
