// Defines the dialect of Qwen Code. Inputs and behaviour as of 0.24. Its hooks have the format of Claude Code's, but
// it ignores a changed input.
import { qwenFormat } from '../formats/claudeFormat.ts';
import { createDialect } from '../createDialect.ts';
import type { Dialect } from '../dialect.ts';
import { readSetting } from '../fields.ts';
import { createPredictEdit } from '../predict/predictTextEdit.ts';
import { createReadGlobsTool, createSearchTool } from '../toolInputs/searchTool.ts';
import {
  createReadTool,
  createReplaceTool,
  createShellTool,
  createUnpredictableTool,
  createWriteTool,
} from '../toolInputs/toolAdapters.ts';

const withDefaultSettings = createDialect({
  ...qwenFormat,
  id: 'qwen',
  breaksHardLinks: true,
  ignoresChangedInput: true,
  tools: new Map([
    [
      'edit',
      createReplaceTool({
        path: 'file_path',
        oldText: 'old_string',
        newText: 'new_string',
        all: 'replace_all',
        searchesLf: true,
      }),
    ],
    ['write_file', createWriteTool({ path: 'file_path', text: 'content' })],
    [
      'notebook_edit',
      createUnpredictableTool(
        'Redline cannot show what this tool writes. Call its edit_file with the cell, or its edit_notebook.',
      ),
    ],
    ['read_file', createReadTool('file_path', 'absolute_path')],
    ['grep_search', createSearchTool({ paths: ['path'], globs: ['glob'] })],
    ['read_many_files', createReadGlobsTool('paths', 'include')],
    ['run_shell_command', createShellTool('command')],
    ['monitor', createShellTool('command')],
  ]),
  predictEdit: createPredictEdit({
    writesCrlf: (text) => text.includes('\r\n'),
    writeKeepsCrlf: true,
    takesLineEnd: 'always',
    hidesBom: true,
    writeKeepsBom: 'always',
  }),
});

export const qwen: Dialect = { ...withDefaultSettings, configure };

function configure(settings: readonly unknown[]): Dialect {
  return readSetting(settings, 'general.defaultFileEncoding') === 'utf-8-bom' ? withBomInNewFiles : qwen;
}

/** The dialect for the setting by which new files get a byte order mark. */
const withBomInNewFiles: Dialect = {
  ...withDefaultSettings,
  predictEdit(operation, before) {
    const text = withDefaultSettings.predictEdit(operation, before);
    const isNew = before === undefined && text !== undefined;
    return isNew && !text.startsWith('\ufeff') ? `\ufeff${text}` : text;
  },
};
