import * as vscode from 'vscode';
import { fileSystem } from '../files/fileSystem.ts';
import { ToolError } from '../../core/wording/errors.ts';
import type { EntryKind, RealPath, RealPaths } from '../../core/path/realPaths.ts';
import type { Links } from '../../tools/ports/ports.ts';
import type { FileStat } from '../../tools/ports/fileStat.ts';
import type { PathFacts, PathKind } from '../../tools/ports/queryPorts.ts';
import { statOf } from '../files/disk.ts';
import type { SearchFolderParts } from './searchFolder.ts';

/** Permissions as the local disk has them: `rwxr-xr-x (755)`. */
export type Permissions = (uri: string) => Promise<string | undefined>;

export interface FactsParts extends SearchFolderParts {
  readonly realPaths: RealPaths | undefined;
  readonly links: Links | undefined;
  readonly permissions: Permissions | undefined;
}

const untold: Omit<PathFacts, 'at'> = {
  absolutePath: undefined,
  kind: undefined,
  size: 0,
  modified: undefined,
  permissions: undefined,
  linkTarget: undefined,
  linkKind: undefined,
  guarded: 'closed',
};

/** What stands at a path, without reading it. Throws as `Queries.facts` does. */
export async function factsOf(parts: FactsParts, path: string, asks: boolean): Promise<PathFacts> {
  const place = await parts.places.locate(path, 'link');
  if (!place.subject.inside) {
    // Even whether something is there is told only with the person's leave.
    if (!asks) return { ...untold, at: place.location };
    await parts.guard.look(place);
  }
  const action = parts.guard.reader(place)(place.subject);
  if (action === 'deny') {
    throw new ToolError('PERMISSION_DENIED', `A rule forbids reading ${place.location.path}. Do not try again.`);
  }
  const uri = vscode.Uri.parse(place.location.uri, true);
  const isLocal = uri.scheme === 'file';
  const real = isLocal ? await parts.realPaths?.inspect(uri.fsPath) : undefined;
  // A link in a circle has no stat, and is an answer all the same.
  const stat = await statOf(uri).catch(() => undefined);
  const kind = real === undefined ? kindOfStat(stat) : kindOf(real.entry);
  const isLink = kind === 'symlink';
  const behind = isLink ? await guardOfTarget(parts, path) : undefined;
  const guarded = action === 'ask' && behind !== 'closed' ? 'asks' : behind;
  const end = guarded === 'closed' ? undefined : stat;
  return {
    at: place.location,
    absolutePath: place.subject.inside ? parts.places.pathOf(uri) : undefined,
    kind,
    size: end?.size ?? 0,
    modified: end?.modified,
    permissions: kind === undefined ? undefined : await permissionsOf(parts, uri),
    linkTarget:
      isLink && isLocal && guarded !== 'closed'
        ? await parts.links?.read(place.location.uri).catch(() => undefined)
        : undefined,
    linkKind: isLink && guarded !== 'closed' ? (targetOf(real, stat) ?? 'nothing') : undefined,
    guarded,
  };
}

/** What the rules say to what a link leads to. */
async function guardOfTarget({ places, guard }: FactsParts, path: string): Promise<PathFacts['guarded']> {
  try {
    const place = await places.locate(path);
    if (!place.subject.inside) return 'closed';
    const action = guard.reader(place)(place.subject);
    return action === 'allow' ? undefined : action === 'ask' ? 'asks' : 'closed';
  } catch (cause) {
    return cause instanceof ToolError && cause.code === 'OUTSIDE_WORKSPACE' ? 'closed' : undefined;
  }
}

function targetOf(real: RealPath | undefined, stat: FileStat | undefined): PathKind | undefined {
  return real === undefined ? kindOfTarget(stat) : targetKind(real.target);
}

function kindOfStat(stat: FileStat | undefined): PathKind | undefined {
  return stat?.type === 'other' ? 'special file' : stat?.type;
}

function kindOfTarget(stat: FileStat | undefined): PathKind | undefined {
  return stat?.targetType === 'other' ? 'special file' : stat?.targetType;
}

function kindOf(entry: EntryKind | 'link' | 'missing'): PathKind | undefined {
  if (entry === 'missing') return undefined;
  return entry === 'link' ? 'symlink' : targetKind(entry);
}

function targetKind(kind: EntryKind | 'missing' | 'loop' | 'broken' | 'unreadable'): PathKind | undefined {
  switch (kind) {
    case 'file':
    case 'socket':
    case 'device':
      return kind;
    case 'folder':
      return 'directory';
    case 'fifo':
      return 'named pipe';
    case 'other':
      return 'special file';
    case 'missing':
    case 'loop':
    case 'broken':
    case 'unreadable':
      return undefined;
  }
}

async function permissionsOf({ permissions }: FactsParts, uri: vscode.Uri): Promise<string | undefined> {
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
