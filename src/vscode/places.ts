import * as vscode from 'vscode';
import type { Location } from '../core/change.ts';
import { judgeRealPath, type LinkMeaning, type RealRoot } from '../core/path/judgeRealPath.ts';
import type { RealPaths } from '../core/path/realPaths.ts';
import { locatePath, outside, type InsidePath, type OutsidePath } from '../core/path/resolvePath.ts';
import type { Flavour, PathContext, Root } from '../core/path/root.ts';
import { subjectOf, subjectOfAsked, type Subject } from '../core/rules/subject.ts';
import { externalPaths } from './settings.ts';

/** A place, and what the rules need to know of how it was reached. */
export interface Place {
  readonly location: Location;
  readonly subject: Subject;
}

/** The one way from a path that somebody wrote to a place in the workspace. */
export class Places {
  readonly #realPaths: RealPaths | undefined;
  readonly #flavour: Flavour;

  /** Without `realPaths` (a web host) only names are judged: there is no local disk, and so no link to follow. */
  constructor(realPaths: RealPaths | undefined, flavour: Flavour) {
    this.#realPaths = realPaths;
    this.#flavour = flavour;
  }

  /**
   * The place that a path names. It is looked up afresh each time, so that a link that was swapped is noticed.
   *
   * @throws ToolError OUTSIDE_WORKSPACE, VALIDATION_ERROR, PERMISSION_DENIED.
   */
  async locate(asked: string, links: LinkMeaning = 'target'): Promise<Place> {
    const found = locatePath(asked, this.#context());
    if (found.kind === 'outside' && externalPaths() === 'deny') throw outside(asked);
    const uri = found.kind === 'inside' ? uriOf(found) : vscode.Uri.file(found.absolute);
    if (this.#realPaths === undefined || uri.scheme !== 'file') return virtualPlace(asked, found, uri);
    const real = await this.#realPaths.inspect(uri.fsPath);
    const judged = judgeRealPath(found, real, await this.#realRoots(this.#realPaths), this.#flavour, links);
    if (judged.root === undefined && externalPaths() === 'deny') throw outside(asked);
    const location = { uri: uri.toString(), path: found.display, real: vscode.Uri.file(judged.absolute).toString() };
    return { location, subject: subjectOf(judged) };
  }

  /** The workspace folder that holds a place itself, as a location. */
  isRoot(at: Location): boolean {
    return rootsNow().some((root) => root.uri === at.uri);
  }

  /** The path by which a place is asked for again, from its URI. */
  pathOf(uri: vscode.Uri): string {
    return uri.scheme === 'file' ? uri.fsPath : uri.toString();
  }

  #context(): PathContext {
    return { roots: rootsNow(), flavour: this.#flavour };
  }

  #realRoots(realPaths: RealPaths): Promise<RealRoot[]> {
    const local = rootsNow().filter((root) => vscode.Uri.parse(root.uri, true).scheme === 'file');
    return Promise.all(
      local.map(async (root) => ({ root, real: (await realPaths.inspect(root.path)).real ?? root.path })),
    );
  }
}

function rootsNow(): Root[] {
  return (vscode.workspace.workspaceFolders ?? []).map(({ name, uri }) => ({
    name,
    path: uri.scheme === 'file' ? uri.fsPath : uri.path,
    uri: uri.toString(),
  }));
}

function uriOf(inside: InsidePath): vscode.Uri {
  const root = vscode.Uri.parse(inside.root.uri, true);
  return inside.relative === '' ? root : vscode.Uri.joinPath(root, ...inside.relative.split('/'));
}

function virtualPlace(asked: string, found: InsidePath | OutsidePath, uri: vscode.Uri): Place {
  if (found.kind === 'outside') throw outside(asked);
  const location = { uri: uri.toString(), path: found.display, real: uri.toString() };
  return { location, subject: subjectOfAsked(found) };
}
