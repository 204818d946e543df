// Implements the file tree of our own search engine through VS Code, for any file system.

import * as vscode from 'vscode';
import { fileSystem, isLink, entryTypeOf } from '../files/fileSystem.ts';
import { binaryKind } from '../../core/text/bytes.ts';
import { sizeText } from '../../core/wording/sizeText.ts';
import type { FileTree, NotText } from '../../core/search/walk.ts';
import type { SearchScope } from '../../core/search/textSearch.ts';
import type { RepositoryFinder } from '../../core/pattern/repositoryFinder.ts';
import { decodeFile } from '../files/codec.ts';
import { GitIgnore } from '../files/gitIgnore.ts';
import { delay } from '../../async/eventLoop.ts';

/** Maximum size of a file to search, in bytes; each is loaded as a whole. */
const maxFileBytes = 20 * 1024 * 1024;

/** Provides a folder of any file system to our own search engine. `scope.root` is its URI, or a local path. */
export function editorTree(
  scope: SearchScope,
  signal: AbortSignal | undefined,
  repositories: RepositoryFinder | undefined,
): FileTree {
  // A URI's scheme must have at least two characters here, since `C:` begins a local path.
  const root = /^[A-Za-z][\w+.-]+:/.test(scope.root) ? vscode.Uri.parse(scope.root, true) : vscode.Uri.file(scope.root);
  const uriOf = (path: string): vscode.Uri => (path === '' ? root : vscode.Uri.joinPath(root, path));
  return {
    list: async (folder) => {
      const entries = await fileSystem.readDirectory(uriOf(folder)).then(undefined, () => undefined);
      return entries?.map(([name, type]) => ({ name, type: isLink(type) ? 'link' : entryTypeOf(type) }));
    },
    readText: (path) => readText(uriOf(path)).catch(() => undefined),
    readIgnoreFile: async (folder) => {
      const text = await readText(uriOf(folder === '' ? '.gitignore' : `${folder}/.gitignore`)).catch(() => undefined);
      return typeof text === 'string' ? text : undefined;
    },
    ignored: () => new GitIgnore(repositories).scopeOf(root),
    modified: async (path) => {
      const stat = await fileSystem.stat(uriOf(path)).then(undefined, () => undefined);
      return stat?.mtime;
    },
    pause: async () => {
      signal?.throwIfAborted();
      await delay(0);
    },
  };
}

/** Reads the text of a file, or returns why it is not searched; undefined for a link or a folder. Throws if missing. */
async function readText(uri: vscode.Uri): Promise<string | NotText | undefined> {
  const stat = await fileSystem.stat(uri);
  if (stat.type !== vscode.FileType.File) return undefined;
  if (stat.size > maxFileBytes) return { reason: `larger than ${sizeText(maxFileBytes)}` };
  const { content } = await decodeFile(uri, await fileSystem.readFile(uri));
  return content.kind === 'text' ? content.text : { reason: binaryKind(content.bytes) ?? 'binary file' };
}
