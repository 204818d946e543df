// Claude Code. Inputs and behaviour as of 2.1: https://code.claude.com/docs/en/hooks
import { claudeFormat } from './claudeFormat.ts';
import type { Intent } from './dialect.ts';
import { textOf, type Fields } from './fields.ts';
import { madeDialect } from './madeDialect.ts';
import { resultOfTextTool } from './textTool.ts';
import {
  readReplacements,
  readTool,
  replacementFor,
  replaceTool,
  searchTool,
  shellTool,
  unseeableTool,
  writeTool,
} from './tools.ts';
import type { Tool } from './tools.ts';

const replaceFields = { path: 'file_path', oldText: 'old_string', newText: 'new_string', all: 'replace_all', lf: true };

/** Several replacements in one file, one after the other. */
const multiEdit: Tool = {
  intentOf: readSeveral,
  amend(input, approved) {
    const file = approved.find(({ path }) => path === textOf(input, 'file_path'));
    const made = file === undefined ? undefined : replacementFor(file, true);
    if (made === undefined) return { cannot: 'This tool can only replace text in the file that it was called for.' };
    return { input: { ...input, edits: [{ old_string: made.oldText, new_string: made.newText }] } };
  },
};

export const claude = madeDialect({
  ...claudeFormat,
  id: 'claude',
  tools: new Map([
    ['Edit', replaceTool(replaceFields)],
    ['MultiEdit', multiEdit],
    ['Write', writeTool({ path: 'file_path', text: 'content' }, false)],
    [
      'NotebookEdit',
      unseeableTool(
        'notebook_path',
        "Redline cannot show what this tool writes. Call its edit_file on the notebook's JSON.",
      ),
    ],
    ['Read', readTool('file_path')],
    ['Grep', searchTool(['path'], ['glob'])],
    ['Bash', shellTool('command')],
    ['PowerShell', shellTool('command')],
  ]),
  resultOf: resultOfTextTool({ writesCrlf: isMostlyCrlf, takesLineEnd: true, writeKeepsMark: true, fillsEmpty: true }),
});

function readSeveral(input: Fields): Intent | undefined {
  const path = textOf(input, 'file_path');
  const replacements = readReplacements(input['edits'], replaceFields)?.map(({ replacement }) => replacement);
  if (path === undefined || replacements === undefined) return undefined;
  return { kind: 'changes', operations: [{ kind: 'replace', path, replacements }] };
}

/** The agent's test for a file of CRLF: more of them than of LF in its beginning. */
function isMostlyCrlf(text: string): boolean {
  const endings = text.slice(0, 4096).match(/\r?\n/g) ?? [];
  return endings.filter((each) => each === '\r\n').length * 2 > endings.length;
}
