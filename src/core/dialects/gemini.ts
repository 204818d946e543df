// Defines the dialect of Gemini CLI. Inputs and behaviour as of 0.61: https://geminicli.com/docs/hooks/reference
import type { Fields } from './fields.ts';
import { geminiFormat } from './geminiFormat.ts';
import { createDialect } from './createDialect.ts';
import { predictTextEdit } from './predictTextEdit.ts';
import { readTool, replaceTool, searchTool, shellTool, writeTool, type Tool } from './tools.ts';

const names = { path: 'file_path', oldText: 'old_string', newText: 'new_string', all: 'allow_multiple', lf: true };
const replaceOne = replaceTool(names);

/** Older versions have a count in `expected_replacements` instead of `allow_multiple`. */
const replace: Tool = {
  intentOf: (input) => replaceOne.intentOf(withoutCount(input)),
  amend: (input, approved) => replaceOne.amend?.(withoutCount(input), approved) ?? { reason: 'It cannot be changed.' },
};

function withoutCount({ expected_replacements: expected, ...input }: Fields): Fields {
  return typeof expected === 'number' && expected > 1 ? { allow_multiple: true, ...input } : input;
}

export const gemini = createDialect({
  ...geminiFormat,
  id: 'gemini',
  tools: new Map([
    ['replace', replace],
    ['write_file', writeTool({ path: 'file_path', text: 'content' }, false)],
    ['read_file', readTool('file_path', 'absolute_path')],
    ['grep_search', searchTool(['dir_path', 'path'], ['include', 'include_pattern'])],
    ['search_file_content', searchTool(['dir_path', 'path'], ['include'])],
    ['read_many_files', readTool('include', 'paths')],
    ['run_shell_command', shellTool('command')],
  ]),
  predictEdit: predictTextEdit({
    writesCrlf: (text) => text.includes('\r\n'),
    writeKeepsCrlf: true,
    adaptsReplacement: true,
    keepsFinalEnd: true,
  }),
});
