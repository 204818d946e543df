/** A field of a tool's input that takes a path, and a call with an attack in it. */
export interface Field {
  readonly name: string;
  readonly tool: string;
  readonly input: (path: string) => Readonly<Record<string, unknown>>;
  /**
   * `reads` what is there, or `tells` of it; `copies` it, `changes` it, `puts` something there, or takes the `entry`
   * away. The last and copying mean links themselves.
   */
  readonly does: 'reads' | 'tells' | 'copies' | 'changes' | 'puts' | 'entry';
  /** Where a header's own grammar takes white space and back-slashes for something else. */
  readonly trims?: boolean;
  /** Where a name that is fine, but names nothing, is let go. */
  readonly mayMiss?: boolean;
}

const field = (does: Field['does'], name: string, input: Field['input']): Field => ({
  name,
  tool: name.replace(/[ .[].*/, ''),
  input,
  does,
});
const patch = (does: Field['does'], what: string, lines: (path: string) => readonly string[]): Field => ({
  ...field(does, `apply_patch ${what}`, (path) => ({ patchText: `${lines(path).join('\n')}\n` })),
  trims: !what.includes('quoted'),
});

const hunk = ['@@ -1,2 +1,2 @@', '-one', '+1', ' two'];
const added = ['@@ -0,0 +1 @@', '+mine'];
const removed = ['@@ -1,2 +0,0 @@', '-one', '-two'];
const envelope = (...lines: readonly string[]): readonly string[] => ['*** Begin Patch', ...lines, '*** End Patch'];
const update = ['@@', '-one', '+1', ' two'];

/** As git writes a path that holds anything odd. */
export function quoted(path: string): string {
  const bytes = [...Buffer.from(path)].map((byte) =>
    byte < 32 || byte > 126 || byte === 34 || byte === 92
      ? `\\${byte.toString(8).padStart(3, '0')}`
      : String.fromCharCode(byte),
  );
  return `"${bytes.join('')}"`;
}

const plainFields: readonly Field[] = [
  field('reads', 'read_file filePath', (filePath) => ({ filePath })),
  field('reads', 'read_file file_path', (file_path) => ({ file_path })),
  field('reads', 'list_directory dirPath', (dirPath) => ({ dirPath, recursive: true, includeHidden: true })),
  field('reads', 'find_files path', (path) => ({ pattern: '**', path, includeIgnored: true })),
  field('reads', 'search_text path', (path) => ({ query: 'e', path, includeIgnored: true })),
  field('tells', 'path_info path', (path) => ({ path, format: 'json' })),
  field('reads', 'changes_since path', (path) => ({ path })),
  field('puts', 'write_file filePath', (filePath) => ({ filePath, content: 'mine\n' })),
  field('puts', 'write_file filePath append', (filePath) => ({ filePath, content: 'mine\n', mode: 'append' })),
  field('puts', 'write_file filePath create', (filePath) => ({ filePath, content: 'mine\n', mode: 'create' })),
  field('changes', 'edit_file filePath', (filePath) => ({ filePath, oldString: 'one', newString: '1' })),
  field('changes', 'edit_file path', (path) => ({ path, old_string: 'one', new_string: '1' })),
  field('changes', 'multi_edit edits[1].filePath', (filePath) => ({
    edits: ['a.txt', filePath].map((each) => ({ filePath: each, oldString: 'one', newString: '1' })),
  })),
  field('changes', 'multi_edit filePath', (filePath) => ({ filePath, edits: [{ oldString: 'one', newString: '1' }] })),
  field('changes', 'replace_lines filePath', (filePath) => ({
    filePath,
    startLine: 1,
    endLine: 1,
    expectedText: 'one',
    newContent: '1',
  })),
  field('changes', 'delete_lines filePath', (filePath) => ({ filePath, startPattern: 'one', endPattern: 'two' })),
  field('puts', 'create_directory dirPath', (dirPath) => ({ dirPath })),
  field('entry', 'delete path', (path) => ({ path, recursive: true })),
  field('entry', 'move from', (from) => ({ from, to: 'fresh' })),
  field('puts', 'move to', (to) => ({ from: 'a.txt', to, overwrite: true })),
  field('copies', 'copy from', (from) => ({ from, to: 'fresh' })),
  field('puts', 'copy to', (to) => ({ from: 'a.txt', to, overwrite: true })),
];

const patchFields: readonly Field[] = [
  patch('changes', '--- +++', (path) => [`--- ${path}`, `+++ ${path}`, ...hunk]),
  patch('changes', '--- a/ +++ b/', (path) => [`--- a/${path}`, `+++ b/${path}`, ...hunk]),
  // Where the one name is no file that is there, the other's is changed.
  { ...patch('changes', '+++ b/ beside --- a/', (path) => ['--- a/a.txt', `+++ b/${path}`, ...hunk]), mayMiss: true },
  patch('changes', '--- +++ quoted', (path) => [`--- ${quoted(`a/${path}`)}`, `+++ ${quoted(`b/${path}`)}`, ...hunk]),
  patch('puts', '+++ added', (path) => ['--- /dev/null', `+++ b/${path}`, ...added]),
  patch('entry', '--- deleted', (path) => [`--- a/${path}`, '+++ /dev/null', ...removed]),
  patch('changes', 'diff --git', (path) => [
    `diff --git a/${path} b/${path}`,
    `--- a/${path}`,
    `+++ b/${path}`,
    ...hunk,
  ]),
  patch('changes', 'diff --git quoted', (path) => [
    `diff --git ${quoted(`a/${path}`)} ${quoted(`b/${path}`)}`,
    `--- ${quoted(`a/${path}`)}`,
    `+++ ${quoted(`b/${path}`)}`,
    ...hunk,
  ]),
  patch('puts', 'diff --git new file', (path) => [
    `diff --git a/${path} b/${path}`,
    'new file mode 100644',
    '--- /dev/null',
    `+++ b/${path}`,
    ...added,
  ]),
  patch('entry', 'diff --git deleted file', (path) => [
    `diff --git a/${path} b/${path}`,
    'deleted file mode 100644',
    `--- a/${path}`,
    '+++ /dev/null',
    ...removed,
  ]),
  patch('changes', 'diff --git mode alone', (path) => [
    `diff --git a/${path} b/${path}`,
    'old mode 100644',
    'new mode 100755',
  ]),
  patch('entry', 'rename from', (path) => [
    `diff --git a/${path} b/fresh`,
    'similarity index 100%',
    `rename from ${path}`,
    'rename to fresh',
  ]),
  patch('puts', 'rename to', (path) => [
    `diff --git a/a.txt b/${path}`,
    'similarity index 100%',
    'rename from a.txt',
    `rename to ${path}`,
  ]),
  patch('puts', 'rename to, beside another +++', (path) => [
    'diff --git a/a.txt b/b.txt',
    'similarity index 50%',
    'rename from a.txt',
    `rename to ${path}`,
    '--- a/a.txt',
    '+++ b/b.txt',
    ...hunk,
  ]),
  patch('copies', 'copy from', (path) => [
    `diff --git a/${path} b/fresh`,
    'similarity index 100%',
    `copy from ${path}`,
    'copy to fresh',
  ]),
  patch('puts', 'copy to', (path) => [
    `diff --git a/a.txt b/${path}`,
    'similarity index 100%',
    'copy from a.txt',
    `copy to ${path}`,
  ]),
  patch('changes', '*** Update File', (path) => envelope(`*** Update File: ${path}`, ...update)),
  patch('puts', '*** Add File', (path) => envelope(`*** Add File: ${path}`, '+mine')),
  patch('entry', '*** Delete File', (path) => envelope(`*** Delete File: ${path}`)),
  patch('puts', '*** Move to', (path) => envelope('*** Update File: a.txt', `*** Move to: ${path}`, ...update)),
  patch('entry', '*** Update File, moved', (path) =>
    envelope(`*** Update File: ${path}`, '*** Move to: fresh', ...update),
  ),
  field('changes', 'apply_patch expectedSha256[].filePath', (filePath) => ({
    patchText: `--- a/a.txt\n+++ b/a.txt\n${hunk.join('\n')}\n`,
    expectedSha256: [{ filePath, sha256: '0'.repeat(64) }],
  })),
];

export const fields: readonly Field[] = [...plainFields, ...patchFields];

/** Globs, which name nothing by themselves but look through what is there. */
export const globFields: readonly Omit<Field, 'does'>[] = [
  field('reads', 'find_files pattern', (pattern) => ({ pattern, includeIgnored: true })),
  field('reads', 'list_directory pattern', (pattern) => ({
    dirPath: '.',
    pattern,
    recursive: true,
    includeHidden: true,
    includeIgnored: true,
  })),
  field('reads', 'search_text glob', (glob) => ({ query: 'KEY-|TOKEN=', isRegex: true, glob, includeIgnored: true })),
];
