// Gemini CLI. Inputs and behaviour as of 0.61: https://geminicli.com/docs/hooks/reference
import { readString, type Fields } from './fields.ts';
import { geminiFormat } from './geminiFormat.ts';
import { createDialect } from './createDialect.ts';
import { predictTextEdit } from './predictTextEdit.ts';
import { readTool, replaceTool, searchTool, shellTool, writeTool, type Tool } from './tools.ts';

const replaceFields = {
  path: 'file_path',
  oldText: 'old_string',
  newText: 'new_string',
  all: 'allow_multiple',
  searchesLf: true,
};
const replaceOne = replaceTool(replaceFields);

/** Older versions have a count in `expected_replacements` instead of `allow_multiple`. */
const replace: Tool = {
  intentOf: (input) => replaceOne.intentOf(normalizeCount(input)),
  amend: (input, approved) =>
    replaceOne.amend?.(normalizeCount(input), approved) ?? { reason: 'It cannot be changed.' },
};

/**
 * Gemini CLI takes `@a.txt` for `a.txt` where nothing has that name, and `@/a.txt` always. Such a change is refused, since another
 * file would be written than the one that is shown; such a read is one of both.
 */
function refuseAtPaths(tool: Tool): Tool {
  return {
    ...tool,
    intentOf(input) {
      const intent = tool.intentOf(input);
      if (intent?.kind === 'read')
        return { kind: 'read', paths: intent.paths.flatMap((path) => [path, ...pathsWithoutAt(path)]) };
      if (pathsWithoutAt(readString(input, 'file_path') ?? '').length === 0) return intent;
      const why =
        'Redline cannot show which file a path with "@" at its start is. Send it without the "@", or send the absolute path.';
      return { kind: 'unpredictable', path: undefined, why };
    },
  };
}

/** What a path with `@` at its start may name as well; none for another path. */
function pathsWithoutAt(path: string): string[] {
  const name = path.startsWith('@') ? path.replace(/^@[\\/]*/, '') : '';
  return name === '' ? [] : [name];
}

function normalizeCount({ expected_replacements: expectedCount, ...input }: Fields): Fields {
  return typeof expectedCount === 'number' && expectedCount > 1 ? { allow_multiple: true, ...input } : input;
}

export const gemini = createDialect({
  ...geminiFormat,
  id: 'gemini',
  tools: new Map([
    ['replace', refuseAtPaths(replace)],
    ['write_file', refuseAtPaths(writeTool({ path: 'file_path', text: 'content' }, false))],
    ['read_file', refuseAtPaths(readTool('file_path', 'absolute_path'))],
    ['grep_search', searchTool(['dir_path', 'path'], ['include', 'include_pattern'])],
    ['search_file_content', searchTool(['dir_path', 'path'], ['include'])],
    ['read_many_files', refuseAtPaths(readTool('include', 'paths'))],
    ['run_shell_command', shellTool('command')],
  ]),
  predictEdit: predictTextEdit({
    writesCrlf: (text) => text.includes('\r\n'),
    writeKeepsCrlf: true,
    adaptsReplacement: true,
    keepsFinalEnd: true,
  }),
});
