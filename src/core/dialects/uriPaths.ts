// Finds the paths that URIs and URLs lead to, as VS Code and browsers read them.

/** The path where VS Code reads: it takes every path for a URI that has a colon and does not begin as an absolute one. */
export function pathOfUri(path: string): string {
  if (/^(?:[\\/]|[a-z]:[\\/])/i.test(path) || !/[\w+.-]:\S/.test(path)) return path;
  const [, uriPath = ''] = /^(?:[^:/?#]+:)?(?:\/\/[^/?#]*)?([^?#]*)/.exec(path) ?? [];
  return decodeEscapes(uriPath)
    .replace(/^\/?(?=[a-z]:)/i, '')
    .replace(/^(?![\\/]|[a-z]:)/i, '/');
}

/** Whether a URI's query may name the file, as in `git:/a?{"path":"/b"}`: then its path does not tell which one is read. */
export function namesFileInQuery(uri: string): boolean {
  return /^(?!file:|https?:|about:|data:|vscode-chat-response-resource:)[a-z][\w+.-]+:[^?#]*\?/i.test(trimUrl(uri));
}

/** The path of a file's URL, or the path that stands in its place; nothing for an address on the web. */
export function fileOfUrl(url: string): string[] {
  const [path = ''] = trimUrl(url).split(/[?#]/);
  if (path === '' || /^(?:https?|about|data):/i.test(path)) return [];
  if (!/^file:/i.test(path)) return [decodeEscapes(pathOfUri(path))];
  const afterScheme = path.slice('file:'.length).replaceAll('\\', '/');
  const afterHost = afterScheme.replace(/^\/\/(?![a-z]:)[^/]*/i, '');
  return [decodeEscapes(afterHost.replace(/^\/*/, '/')).replace(/^\/(?=[a-z]:)/i, '')];
}

/** A URL without what a browser takes out of it. */
function trimUrl(url: string): string {
  // In one go: to look for an end of blanks at each of them would take seconds.
  const [trimmed = ''] = /[^\p{Cc} ](?:[^]*[^\p{Cc} ])?/u.exec(url) ?? [];
  return trimmed.replace(/[\t\n\r]/g, '').replace(/^(?:view-source:)+/i, '');
}

/** Decodes as VS Code does: of adjacent escapes, those after the last one that stands for no character. */
function decodeEscapes(text: string): string {
  return text.replace(/(?:%[\da-z]{2})+/gi, (escapes) => {
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
