// Reads the properties of a path for `Queries.facts`, without reading its content.

import * as vscode from 'vscode';
import { fileSystem, statOf } from '../files/fileSystem.ts';
import { replacedError } from '../files/paths/pathResolver.ts';
import { ToolError } from '../../core/wording/errors.ts';
import type { RealPath, RealPaths } from '../../core/path/realPaths.ts';
import type { Links } from '../../tools/ports/diskPorts.ts';
import type { FileStat } from '../../tools/ports/fileStat.ts';
import type { PathFacts, PathKind } from '../../tools/ports/queryPorts.ts';
import type { ResolvedPath } from '../files/paths/resolvedPath.ts';
import type { SearchFolderDeps } from './searchRoots.ts';

/** Reads the permissions of a local file, given by its URI: `rwxr-xr-x (755)`; undefined if unknown. */
export type ReadPermissions = (uri: string) => Promise<string | undefined>;

/** The services for reading properties; the parts of the local disk are undefined in a web host. */
export interface PathFactsDeps extends SearchFolderDeps {
  readonly realPaths: RealPaths | undefined;
  readonly links: Links | undefined;
  readonly readPermissions: ReadPermissions | undefined;
}

/** Facts about a path outside the workspace if the user may not be asked: the path looks missing, whether or not it is. */
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

/**
 * Reads those properties of a path that the rules let the agent learn.
 * @param mayPrompt whether the user may be asked about a path outside the workspace
 * @throws as `Queries.facts` does
 */
export async function readPathFacts(deps: PathFactsDeps, path: string, mayPrompt: boolean): Promise<PathFacts> {
  const resolved = await deps.resolver.locate(path, 'link');
  if (!resolved.subject.isInside) {
    // Outside the workspace, the user must allow even learning whether the path exists.
    if (!mayPrompt) return { ...hiddenFacts, at: resolved.location };
    await deps.guard.requireStat(resolved);
  }
  const ownAccess = judgeReading(deps, resolved);
  if (ownAccess === 'deny') {
    throw new ToolError('PERMISSION_DENIED', `A rule forbids reading ${resolved.location.path}. Do not try again.`);
  }
  const uri = vscode.Uri.parse(resolved.location.uri, true);
  const realPath = uri.scheme === 'file' ? await deps.realPaths?.inspect(uri.fsPath) : undefined;
  // Something has appeared since the path was resolved as missing, and was not judged.
  if (resolved.isMissing && realPath?.entry !== 'missing') throw replacedError(resolved.location);
  return describePath(deps, path, { resolved, uri, realPath, ownAccess });
}

/** A path whose properties the caller may learn. */
interface VisiblePath {
  readonly resolved: ResolvedPath;
  readonly uri: vscode.Uri;
  /** Undefined for a file that is not on the local disk. */
  readonly realPath: RealPath | undefined;
  /** The rules' answer to reading the path itself, without the target of a link. */
  readonly ownAccess: PathFacts['access'];
}

/** Collects the properties. Those of a link's target are omitted if the target may not be read. */
async function describePath(
  deps: PathFactsDeps,
  path: string,
  { resolved, uri, realPath, ownAccess }: VisiblePath,
): Promise<PathFacts> {
  // A circular link has no stat, but its other properties are known.
  const stat = await statOf(uri).catch(() => undefined);
  const { kind, targetKind } = kindsOf(realPath, stat);
  const isLink = kind === 'symlink';
  const targetAccess = isLink ? await accessOfTarget(deps, path) : 'allow';
  // Reading a link reads its target, so the stricter of both verdicts counts (`ownAccess` is not `deny` here).
  const access = ownAccess === 'ask' && targetAccess !== 'deny' ? 'ask' : targetAccess;
  const visibleStat = access === 'deny' ? undefined : stat;
  const showsTarget = isLink && access !== 'deny';
  return {
    at: resolved.location,
    absolutePath: resolved.subject.isInside ? deps.resolver.pathOf(uri) : undefined,
    kind,
    size: visibleStat?.size ?? 0,
    modified: visibleStat?.modified,
    permissions: kind === undefined ? undefined : await permissionsOf(deps, uri),
    linkTarget: showsTarget ? await readLink(deps, uri) : undefined,
    linkKind: showsTarget ? (targetKind ?? 'nothing') : undefined,
    access,
  };
}

/** The kinds of a path and of the target of a link: by the disk, or by VS Code's stat if it is not on the local disk. */
function kindsOf(
  realPath: RealPath | undefined,
  stat: FileStat | undefined,
): { readonly kind: PathKind | undefined; readonly targetKind: PathKind | undefined } {
  if (realPath === undefined) return { kind: kindOfType(stat?.type), targetKind: kindOfType(stat?.targetType) };
  return { kind: kindByEntry[realPath.entry], targetKind: kindByEntry[realPath.target] };
}

/** The target as written in a link; undefined if it is unreadable, or not on the local disk. */
async function readLink({ links }: PathFactsDeps, uri: vscode.Uri): Promise<string | undefined> {
  return uri.scheme === 'file' ? links?.read(uri.toString()).catch(() => undefined) : undefined;
}

/** Judges reading the target of a link: `deny` outside the workspace, too; `allow` if nothing there can be read. */
async function accessOfTarget(deps: PathFactsDeps, path: string): Promise<PathFacts['access']> {
  try {
    const resolved = await deps.resolver.locate(path);
    return resolved.subject.isInside ? judgeReading(deps, resolved) : 'deny';
  } catch (cause) {
    // Any other error means that the link is circular or broken, or leads to a pipe, socket or device.
    return cause instanceof ToolError && cause.code === 'OUTSIDE_WORKSPACE' ? 'deny' : 'allow';
  }
}

/** Judges by the rules whether a resolved path may be read. Never prompts. */
function judgeReading({ guard }: PathFactsDeps, resolved: ResolvedPath): PathFacts['access'] {
  const action = guard.readAction(resolved)(resolved.subject);
  // `later` applies to changes only; a rule about reading never has it.
  return action === 'later' ? 'deny' : action;
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
  // Missing, or impossible to determine.
  missing: undefined,
  loop: undefined,
  broken: undefined,
  unreadable: undefined,
};

async function permissionsOf({ readPermissions }: PathFactsDeps, uri: vscode.Uri): Promise<string | undefined> {
  if (uri.scheme === 'file' && readPermissions !== undefined) {
    return readPermissions(uri.toString()).catch(() => undefined);
  }
  try {
    const stat = await fileSystem.stat(uri);
    return stat.permissions === vscode.FilePermission.Readonly ? 'read-only' : 'read and write';
  } catch {
    return undefined;
  }
}
