// Defines the dialect of Gemini CLI. Inputs and behaviour as of 0.61: https://geminicli.com/docs/hooks/reference
import type { Dialect, Search } from '../dialect.ts';
import { readSetting, readString, type Fields } from '../fields.ts';
import { geminiFormat } from '../formats/geminiFormat.ts';
import { createDialect } from '../createDialect.ts';
import { createPredictEdit } from '../predict/predictTextEdit.ts';
import { createReadGlobsTool, createSearchTool } from '../toolInputs/searchTool.ts';
import {
  createReadTool,
  createReplaceTool,
  createShellTool,
  createWriteTool,
  type Tool,
} from '../toolInputs/toolAdapters.ts';

const replaceFields = {
  path: 'file_path',
  oldText: 'old_string',
  newText: 'new_string',
  all: 'allow_multiple',
  searchesLf: true,
};
const replaceByCurrentFields = createReplaceTool(replaceFields);

/** The replace tool. In older versions, its field is `expected_replacements` instead of `allow_multiple`. */
const replace: Tool = {
  intentOf: (input) => replaceByCurrentFields.intentOf(normalizeCount(input)),
  amend: (input, approved) => replaceByCurrentFields.amend(normalizeCount(input), approved),
};

/**
 * Refuses a change if Gemini CLI may resolve its path to another file than the one shown in the review. For a read,
 * returns all paths to which it may resolve the path.
 */
function refuseAmbiguousPaths(tool: Tool): Tool {
  return {
    ...tool,
    intentOf(input) {
      const intent = tool.intentOf(input);
      if (intent?.kind === 'read') {
        const searches = intent.searches?.flatMap(interpretSearch);
        return { kind: 'read', paths: uniqueInterpretations(intent.paths), searches };
      }
      const path = readString(input, 'file_path') ?? '';
      // In plan mode, Gemini CLI resolves such a path in its folder of plans.
      if (/^\.gemini[\\/]+tmp[\\/]/.test(path.trim()))
        return {
          kind: 'unpredictable',
          why: 'Redline cannot show where this path leads. Send the absolute path.',
        };
      const isUnambiguous = interpretationsOf(path).every((interpretation) => interpretation === path);
      if (isUnambiguous) return intent;
      const why =
        'Redline cannot show which file this path is: Gemini CLI drops "@" at the start, and decodes escapes such as "%20". Send it without them, or call Redline\'s edit_file or write_file.';
      return { kind: 'unpredictable', why };
    },
  };
}

/**
 * Lists the path itself, and all others to which Gemini CLI may resolve it. Gemini CLI removes NULs, decodes `%61` to
 * `a`, and reads `@/a` as `a`; it also reads `@a` as `a` if there is no `@a`.
 */
function interpretationsOf(path: string): string[] {
  const withoutNuls = path.replaceAll('\0', '');
  const encoded = [withoutNuls, withoutNuls.replace(/^@[\\/]*(?=.)/s, '')];
  return [path, ...encoded, ...encoded.map(decode)];
}

function uniqueInterpretations(paths: readonly string[]): string[] {
  return [...new Set(paths.flatMap(interpretationsOf))];
}

/** The search, in each folder to which its path may be resolved. */
function interpretSearch(search: Search): readonly Search[] {
  if (search.folder === undefined) return [search];
  return uniqueInterpretations([search.folder]).map((folder) => ({ ...search, folder }));
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    // Gemini CLI does not decode such a path.
    return path;
  }
}

/** Converts `expected_replacements` of older versions to `allow_multiple`. */
function normalizeCount({ expected_replacements: expectedCount, ...input }: Fields): Fields {
  return typeof expectedCount === 'number' && expectedCount > 1 ? { allow_multiple: true, ...input } : input;
}

/**
 * Whether Gemini CLI rewrites escapes in a text before it writes it. It unescapes texts of Gemini models other than
 * versions 2 and 3. With `disableLLMCorrection: false`, a second model corrects the escapes.
 */
function changesEscapes(settings: readonly unknown[]): boolean {
  const model = readSetting(settings, 'model.name');
  const unescapesTexts =
    typeof model === 'string' && model.startsWith('gemini-') && !/^gemini-(?:2(?:\.|$)|3(?:[.-]|$))/.test(model);
  return unescapesTexts || readSetting(settings, 'tools.disableLLMCorrection') === false;
}

/** The escapes that Gemini CLI replaces. */
const escapePattern = /\\[ntr'"`\\\n]/;

/** Refuses texts with escapes, whose result cannot be predicted. Gemini CLI writes JSON files unchanged. */
function refuseEscapes(tool: Tool): Tool {
  return {
    ...tool,
    intentOf(input) {
      const isJson = /\.(?:json|ipynb|jsonc|json5)$/i.test(readString(input, 'file_path') ?? '');
      if (isJson || !escapePattern.test(readString(input, 'content') ?? '')) return tool.intentOf(input);
      const why =
        'With your settings, write_file changes backslashes in this text, so Redline cannot show what it writes. Call replace instead; with an empty old_string it creates a file.';
      return { kind: 'unpredictable', why };
    },
  };
}

const writeTextFile = refuseAmbiguousPaths(createWriteTool({ path: 'file_path', text: 'content' }));

export const gemini: Dialect = { ...createGemini(writeTextFile), configure };

/** The dialect for a user whose model or settings may make Gemini CLI change escapes. */
function configure(settings: readonly unknown[]): Dialect {
  return changesEscapes(settings) ? createGemini(refuseEscapes(writeTextFile)) : gemini;
}

function createGemini(writeFile: Tool): Dialect {
  return createDialect({
    ...geminiFormat,
    id: 'gemini',
    tools: new Map([
      ['replace', refuseAmbiguousPaths(replace)],
      ['write_file', writeFile],
      ['read_file', refuseAmbiguousPaths(createReadTool('file_path', 'absolute_path'))],
      [
        'grep_search',
        refuseAmbiguousPaths(createSearchTool({ paths: ['dir_path', 'path'], globs: ['include', 'include_pattern'] })),
      ],
      [
        'search_file_content',
        refuseAmbiguousPaths(createSearchTool({ paths: ['dir_path', 'path'], globs: ['include'] })),
      ],
      ['read_many_files', refuseAmbiguousPaths(createReadGlobsTool('include', 'paths'))],
      ['run_shell_command', createShellTool('command')],
    ]),
    predictEdit: createPredictEdit({
      writesCrlf: (text) => text.includes('\r\n'),
      writeKeepsCrlf: true,
      adaptsReplacement: 'both',
      keepsFinalEnd: true,
    }),
  });
}
