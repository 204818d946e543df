// Resolves every path that enters Redline, with all links, so that the rules can judge it.

import * as vscode from 'vscode';
import type { Location } from '../../../core/change/change.ts';
import { ToolError } from '../../../core/wording/errors.ts';
import { resolveAlias, splitAtFolders } from '../../../core/path/pathAlias.ts';
import { nestedRoots, type RealRoot } from '../../../core/path/realRoots.ts';
import { judgeRealPath, type JudgedPath, type LinkHandling } from '../../../core/path/judgeRealPath.ts';
import type { RealPath, RealPaths } from '../../../core/path/realPaths.ts';
import { locatePath, outsideError, type InsidePath, type OutsidePath } from '../../../core/path/locatePath.ts';
import type { Flavour, PathContext } from '../../../core/path/pathParts.ts';
import { isGitSecret } from '../../../core/rules/gitFolder.ts';
import { subjectOf, withoutDrive } from '../../../core/rules/subject.ts';
import { hardLinkFolders } from '../../../core/rules/hardLinkFolders.ts';
import { diskPath } from '../fileSystem.ts';
import { dirtyDocument, openDocument } from '../openDocuments.ts';
import { markGitFolder } from './markGitFolder.ts';
import type { ResolvedPath } from './resolvedPath.ts';
import { externalPaths } from '../../shared/contributions/settings.ts';
import { inspectSteps, realRoots, uriOf, workspaceRoots } from './workspaceRoots.ts';

type JudgedLocation = Pick<ResolvedPath, 'location' | 'identity'>;

interface LocateOptions {
  /** As in `RealPaths.inspect`. */
  readonly allowsCached?: boolean;
}

/** Resolves each path that an agent, command or setting names, inside or outside of the workspace. */
export class PathResolver {
  readonly flavour: Flavour;
  readonly #realPaths: RealPaths | undefined;
  #pendingRoots: Promise<RealRoot[]> | undefined;
  /** Absolute paths, as written and canonical. */
  readonly #grantedPaths = new Set<string>();

  /** Without `realPaths` (in a web host) there is no local disk, so no link is followed and only names are judged. */
  constructor(realPaths: RealPaths | undefined, flavour: Flavour) {
    this.#realPaths = realPaths;
    this.flavour = flavour;
  }

  /**
   * Lets the user's own commands, but no agent, change a file outside the workspace, whatever `redline.externalPaths`
   * says, until the window closes.
   */
  grant(absolutePath: string): void {
    this.#grantedPaths.add(absolutePath);
  }

  /**
   * Resolves a path: read from the disk each time (but see `LocateOptions`), so that a swapped link is detected. The
   * resulting URI has all links resolved below the workspace folder, so that reading and writing follow none.
   *
   * @throws ToolError OUTSIDE_WORKSPACE, VALIDATION_ERROR, PERMISSION_DENIED
   */
  async locate(input: string, links: LinkHandling = 'target', options: LocateOptions = {}): Promise<ResolvedPath> {
    const located = await this.#locateByName(input, links);
    const isGranted = this.#isGranted(located);
    const requireOutsideAllowed = (): void => {
      if (externalPaths() === 'deny' && !isGranted) throw outsideError(input);
    };
    if (located.kind === 'outside') requireOutsideAllowed();
    const uri = located.kind === 'inside' ? uriOf(located.root, located.relative) : vscode.Uri.file(located.absolute);
    const realPaths = this.#realPathsFor(uri);
    if (realPaths === undefined) {
      const { resolveVirtual } = await import('./virtualPath.ts');
      return resolveVirtual(input, located, uri, links);
    }
    const inspection = realPaths.inspect(uri.fsPath, options.allowsCached);
    const [real, roots] = await Promise.all([inspection, this.#realRoots(realPaths)]);
    const judged = judgeRealPath(located, real, roots, this.flavour, links);
    if (judged.root === undefined) {
      // A path inside may lead outside by a link.
      requireOutsideAllowed();
      // Grants the link's target, too, which a later undo finds under its own path.
      if (isGranted) this.#grantedPaths.add(judged.absolute);
    }
    const described = await describeOnDisk(judged, real, links, realPaths);
    return { ...described, nestedRoots: this.#nestedRoots(judged, roots), isGranted };
  }

  #nestedRoots({ root }: JudgedPath, roots: readonly RealRoot[]): ResolvedPath['nestedRoots'] {
    if (root !== undefined) return nestedRoots(root, roots, this.flavour);
    return roots.map(({ root: inner, real }) => ({ uri: inner.uri, path: withoutDrive(real) }));
  }

  /** Locates a path by name. An alias (a path through another name of a workspace folder) counts as inside. */
  async #locateByName(input: string, links: LinkHandling): Promise<InsidePath | OutsidePath> {
    const context = this.#context();
    const located = locatePath(input, context);
    if (located.kind === 'inside' || this.#realPaths === undefined) return located;
    const roots = await this.#realRoots(this.#realPaths);
    for (const split of splitAtFolders(located, this.flavour)) {
      const { entry, target, real } = await this.#realPaths.inspect(split.folder);
      if (target === 'missing') return located;
      // An outside link that is itself deleted or moved is not followed.
      const isLinkItself = split.rest === '' && links === 'link' && entry === 'link';
      if (target !== 'folder' || real === undefined || isLinkItself) continue;
      const path = resolveAlias(split, real, roots, this.flavour);
      const inside = path === undefined ? located : locatePath(path, context);
      if (inside.kind === 'inside') return { ...inside, isFolder: located.isFolder };
    }
    return located;
  }

  #isGranted(located: InsidePath | OutsidePath): boolean {
    return located.kind === 'outside' && this.#grantedPaths.has(located.absolute);
  }

  /** The service that resolves the links in a URI; undefined off the local disk, where they cannot be followed. */
  #realPathsFor({ scheme }: vscode.Uri): RealPaths | undefined {
    return scheme === 'file' ? this.#realPaths : undefined;
  }

