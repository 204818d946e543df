import type * as vscode from 'vscode';
import type { LargeFileReader } from './core/largeFile.ts';
import { retried } from './core/retried.ts';
import { nodeStamps } from './node/fileStamps.ts';
import { nodeRepositories } from './node/repository.ts';
import { nodePermissions } from './node/permissions.ts';
import { nodeRealPaths } from './node/realPath.ts';
import { nodeLargeFiles } from './node/largeFiles.ts';
import { nodeLinks } from './node/links.ts';
import { nodeLocalFiles } from './node/localFiles.ts';
import { nodeModes } from './node/modes.ts';
import { nodeProcesses } from './node/processes.ts';
import { nodeStorageFolder } from './node/storageFolder.ts';
import { nodeWholeFiles } from './node/wholeFiles.ts';
import { activateRedline } from './vscode/activate.ts';
import { useLocalFiles } from './vscode/fileSystem.ts';
import type { Redline } from './vscode/lazyActivation.ts';

/** Puts Redline together on a machine with a local disk. */
export function activateOnNode(context: vscode.ExtensionContext): Redline {
  const windows = process.platform === 'win32';
  useLocalFiles(nodeLocalFiles);
  return activateRedline(context, {
    flavour: { windows, caseInsensitive: windows || process.platform === 'darwin' },
    realPaths: nodeRealPaths(),
    links: nodeLinks,
    processes: nodeProcesses,
    storageFolder: nodeStorageFolder,
    files: nodeWholeFiles(),
    large: nodeLargeFiles,
    // Loaded at the first search.
    searchProgram: async (appRoot) => (await import('./node/searchProgram.ts')).ripgrepProgram(appRoot),
    largeFiles: lazyReader(),
    stamps: nodeStamps,
    repositories: nodeRepositories,
    ...(windows ? {} : { modes: nodeModes, permissions: nodePermissions }),
  });
}

/** The reader of large files, loaded at the first page; it is one object, since it keeps what it knows of the files. */
function lazyReader(): LargeFileReader {
  const reader = retried(async () => (await import('./node/bigFile.ts')).bigFileReader());
  return { readPage: async (...request) => (await reader()).readPage(...request) };
}
