import assert from 'node:assert/strict';
import { allTools } from '../../../src/tools/allTools.ts';

/** How people and models say what they want, and the tool that does it. */
const wishes: readonly (readonly [tool: string, ...words: readonly string[]])[] = [
  ['read_file', 'read a file', 'show lines 10 to 20 of a file', 'read text with line numbers', 'view an image'],
  ['read_file', 'encoding and line endings of a file', 'see unsaved changes in the editor'],
  ['list_directory', 'list a directory', 'list files in a folder', 'show the tree recursively', 'ls with size'],
  ['find_files', 'glob', 'find files by name', 'find files by pattern', 'files sorted by last change'],
  [
    'search_text',
    'grep',
    'find text in files',
    'search for a string',
    'regular expression search',
    'search text matches',
  ],
  ['path_info', 'does this path exist', 'size of a file', 'permissions of a file', 'modification time', 'path info'],
  ['path_info', 'where does this link target go', 'stat a path'],
  ['changes_since', 'what changed since I read', 'what did others change', 'files changed since the last call'],
  ['changes_since', 'which files were renamed or deleted by others'],
  ['write_file', 'create a new file', 'write a file', 'overwrite a file', 'append to a file', 'write a whole file'],
  [
    'edit_file',
    'edit a file',
    'replace text in a file',
    'replace one exact text',
    'replace all occurrences with replaceAll',
  ],
  [
    'multi_edit',
    'several edits at once',
    'several replacements in one call',
    'multi edit',
    'replacements in more files',
  ],
  ['apply_patch', 'apply a diff', 'apply a patch', 'unified diff', 'git diff', 'Begin Patch format'],
  ['replace_lines', 'replace lines by line numbers', 'replace a range of lines', 'replace lines'],
  ['delete_lines', 'delete lines by line numbers', 'delete a range of lines', 'remove lines'],
  ['create_directory', 'create a directory', 'create a folder', 'make directory', 'new folder with its parents'],
  ['delete', 'delete a file', 'remove a file', 'delete a directory recursively', 'remove a symbolic link'],
  ['move', 'rename a file', 'move a file', 'move a directory', 'rename a folder or directory'],
  ['copy', 'copy a file', 'duplicate a file', 'copy a directory with everything in it'],
  ['rename_symbol', 'rename a variable', 'rename a function everywhere', 'rename symbol'],
  ['edit_notebook', 'insert a cell into a Jupyter notebook', 'delete a notebook cell', 'move cells of a notebook'],
];

const stopWords = new Set(
  'a an the of in is it its to for by with and or i do does did this that what which'.split(' '),
);

/** The words of a text without their endings. */
function stemsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[a-z]+/g) ?? [];
  return words
    .filter((word) => !stopWords.has(word))
    .map((word) => word.replace(/(?:ments?|ies|es|s|ing|ed|e|y)$/, ''));
}

const documents = allTools.map(({ name, description }) => {
  const stems = stemsOf(`${name.replace('redline_', '').replaceAll('_', ' ')} ${description}`);
  return { name: name.replace('redline_', ''), stems };
});

/** The tools by BM25, as the tools of a chat are looked up where there are too many to be listed. */
function search(query: string): string[] {
  const average = documents.reduce((sum, { stems }) => sum + stems.length, 0) / documents.length;
  const scoreOf = (stems: readonly string[]): number => {
    let score = 0;
    for (const word of stemsOf(query)) {
      const holding = documents.filter((document) => document.stems.includes(word)).length;
      const rarity = Math.log(1 + (documents.length - holding + 0.5) / (holding + 0.5));
      const times = stems.filter((stem) => stem === word).length;
      score += (rarity * times * 2.2) / (times + 1.2 * (0.25 + (0.75 * stems.length) / average));
    }
    return score;
  };
  return documents
    .map(({ name, stems }) => ({ name, score: scoreOf(stems) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ name }) => name);
}

describe('looking for a tool by its name and description', () => {
  const all = wishes.flatMap(([tool, ...phrases]) => phrases.map((words) => ({ tool, words })));

  for (const { tool, words } of all) {
    it(`"${words}" finds ${tool}`, () => assert.ok(search(words).slice(0, 3).includes(tool), search(words).join(', ')));
  }

  it('finds most of them first', () => {
    const second = all.filter(({ tool, words }) => search(words)[0] !== tool);
    assert.ok(second.length <= all.length / 10, second.map(({ tool, words }) => `${words} (${tool})`).join('; '));
  });

  it('has wishes for every tool', () => {
    assert.deepEqual(
      [...new Set(wishes.map(([tool]) => tool))],
      documents.map(({ name }) => name),
    );
    assert.ok(all.length >= 60, String(all.length));
  });
});
