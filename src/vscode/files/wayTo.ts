import * as vscode from 'vscode';
import type { Root } from '../../core/path/root.ts';
import { statOf } from './disk.ts';

/** The URI of a path below a workspace folder. */
export function uriOf(root: Root, relative: string): vscode.Uri {
  const uri = vscode.Uri.parse(root.uri, true);
  return relative === '' ? uri : vscode.Uri.joinPath(uri, ...relative.split('/'));
}

/** What stands at each step below a workspace folder, and which steps are links; undefined where none is. */
export async function wayTo(root: Root, relative: string) {
  const names = relative === '' ? [] : relative.split('/');
  const steps = names.map((_name, index) => uriOf(root, names.slice(0, index + 1).join('/')));
  const stats = await Promise.all(steps.map((step) => statOf(step).catch(() => undefined)));
  const linked = steps.filter((_step, index) => stats[index]?.type === 'symlink');
  return { stats, identity: linked.length === 0 ? undefined : linked.join(' ') };
}