  #context(): PathContext {
    return { roots: workspaceRoots(), flavour: this.flavour };
  }

  /** The canonical paths of the workspace folders; concurrent callers share one read. */
  #realRoots(realPaths: RealPaths): Promise<RealRoot[]> {
    this.#pendingRoots ??= realRoots(realPaths).finally(() => (this.#pendingRoots = undefined));
    return this.#pendingRoots;
  }

  /** Whether a location is itself a workspace folder. */
  isRoot(at: Location): boolean {
    return workspaceRoots().some((root) => root.uri === at.uri);
  }

  isOutside(at: Location): boolean {
    const uri = vscode.Uri.parse(at.uri, true);
    return vscode.workspace.getWorkspaceFolder(uri) === undefined;
  }

  /**
   * Checks with one access whether a URI still leads to its canonical path, and whether that is in a workspace folder;
   * `outside` if that is unknown. A swapped link is `elsewhere`, wherever it leads. For writes, which need both
   * answers; reads use `isUnchanged`.
   */
  async locationState(judged: JudgedLocation, links: LinkHandling): Promise<'unchanged' | 'elsewhere' | 'outside'> {
    try {
      const uri = vscode.Uri.parse(judged.location.uri, true);
      const located = locatePath(this.pathOf(uri), this.#context());
      const isGranted = this.#isGranted(located);
      if (located.kind === 'outside' && !isGranted) return 'outside';
      const realPaths = this.#realPathsFor(uri);
      if (realPaths === undefined) return (await this.isUnchanged(judged, links)) ? 'unchanged' : 'elsewhere';
      const [real, roots] = await Promise.all([realPaths.inspect(uri.fsPath), this.#realRoots(realPaths)]);
      const { root } = judgeRealPath(located, real, roots, this.flavour, links);
      if (!leadsTo(judged.location, real, links)) return 'elsewhere';
      return root === undefined && !isGranted ? 'outside' : 'unchanged';
    } catch (cause) {
      // A path that leads nowhere was swapped, too: for a link loop, a pipe, or a file in place of a folder.
      return cause instanceof ToolError && cause.code === 'VALIDATION_ERROR' ? 'elsewhere' : 'outside';
    }
  }

  /** A path that `locate` resolves to this URI. */
  pathOf(uri: vscode.Uri): string {
    return uri.scheme === 'file' ? diskPath(uri) : uri.toString();
  }

  /** Display path of a URI inside the workspace. Throws as `locate` does. */
  displayNameOf(uri: vscode.Uri): string {
    return locatePath(this.pathOf(uri), this.#context()).display;
  }

  /**
   * Whether a file cannot be judged by its path alone: it has hard links, git may store credentials in it, or it is
   * open. A search reads an open document by the path that it was opened with, which may lead through a link.
   */
  async needsFullJudgement(uri: vscode.Uri): Promise<boolean> {
    return isGitSecret(uri.path) || openDocument(uri) !== undefined || this.hasHardLinks(uri);
  }

  /** Whether a file of the local disk has other names: what is written into it in place stands under these, too. */
  async hasHardLinks(uri: vscode.Uri): Promise<boolean> {
    const hardLinks = await this.#realPathsFor(uri)?.countHardLinks(uri.fsPath);
    return hardLinks !== undefined && hardLinks > 1;
  }

  /** Whether a URI still leads to its canonical path. */
  async isUnchanged({ location: at, identity }: JudgedLocation, links: LinkHandling): Promise<boolean> {
    const uri = vscode.Uri.parse(at.uri, true);
    const realPaths = this.#realPathsFor(uri);
    if (realPaths !== undefined) return leadsTo(at, await realPaths.inspect(uri.fsPath), links);
    const located = locatePath(uri.toString(), this.#context());
    return located.kind === 'inside' && (await inspectSteps(located.root, located.relative)).identity === identity;
  }
}

/** Describes a judged path on the local disk. */
async function describeOnDisk(
  judged: JudgedPath,
  real: RealPath,
  links: LinkHandling,
  realPaths: RealPaths,
): Promise<Omit<ResolvedPath, 'nestedRoots' | 'isGranted'>> {
  const { located } = judged;
  const hardLinks = links === 'target' ? await hardLinksOf(judged, real, realPaths) : [];
  const isMissingFolder = located.isFolder && real.target === 'missing';
  const entryKind = links === 'link' ? real.entry : real.target;
  const isFolder = entryKind === 'missing' || entryKind === 'link' ? undefined : entryKind === 'folder';
  const location = { ...locationOf(judged), path: located.display, ...(isMissingFolder ? { folder: true } : {}) };
  return {
    location,
    subject: await markGitFolder(subjectOf(judged, { otherNames: hardLinks, isFolder }), location, judged.relative),
    folders: foldersOf(judged),
    isLink: real.entry === 'link',
    identity: real.fileId,
    isMissing: real.entry === 'missing' && dirtyDocument(vscode.Uri.parse(location.uri, true)) === undefined,
    size: real.size,
  };
}

/** Whether an inspected path still leads to the canonical path of a location. */
function leadsTo(at: Location, { real, entryPath }: RealPath, links: LinkHandling): boolean {
  const path = links === 'link' ? entryPath : real;
  return path !== undefined && vscode.Uri.file(path).toString() === at.real;
}

/** The error for a file that was swapped between judging and reading it (TOCTOU). */
export function replacedError({ path }: Location): ToolError {
  return new ToolError('STALE', `${path} was replaced while it was being read. Call again.`);
}

/** The URIs of a canonical path; inside the workspace with the workspace folder as written, even if that is a link. */
function locationOf({ root, relative, absolute }: JudgedPath): { uri: string; real: string } {
  const real = vscode.Uri.file(absolute);
  const uri = root === undefined || relative === undefined ? real : uriOf(root, relative);
  return { uri: uri.toString(), real: real.toString() };
}

/** The other paths of a file with hard links, relative to its workspace folder. */
async function hardLinksOf({ root, relative, absolute }: JudgedPath, real: RealPath, realPaths: RealPaths) {
  if (real.hardLinks < 2 || root === undefined || relative === undefined) return [];
  const top = vscode.Uri.joinPath(vscode.Uri.file(absolute), ...relative.split('/').map(() => '..'));
  const folders = hardLinkFolders(relative).map((folder) => vscode.Uri.joinPath(top, folder).fsPath);
  const others = await realPaths.otherHardLinks(absolute, folders);
  return others.map((other) => vscode.Uri.file(other).path.slice(top.path.length).replace(/^\/+/, ''));
}

function foldersOf({ located, root, inOtherRoots }: JudgedPath): string[] {
  const roots = [...(located.kind === 'inside' ? [located.root] : []), ...(root === undefined ? [] : [root])];
  return [...new Set([...roots, ...inOtherRoots.map((other) => other.root)].map(({ uri }) => uri))];
}
