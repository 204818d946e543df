import path from 'node:path';
import type * as vscode from 'vscode';
import { bigFileReader } from './node/bigFile.ts';
import { nodeStamps } from './node/fileStamps.ts';
import { nodePermissions } from './node/permissions.ts';
import { nodeRealPaths } from './node/realPath.ts';
import { nodeLinks } from './node/links.ts';
import { nodeModes } from './node/modes.ts';
import { nodeWholeFiles } from './node/wholeFiles.ts';
import { ripgrepProgram } from './node/searchProgram.ts';
import { activateRedline } from './vscode/activate.ts';
import type { RedlineApi } from './vscode/api.ts';

/** The entry on desktop and remote machines. */
export function activate(context: vscode.ExtensionContext): RedlineApi {
  const windows = process.platform === 'win32';
  return activateRedline(context, {
    flavour: { windows, caseInsensitive: windows || process.platform === 'darwin' },
    realPaths: nodeRealPaths(),
    links: nodeLinks,
    files: nodeWholeFiles(path.join((context.storageUri ?? context.globalStorageUri).fsPath, 'drafts')),
    searchProgram: ripgrepProgram,
    largeFiles: bigFileReader(),
    stamps: nodeStamps,
    ...(windows ? {} : { modes: nodeModes, permissions: nodePermissions }),
  });
}
