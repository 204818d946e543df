import * as vscode from 'vscode';
import type { Location } from '../../core/change/change.ts';
import { ToolError } from '../../core/wording/errors.ts';
import { namedInside, stepsOf } from '../../core/path/aliasOf.ts';
import { judgeRealPath, type JudgedPath, type LinkMeaning, type RealRoot } from '../../core/path/judgeRealPath.ts';
import type { RealPath, RealPaths } from '../../core/path/realPaths.ts';
import { locatePath, outside, type InsidePath, type OutsidePath } from '../../core/path/resolvePath.ts';
import type { Flavour } from '../../core/path/root.ts';
import { isGitSecret, possibleGitFolders, withinGitFolder } from '../../core/rules/gitFolder.ts';
import { slashed, subjectOf, subjectOfAsked, withUnseenTarget, type Subject } from '../../core/rules/subject.ts';
import { caseVariants } from '../../core/rules/caseVariants.ts';
import { diskPath, statOf } from './disk.ts';
import { foldersInside } from './nestedFolders.ts';
import { externalPaths } from '../shared/settings.ts';
import { uriOf, wayTo } from './wayTo.ts';
import { lookAtRoots, rootsNow } from './workspaceRoots.ts';

/** A place, and what the rules need to know of how it was reached. */
export interface ResolvedPath {
  readonly location: Location;
  readonly subject: Subject;
  /** URIs of the workspace folders whose rules have a say: where it was asked for, and where it really is. */
  readonly folders: readonly string[];
  /** Whether a link stands at the path itself. */
  readonly isLink: boolean;
  /** Which entry of the disk this is: another value later means that something was swapped. */
  readonly identity: string | undefined;
  /** Whether nothing is there, as far as the local disk tells. */
  readonly isMissing: boolean;
  /** For a place outside the workspace: the workspace folders that it holds, as its subject names them. */
  readonly holds: readonly { readonly uri: string; readonly path: string }[];
  /** Bytes of a file on the local disk; undefined elsewhere, and where no file is. */
  readonly size: number | undefined;
}

/** What is needed to look at a place again. */
type Located = Pick<ResolvedPath, 'location' | 'identity'>;

/** The one way from a path that somebody wrote to a place in the workspace. */
export class PathResolver {
  readonly #realPaths: RealPaths | undefined;
  readonly #flavour: Flavour;
  #looking: Promise<RealRoot[]> | undefined;

  /** Without `realPaths` (a web host) only names are judged: there is no local disk, and so no link to follow. */
  constructor(realPaths: RealPaths | undefined, flavour: Flavour) {
    this.#realPaths = realPaths;
    this.#flavour = flavour;
  }

