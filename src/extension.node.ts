// Assembles Redline with the parts that need Node: the local disk, processes, git, ripgrep, the endpoint of agents.
import type * as vscode from 'vscode';
import type { RepositoryFinder } from './core/pattern/repositoryFinder.ts';
import type { LargeFileReader } from './core/search/largeFile.ts';
import type { LargeFiles } from './tools/ports/diskPorts.ts';
import { onceUntilFailure } from './core/async/onceUntilFailure.ts';
import { readStamps } from './node/disk/fileStamps.ts';
import { describePermissions, nodeLinks, nodeModes } from './node/disk/linksAndModes.ts';
import { nodeRealPaths } from './node/disk/realPath.ts';
import { nodeLocalFiles } from './node/files/localFiles.ts';
import { nodeProcesses } from './node/disk/processes.ts';
import { nodeStorageFolder } from './node/files/storageFolder.ts';
import { nodeWholeFiles } from './node/files/inPlaceFiles.ts';
import { activateRedline } from './vscode/host/activate.ts';
import { useLocalFiles } from './vscode/files/fileSystem.ts';
import type { LoadedParts } from './vscode/host/lazyActivation.ts';

/** Assembles Redline on a machine with a local disk. Parts behind an `import()` are loaded at their first use. */
export function activateOnNode(context: vscode.ExtensionContext): LoadedParts {
  const isWindows = process.platform === 'win32';
  // First, since the activation may read files.
  useLocalFiles(nodeLocalFiles);
  return activateRedline(context, {
    flavour: { isWindows, ignoreCase: isWindows || process.platform === 'darwin' },
    realPaths: nodeRealPaths(),
    links: nodeLinks,
    processes: nodeProcesses,
    storageFolder: nodeStorageFolder,
    files: nodeWholeFiles(),
    large: lazyLargeFiles(),
    searchProgram: async (appRoot) => (await import('./node/ripgrep/loadRipgrep.ts')).loadRipgrep(appRoot),
    largeFileReader: lazyLargeFileReader(),
    readStamps,
    repositories: lazyRepositories(),
    openSyntax: async (appRoot) => (await import('./node/syntax/typescriptErrors.ts')).openTypeScriptChecker(appRoot),
    openWatch: async (place) => (await import('./node/watch/openWatch.ts')).openWatch(place),
    openEndpoint: async (...args) => (await import('./node/endpoint/endpoint.ts')).openEndpoint(...args),
    agentMachine: async () => (await import('./node/connect/agentMachine.ts')).createAgentMachine(),
    // Windows has no permission bits.
    ...(isWindows ? {} : { modes: nodeModes, readPermissions: describePermissions }),
  });
}

/** Access to large files, whose code is loaded at its first use. */
function lazyLargeFiles(): LargeFiles {
  const load = async (): Promise<LargeFiles> => (await import('./node/files/largeFiles.ts')).nodeLargeFiles;
  return {
    digest: async (...args) => (await load()).digest(...args),
    digestWithTail: async (...args) => (await load()).digestWithTail(...args),
    part: async (...args) => (await load()).part(...args),
    create: async (...args) => (await load()).create(...args),
    rewrite: async (...args) => (await load()).rewrite(...args),
    remove: async (...args) => (await load()).remove(...args),
    isPartial: async (...args) => (await load()).isPartial(...args),
    isPartialAppend: async (...args) => (await load()).isPartialAppend(...args),
  };
}

/** Finds repositories with their ignore rules and settings. The code is loaded at the first search. */
function lazyRepositories(): RepositoryFinder {
  const load = async (): Promise<RepositoryFinder> => (await import('./node/git/repository.ts')).nodeRepositories;
  return {
    containing: async (folder) => (await load()).containing(folder),
    atTop: async (folder) => (await load()).atTop(folder),
  };
}

/** Loads the large-file reader at its first read, and keeps it, since it caches line indexes. */
function lazyLargeFileReader(): LargeFileReader {
  const reader = onceUntilFailure(async () =>
    (await import('./node/largeFile/largeFileReader.ts')).createLargeFileReader(),
  );
  return { readPage: async (...request) => (await reader()).readPage(...request) };
}
