import * as vscode from 'vscode';
import { compileGlob } from '../core/glob.ts';

/**
 * Why the editor would not let the person change a file: its file system is read-only, or a setting marks it so. The
 * editor's own file calls write it all the same, so the gate has to look. Undefined where nothing speaks against it.
 */
export async function readonlyReason(uri: vscode.Uri): Promise<string | undefined> {
  if (vscode.workspace.fs.isWritableFileSystem(uri.scheme) === false) return 'its file system is read-only';
  if (isMarked(uri)) return 'the setting files.readonlyInclude marks it read-only';
  try {
    const { permissions = 0 } = await vscode.workspace.fs.stat(uri);
    return (permissions & vscode.FilePermission.Readonly) === 0
      ? undefined
      : 'its file system says that it is read-only';
  } catch {
    return undefined;
  }
}

function isMarked(uri: vscode.Uri): boolean {
  const files = vscode.workspace.getConfiguration('files', uri);
  const paths = pathsOf(uri);
  const matches = (setting: string): boolean =>
    Object.entries(files.get<Readonly<Record<string, unknown>>>(setting) ?? {}).some(
      ([pattern, on]) => on === true && matchesAny(pattern, paths),
    );
  return matches('readonlyInclude') && !matches('readonlyExclude');
}

/** Relative to the workspace folder, and absolute (without the first slash) as some patterns are. */
function pathsOf(uri: vscode.Uri): { readonly relative: string | undefined; readonly absolute: string } {
  const folder = vscode.workspace.getWorkspaceFolder(uri);
  const relative = folder === undefined ? undefined : vscode.workspace.asRelativePath(uri, false);
  return { relative, absolute: uri.path.replace(/^\/+/, '') };
}

function matchesAny(pattern: string, { relative, absolute }: ReturnType<typeof pathsOf>): boolean {
  try {
    const glob = compileGlob(pattern.replaceAll('\\', '/'), { anchored: true });
    const isAbsolute = /^(?:[A-Za-z]:)?[\\/]/.test(pattern);
    return isAbsolute || relative === undefined ? glob.matches(absolute) : glob.matches(relative);
  } catch {
    // What our globs cannot read, the editor may; its own refusal is then the one that counts.
    return false;
  }
}