  /**
   * The place that a path names. It is looked up afresh each time, so that a link that was swapped is noticed. Its URI
   * is the real one, so that reading and writing meet no link again.
   *
   * @throws ToolError OUTSIDE_WORKSPACE, VALIDATION_ERROR, PERMISSION_DENIED.
   */
  async locate(asked: string, links: LinkMeaning = 'target'): Promise<ResolvedPath> {
    const found = await this.#find(asked, links);
    if (found.kind === 'outside' && externalPaths() === 'deny') throw outside(asked);
    const uri = found.kind === 'inside' ? uriOf(found.root, found.relative) : vscode.Uri.file(found.absolute);
    if (this.#realPaths === undefined || uri.scheme !== 'file') return virtualPlace(asked, found, uri, links);
    const [real, roots] = await Promise.all([this.#realPaths.inspect(uri.fsPath), this.#realRoots(this.#realPaths)]);
    const judged = judgeRealPath(found, real, roots, this.#flavour, links);
    if (judged.root === undefined && externalPaths() === 'deny') throw outside(asked);
    const twins = links === 'target' ? await twinsOf(judged, real, this.#realPaths) : [];
    const folder = found.folder && real.target === 'missing';
    const isFolder = (links === 'link' ? real.entry : real.target) === 'folder';
    const location = { ...locationOf(judged), path: found.display, ...(folder ? { folder } : {}) };
    return {
      location,
      subject: await inGitFolder(subjectOf(judged, twins, isFolder), location, judged.relative),
      folders: foldersOf(judged),
      isLink: real.entry === 'link',
      identity: real.place,
      isMissing: real.entry === 'missing',
      holds:
        judged.root === undefined ? roots.map(({ root, real: path }) => ({ uri: root.uri, path: slashed(path) })) : [],
      size: real.size,
    };
  }

  /** What a path names; one that only seems to be outside, since it calls the workspace folder by another name, is inside. */
  async #find(asked: string, links: LinkMeaning): Promise<InsidePath | OutsidePath> {
    const context = { roots: rootsNow(), flavour: this.#flavour };
    const found = locatePath(asked, context);
    if (found.kind === 'inside' || this.#realPaths === undefined) return found;
    const roots = await this.#realRoots(this.#realPaths);
    for (const step of stepsOf(found, this.#flavour)) {
      const { entry, target, real } = await this.#realPaths.inspect(step.path);
      if (target === 'missing') return found;
      // Deleting or moving a link that lies outside means that link.
      if (target !== 'folder' || real === undefined || (step.rest === '' && links === 'link' && entry === 'link'))
        continue;
      const path = namedInside(step, real, roots, this.#flavour);
      const inside = path === undefined ? found : locatePath(path, context);
      if (inside.kind === 'inside') return { ...inside, folder: found.folder };
    }
    return found;
  }

  /** Where the workspace folders really are: one look for all that ask while it is under way. */
  #realRoots(realPaths: RealPaths): Promise<RealRoot[]> {
    this.#looking ??= lookAtRoots(realPaths).finally(() => (this.#looking = undefined));
    return this.#looking;
  }

  /** The workspace folder that holds a place itself, as a location. */
  isRoot(at: Location): boolean {
    return rootsNow().some((root) => root.uri === at.uri);
  }

  /** Whether a location lies outside all workspace folders. */
  isOutside(at: Location): boolean {
    const uri = vscode.Uri.parse(at.uri, true);
    return vscode.workspace.getWorkspaceFolder(uri) === undefined;
  }

  /** Whether what stands at a location's URI now really lies in a workspace folder. False where that cannot be told. */
  async isInside({ uri: text }: Location, links: LinkMeaning): Promise<boolean> {
    try {
      const uri = vscode.Uri.parse(text, true);
      const found = locatePath(this.pathOf(uri), { roots: rootsNow(), flavour: this.#flavour });
      if (found.kind === 'outside') return false;
      if (this.#realPaths === undefined || uri.scheme !== 'file') return true;
      const [real, roots] = await Promise.all([this.#realPaths.inspect(uri.fsPath), this.#realRoots(this.#realPaths)]);
      return judgeRealPath(found, real, roots, this.#flavour, links).root !== undefined;
    } catch {
      return false;
    }
  }

  /** The path by which a place is asked for again, from its URI. */
  pathOf(uri: vscode.Uri): string {
    return uri.scheme === 'file' ? diskPath(uri) : uri.toString();
  }

  /** The name of a place inside the workspace for people and models; resolves to it again. Throws as `locate` does. */
  nameOf(uri: vscode.Uri): string {
    return locatePath(this.pathOf(uri), { roots: rootsNow(), flavour: this.#flavour }).display;
  }

  /** Whether a file's own name says too little about it: it has several (hard links), or git may keep it with passwords. */
  async isMoreThanNamed(uri: vscode.Uri): Promise<boolean> {
    if (isGitSecret(uri.path)) return true;
    if (this.#realPaths === undefined || uri.scheme !== 'file') return false;
    return (await this.#realPaths.names(uri.fsPath)) > 1;
  }

  /** Whether a URI still leads to the real place that was located, whatever the rules say of it. */
  async isStill({ location: at, identity }: Located, links: LinkMeaning): Promise<boolean> {
    const uri = vscode.Uri.parse(at.uri, true);
    if (this.#realPaths === undefined || uri.scheme !== 'file') return this.#isSameWay(uri, identity);
    const { real, own } = await this.#realPaths.inspect(uri.fsPath);
    const path = links === 'link' ? own : real;
    return path !== undefined && vscode.Uri.file(path).toString() === at.real;
  }

  async #isSameWay(uri: vscode.Uri, identity: string | undefined): Promise<boolean> {
    const found = locatePath(uri.toString(), { roots: rootsNow(), flavour: this.#flavour });
    return found.kind === 'inside' && (await wayTo(found.root, found.relative)).identity === identity;
  }
}

/** What was read is given away only if it came from the place that was judged. */
export function replaced({ path }: Location): ToolError {
  return new ToolError('STALE', `${path} was replaced while it was being read. Call again.`);
}

/** Inside, the real place as the workspace folder names it: a folder that is a link itself stays what it is called. */
function locationOf({ root, relative, absolute }: JudgedPath): { uri: string; real: string } {
  const real = vscode.Uri.file(absolute);
  const uri = root === undefined || relative === undefined ? real : uriOf(root, relative);
  return { uri: uri.toString(), real: real.toString() };
}

/** Other names of a file that has several, relative to its workspace folder. */
async function twinsOf({ root, relative, absolute }: JudgedPath, real: RealPath, realPaths: RealPaths) {
  if (real.names < 2 || root === undefined || relative === undefined) return [];
  const top = vscode.Uri.joinPath(vscode.Uri.file(absolute), ...relative.split('/').map(() => '..'));
  const folders = caseVariants(relative).map((folder) => vscode.Uri.joinPath(top, folder).fsPath);
  const twins = await realPaths.twins(absolute, folders);
  return twins.map((twin) => vscode.Uri.file(twin).path.slice(top.path.length).replace(/^\/+/, ''));
}

function foldersOf({ asked, root, elsewhere }: JudgedPath): string[] {
  const roots = [...(asked.kind === 'inside' ? [asked.root] : []), ...(root === undefined ? [] : [root])];
  return [...new Set([...roots, ...elsewhere.map((other) => other.root)].map(({ uri }) => uri))];
}

/** A file system without real paths is taken at its word, but what it says to be a link leads nobody knows where. */
async function virtualPlace(
  path: string,
  found: InsidePath | OutsidePath,
  uri: vscode.Uri,
  links: LinkMeaning,
): Promise<ResolvedPath> {
  if (found.kind === 'outside') throw outside(path);
  const { stats, identity } = await wayTo(found.root, found.relative);
  const last = stats.at(-1);
  if (found.folder && last?.type === 'file') {
    throw new ToolError('VALIDATION_ERROR', `${found.display} is a file. Send its path without a slash at the end.`);
  }
  const folder = found.folder && stats.length > 0 && last === undefined;
  const location = { uri: uri.toString(), path: found.display, real: uri.toString(), ...(folder ? { folder } : {}) };
  const isLink = last?.type === 'symlink';
  const around = rootsNow().flatMap((root) => {
    const path = foldersInside(root.uri).find(({ uri }) => uri === found.root.uri)?.path;
    return path === undefined ? [] : [{ root, relative: found.relative === '' ? path : `${path}/${found.relative}` }];
  });
  const isFolder = (last?.targetType ?? last?.type) === 'directory';
  const asked = subjectOfAsked(found, identity !== undefined, around, isFolder);
  const subject = await inGitFolder(asked, location, found.relative);
  const followed = links === 'link' ? stats.slice(0, -1) : stats;
  const follows = followed.some((stat) => stat?.type === 'symlink');
  return {
    location,
    subject: follows ? withUnseenTarget(subject) : subject,
    folders: [found.root, ...around.map(({ root }) => root)].map((root) => root.uri),
    isLink,
    identity,
    isMissing: false,
    holds: [],
    size: undefined,
  };
}

/** The subject, told apart where a folder above it is git's own by what is in it; that folder may hold the workspace folder. */
async function inGitFolder(subject: Subject, { real }: Location, relative: string | undefined): Promise<Subject> {
  if (relative === undefined) return subject;
  const uri = vscode.Uri.parse(real, true);
  const isOpenedThere = /\/\.git\//i.test(uri.path.slice(0, uri.path.length - relative.length));
  if (isOpenedThere) return withinGitFolder(subject, relative);
  for (const folder of possibleGitFolders(uri.path.slice(1))) {
    const head = uri.with({ path: `/${folder}/HEAD`.replace('//', '/') });
    // Where nobody can tell, it counts as git's.
    const kind = await statOf(head).then(
      (stat) => stat?.type ?? 'missing',
      () => 'unknown',
    );
    if (kind !== 'missing' && kind !== 'directory') return withinGitFolder(subject, relative);
  }
  return subject;
}
