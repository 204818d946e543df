// Creates the tools of VS Code's dialect whose inputs have paths or URIs, and refuses those whose file is uncertain.
// Converts URIs and URLs to the paths of the files that VS Code's tools and its browser would read.
import { isUri } from '../path/pathParts.ts';
import { pathsOfOperation } from './toolInputs/patchTool.ts';
import { readStrings, type Tool } from './toolInputs/toolAdapters.ts';

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
 * Matches `/x`, and a Windows drive or share. VS Code parses any other path with a colon as a URI, and `x` in `//x/y` as
 * a host name.
 */
const absolutePathPattern = /^(?:\\|\/(?!\/)|[a-z]:[\\/])/i;

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
  if (!absolutePathPattern.test(path) && !isUri(path)) return relativePathReason;
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

/** The path that VS Code reads. It takes a text for a URI if that has a colon and is no absolute path. */
function pathOfUri(pathOrUri: string): string {
  const isAbsolutePath = /^(?:[\\/]|[a-z]:[\\/])/i.test(pathOrUri);
  if (isAbsolutePath || !/[\w+.-]:\S/.test(pathOrUri)) return pathOrUri;
  // The path after scheme and authority, as in RFC 3986.
  const [, uriPath = ''] = /^(?:[^:/?#]+:)?(?:\/\/[^/?#]*)?([^?#]*)/.exec(pathOrUri) ?? [];
  return withoutSlashBeforeDrive(decodeEscapes(uriPath)).replace(/^(?![\\/]|[a-z]:)/i, '/');
}

/** Turns `/c:/x` into `c:/x`. */
function withoutSlashBeforeDrive(path: string): string {
  return path.replace(/^\/(?=[a-z]:)/i, '');
}

/**
 * Whether a URI's query may name the file, as in `git:/a?{"path":"/b"}`, so that its path is not the file's. The listed
 * schemes are those whose query never does.
 */
function namesFileInQuery(uri: string): boolean {
  return /^(?!file:|https?:|about:|data:|vscode-chat-response-resource:)[a-z][\w+.-]+:[^?#]*\?/i.test(trimUrl(uri));
}

/** The path of a file URL or plain path, as a list of one; an empty list for a URL that names no file. */
function fileOfUrl(url: string): string[] {
  const [path = ''] = trimUrl(url).split(/[?#]/);
  if (path === '' || /^(?:https?|about|data):/i.test(path)) return [];
  if (!/^file:/i.test(path)) return [decodeEscapes(pathOfUri(path))];
  const afterScheme = path.slice('file:'.length).replaceAll('\\', '/');
  const afterHost = afterScheme.replace(/^\/\/(?![a-z]:)[^/]*/i, '');
  return [withoutSlashBeforeDrive(decodeEscapes(afterHost.replace(/^\/*/, '/')))];
}

/** Removes what browsers ignore in a URL: white space, control characters, and a leading `view-source:`. */
function trimUrl(url: string): string {
  // Trims by one match: a trim by `\s+$` would take quadratic time.
  const [trimmed = ''] = /[^\p{Cc} ](?:[^]*[^\p{Cc} ])?/u.exec(url) ?? [];
  return trimmed.replace(/[\t\n\r]/g, '').replace(/^(?:view-source:)+/i, '');
}

/** Decodes as VS Code does: in a run of escapes, only those after the last invalid one. */
function decodeEscapes(text: string): string {
  return text.replace(/(?:%[\da-z]{2})+/gi, (escapes) => {
    // Each match is one character of UTF-8, or a single byte.
    const characters = escapes.match(/%[c-f][\da-f](?:%[89ab][\da-f])+|%../gi) ?? [];
    const start = characters.findLastIndex((character) => decode(character) === undefined) + 1;
    return characters.map((character, index) => (index < start ? character : decode(character))).join('');
  });
}

function decode(escapes: string): string | undefined {
  try {
    return decodeURIComponent(escapes);
  } catch {
    return undefined;
  }
}
