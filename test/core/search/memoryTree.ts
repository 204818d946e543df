import type { FileTree, TreeEntry } from '../../../src/core/search/walk.ts';
import type { SearchScope } from '../../../src/core/search/textSearch.ts';

/** A file tree in memory; `pauses` counts how often it was told to let others work. */
export interface MemoryTree extends FileTree {
  readonly pauses: number;
}

/** @param files text by path; a file whose text holds a NUL is binary */
export function memoryTree(files: Readonly<Record<string, string>>, onPause?: () => void): MemoryTree {
  let pauses = 0;
  return {
    get pauses() {
      return pauses;
    },
    list: async (folder) => {
      const prefix = folder === '' ? '' : `${folder}/`;
      const entries = new Map<string, TreeEntry['type']>();
      for (const path of Object.keys(files)) {
        if (!path.startsWith(prefix)) continue;
        const [name = '', ...rest] = path.slice(prefix.length).split('/');
        entries.set(name, rest.length > 0 ? 'directory' : files[path] === '->' ? 'link' : 'file');
      }
      return Array.from(entries, ([name, type]) => ({ name, type })).toReversed();
    },
    readText: async (path) => (files[path]?.includes('\0') === true ? { reason: 'binary file' } : files[path]),
    readIgnoreFile: async (folder) => files[folder === '' ? '.gitignore' : `${folder}/.gitignore`],
    modified: async (path) => files[path]?.length,
    pause: async () => {
      pauses++;
      onPause?.();
    },
  };
}

export const anywhere: SearchScope = {
  root: '/',
  path: '',
  globs: [],
  excludes: [],
  includeHidden: true,
  includeIgnored: false,
};
