// Creates the tools of VS Code's dialect whose inputs have paths or URIs, and refuses those whose file is uncertain.
import { pathsOfOperation } from './toolInputs/patchTool.ts';
import { readStrings, type Tool } from './toolInputs/toolAdapters.ts';
import { fileOfUrl, namesFileInQuery, pathOfUri } from './uriPaths.ts';

/** Refusal of notebooks, for the model. Exported for the planner, which recognizes some notebooks only later. */
export const notebookReason =
  "VS Code edits a notebook in another form than the file's. Call Redline's edit_file with the cell or its edit_notebook; for a new notebook, its write_file.";
/** Refusal of paths that are not absolute, for the model. */
const relativePathReason =
  'VS Code takes only absolute paths. Redline cannot show where this one leads. Send the absolute path, with one slash at its start.';
/** Refusal of URIs whose query may name the file, for the model. */
const queryReason =
  'Redline cannot tell which file this address leads to, so nothing was read. Send the absolute path of the file.';

/**
 * Matches `/x`, a Windows drive or share, and a URI with `//`. VS Code parses any other path with a colon as a URI, and
 * `x` in `//x/y` as a host name.
 */
const absolutePathPattern = /^(?:\\|\/(?!\/)|[a-z]:[\\/]|[a-z][\w+.-]+:\/\/)/i;

/** Makes a tool refuse notebooks, and paths that VS Code may resolve to another file. */
export function refuseSpecialFiles<T extends Tool>(tool: T): T {
  return {
    ...tool,
    intentOf(input) {
      const intent = tool.intentOf(input);
      const paths = intent?.kind === 'changes' ? intent.operations.flatMap(pathsOfOperation) : [];
      const why = paths.map(refusalReason).find((reason) => reason !== undefined);
      return why === undefined ? intent : { kind: 'unpredictable', why };
    },
  };
}

/** The reason for the model why a change at this path is refused; undefined if it is not. */
function refusalReason(path: string): string | undefined {
  if (!absolutePathPattern.test(path)) return relativePathReason;
  return /\.ipynb\s*$/i.test(pathOfUri(path)) ? notebookReason : undefined;
}

/** Creates a tool that reads the file or list of files in a field: paths, or URIs of any scheme. */
export function createEditorReadTool(pathField: string): Tool {
  return createUriReadTool([pathField], (uri) => [pathOfUri(uri)]);
}

/** Creates a tool that loads the URL or list of URLs in a field; a URL that is no web address names a file. */
export function createFetchTool(urlField: string): Tool {
  return createUriReadTool([urlField], fileOfUrl);
}

/** Creates a tool that reads the files of URIs, and refuses URIs whose query selects the file. */
function createUriReadTool(fieldNames: readonly string[], pathsOfUri: (uri: string) => readonly string[]): Tool {
  return {
    intentOf(input) {
      const uris = readStrings(input, fieldNames);
      if (uris.some(namesFileInQuery)) return { kind: 'unpredictable', why: queryReason };
      const paths = uris.flatMap(pathsOfUri);
      return paths.length > 0 ? { kind: 'read', paths } : undefined;
    },
  };
}
