import type { PathContext, Root } from '../../../src/core/path/pathParts.ts';

/** The workspaces that the tables of paths are read in. */
function file(name: string, path: string): Root {
  const slashed = path.replaceAll('\\', '/');
  const uriPath = slashed.startsWith('//') ? slashed.slice(2) : slashed.replace(/^\/?/, '/');
  return { name, path, uri: `file://${encodeURI(uriPath)}` };
}

export const posix: PathContext = {
  roots: [file('ws', '/home/u/ws')],
  flavour: { isWindows: false, ignoreCase: false },
};

export const mac: PathContext = {
  roots: [file('Café', '/Users/u/Caf\u00e9')],
  flavour: { isWindows: false, ignoreCase: true },
};

export const windows: PathContext = {
  roots: [file('ws', 'c:\\Users\\u\\ws')],
  flavour: { isWindows: true, ignoreCase: true },
};

export const share: PathContext = {
  roots: [file('ws', '\\\\server\\share\\ws')],
  flavour: { isWindows: true, ignoreCase: true },
};

export const several: PathContext = {
  roots: [
    file('app', '/repo/app'),
    file('lib', '/repo/app/packages/lib'),
    file('Front End', '/repo/front'),
    file('twin', '/one/twin'),
    file('twin', '/two/twin'),
    file('tools/build', '/repo/tools'),
    { name: 'mem', path: '/proj', uri: 'memfs:/proj' },
    { name: 'far', path: '/home/far', uri: 'vscode-remote://ssh-remote%2Bbox/home/far' },
  ],
  flavour: { isWindows: false, ignoreCase: false },
};

export const virtual: PathContext = {
  roots: [{ name: 'repo', path: '/owner/repo', uri: 'vscode-vfs://github/owner/repo' }],
  flavour: { isWindows: true, ignoreCase: true },
};

export const remoteWindows: PathContext = {
  roots: [{ name: 'ws', path: '/c:/Users/u/ws', uri: 'vscode-remote://ssh-remote%2Bbox/c%3A/Users/u/ws' }],
  flavour: { isWindows: false, ignoreCase: false },
};

export const top: PathContext = { roots: [file('/', '/')], flavour: { isWindows: false, ignoreCase: false } };
