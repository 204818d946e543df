// Reads the properties of a path, without reading its content.

import * as vscode from 'vscode';
import { fileSystem, statOf } from '../files/fileSystem.ts';
import { replacedError } from '../files/pathResolver.ts';
import { ToolError } from '../../core/wording/errors.ts';
import type { RealPath, RealPaths } from '../../core/path/realPaths.ts';
import type { Links } from '../../tools/ports/ports.ts';
import type { FileStat } from '../../tools/ports/fileStat.ts';
import type { PathFacts, PathKind } from '../../tools/ports/queryPorts.ts';
import type { SearchFolderDeps } from './searchFolder.ts';

/** Reads the permissions of a local file: `rwxr-xr-x (755)`. */
export type ReadPermissions = (uri: string) => Promise<string | undefined>;

export interface PathFactsDeps extends SearchFolderDeps {
  readonly realPaths: RealPaths | undefined;
  readonly links: Links | undefined;
  readonly permissions: ReadPermissions | undefined;
}

/** The facts about a path that the caller may not know about. */
const hiddenFacts: Omit<PathFacts, 'at'> = {
  absolutePath: undefined,
  kind: undefined,
  size: 0,
  modified: undefined,
  permissions: undefined,
  linkTarget: undefined,
  linkKind: undefined,
  access: 'deny',
};

/** Reads the properties of a path, without reading its content. Throws as `Queries.facts` does. */
export async function readPathFacts(deps: PathFactsDeps, path: string, mayPrompt: boolean): Promise<PathFacts> {
  const resolved = await deps.resolver.locate(path, 'link');
  if (!resolved.subject.isInside) {
    // Outside the workspace, the user must allow even learning whether the path exists.
    if (!mayPrompt) return { ...hiddenFacts, at: resolved.location };
    await deps.guard.requireStat(resolved);
  }
  const action = deps.guard.readAction(resolved)(resolved.subject);
  if (action === 'deny') {
    throw new ToolError('PERMISSION_DENIED', `A rule forbids reading ${resolved.location.path}. Do not try again.`);
  }
  const uri = vscode.Uri.parse(resolved.location.uri, true);
  const isLocal = uri.scheme === 'file';
  const real = isLocal ? await deps.realPaths?.inspect(uri.fsPath) : undefined;
  if (resolved.isMissing && real?.entry !== 'missing') throw replacedError(resolved.location);
  // A circular link has no stat; its other properties are known.
  const stat = await statOf(uri).catch(() => undefined);
  const kind = real === undefined ? kindOfType(stat?.type) : kindByEntry[real.entry];
  const targetAccess = kind === 'symlink' ? await accessOfTarget(deps, path) : 'allow';
  const access = action === 'ask' && targetAccess !== 'deny' ? 'ask' : targetAccess;
  const visible = access === 'deny' ? undefined : stat;
  const targetKind = real === undefined ? kindOfType(stat?.targetType) : kindByEntry[real.target];
  const showsTarget = kind === 'symlink' && access !== 'deny';
  return {
    at: resolved.location,
    absolutePath: resolved.subject.isInside ? deps.resolver.pathOf(uri) : undefined,
    kind,
    size: visible?.size ?? 0,
    modified: visible?.modified,
    permissions: kind === undefined ? undefined : await permissionsOf(deps, uri),
    linkTarget:
      showsTarget && isLocal ? await deps.links?.read(resolved.location.uri).catch(() => undefined) : undefined,
    linkKind: showsTarget ? (targetKind ?? 'nothing') : undefined,
    access,
  };
}

/** Judges reading the target of a link. */
async function accessOfTarget({ resolver, guard }: PathFactsDeps, path: string): Promise<PathFacts['access']> {
  try {
    const resolved = await resolver.locate(path);
    if (!resolved.subject.isInside) return 'deny';
    const action = guard.readAction(resolved)(resolved.subject);
    return action === 'later' ? 'deny' : action;
  } catch (cause) {
    return cause instanceof ToolError && cause.code === 'OUTSIDE_WORKSPACE' ? 'deny' : 'allow';
  }
}

function kindOfType(type: FileStat['type'] | undefined): PathKind | undefined {
  return type === 'other' ? 'special file' : type;
}

const kindByEntry: Readonly<Record<RealPath['entry'] | RealPath['target'], PathKind | undefined>> = {
  file: 'file',
  folder: 'directory',
  link: 'symlink',
  socket: 'socket',
  device: 'device',
  fifo: 'named pipe',
  other: 'special file',
  // Nothing to describe.
  missing: undefined,
  loop: undefined,
  broken: undefined,
  unreadable: undefined,
};

async function permissionsOf({ permissions }: PathFactsDeps, uri: vscode.Uri): Promise<string | undefined> {
  if (uri.scheme === 'file' && permissions !== undefined) {
    return permissions(uri.toString()).catch(() => undefined);
  }
  try {
    const stat = await fileSystem.stat(uri);
    return stat.permissions === vscode.FilePermission.Readonly ? 'read-only' : 'read and write';
  } catch {
    return undefined;
  }
}
