import * as vscode from 'vscode';
import type { RealRoot } from '../../core/path/judgeRealPath.ts';
import type { RealPaths } from '../../core/path/realPaths.ts';
import type { Root } from '../../core/path/root.ts';
import { diskPath } from './disk.ts';

/** The workspace folders as they are now. */
export function rootsNow(): Root[] {
  return (vscode.workspace.workspaceFolders ?? []).map(({ name, uri }) => ({
    name,
    path: uri.scheme === 'file' ? diskPath(uri) : uri.path,
    uri: uri.toString(),
  }));
}

/** Where the local ones really are, links followed. */
export function lookAtRoots(realPaths: RealPaths): Promise<RealRoot[]> {
  const local = rootsNow().filter((root) => vscode.Uri.parse(root.uri, true).scheme === 'file');
  return Promise.all(
    local.map(async (root) => ({ root, real: (await realPaths.inspect(root.path)).real ?? root.path })),
  );
}
