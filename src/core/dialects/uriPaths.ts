// Converts URIs and URLs to the paths of the files that VS Code's tools and its browser would read.

/** The path that VS Code reads. It takes a text for a URI if that has a colon and is no absolute path. */
export function pathOfUri(pathOrUri: string): string {
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
export function namesFileInQuery(uri: string): boolean {
  return /^(?!file:|https?:|about:|data:|vscode-chat-response-resource:)[a-z][\w+.-]+:[^?#]*\?/i.test(trimUrl(uri));
}

/** The path of a file URL or plain path, as a list of one; an empty list for a URL that names no file. */
export function fileOfUrl(url: string): string[] {
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
