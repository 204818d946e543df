// Defines and creates the subjects of the access rules: paths with all their spellings (requested, canonical, hard
// links), and with reasons to ask (warnings).
import { phrase, type Phrase } from '../wording/phrase.ts';
import type { JudgedPath } from '../path/judgeRealPath.ts';
import type { InsidePath } from '../path/locatePath.ts';
import type { Root } from '../path/pathParts.ts';
import type { PathWarning } from '../path/misleadingNames.ts';

/** A path as the rules judge it. It has several spellings; the strictest verdict on any of them decides. */
export interface Subject {
  /** Path for messages. */
  readonly display: string;
  /** Whether the canonical path, with links followed, is inside the workspace. */
  readonly isInside: boolean;
  /** Whether the user allowed the call to read this path outside the workspace; no if omitted. `ReadGate` sets it. */
  readonly hasReadGrant?: boolean;
  /** URI of the workspace folder of the requested path; undefined if that is outside the workspace. */
  readonly folder?: string | undefined;
  /**
   * The requested path, the canonical path and hard links, relative to each workspace folder that contains them. Rules
   * match these. The requested path is the first, if it is inside: offers of approvals are made for it.
   */
  readonly spellings: readonly string[];
  /**
   * The spellings, with and without the workspace folder's name as a prefix. Of paths outside the workspace, the
   * absolute path without its drive. Protected names match these.
   */
  readonly spellingsWithFolderName: readonly string[];
  /** Whether the requested and the canonical path differ, by a link or in spelling. */
  readonly isLinked: boolean;
  /** Whether the path is a folder; undefined if nothing is there, or a link, whose target may be a folder. */
  readonly isFolder?: boolean | undefined;
  /** Reasons to ask even if the rules allow the path. */
  readonly warnings: readonly PathWarning[];
}

/**
 * Creates the subject of a path whose canonical path is known. `otherNames` are hard links to the same file, relative to
 * the workspace folder.
 */
export function subjectOf(
  judged: JudgedPath,
  {
    otherNames = [],
    isFolder,
  }: { readonly otherNames?: readonly string[]; readonly isFolder?: boolean | undefined } = {},
): Subject {
  const { located, root, relative, inOtherRoots, absolute, isLinked, warnings } = judged;
  const spellings = new Set<string>();
  const spellingsWithFolderName = new Set<string>();
  const addPathIn = (folder: Root, path: string): void => {
    spellings.add(path);
    for (const spelling of withFolderName(folder, path)) spellingsWithFolderName.add(spelling);
  };
  if (located.kind === 'inside') addPathIn(located.root, located.relative);
  if (root !== undefined && relative !== undefined) addPathIn(root, relative);
  for (const other of inOtherRoots) addPathIn(other.root, other.relative);
  // The paths below are not relative to a workspace folder: only protected names match them, rules do not.
  if (root === undefined) spellingsWithFolderName.add(withoutDrive(absolute));
  else if (relative !== undefined) spellingsWithFolderName.add(withRealFolder(absolute, relative));
  if (located.kind === 'outside') spellingsWithFolderName.add(withoutDrive(located.absolute));
  for (const name of otherNames) {
    spellings.add(name);
    spellingsWithFolderName.add(name);
  }
  return {
    display: located.display,
    isInside: root !== undefined,
    folder: located.kind === 'inside' ? located.root.uri : undefined,
    spellings: [...spellings],
    spellingsWithFolderName: [...spellingsWithFolderName],
    isLinked,
    isFolder,
    warnings,
  };
}

/**
 * The subject of a new link, which always asks: programs will follow it. The reason does not name the link's target,
 * since a model reads it; the user sees the target in the diff.
 */
export function withNewLink(subject: Subject): Subject {
  return withPathWarning(subject, phrase('it becomes a symbolic link'));
}

/** The subject of a link that a file replaces: programs that used the link then get the file. */
export function withReplacedLink(subject: Subject): Subject {
  return withPathWarning(subject, phrase('a link there would be replaced'));
}

/** The subject of a path through a link whose target is unknown: it may be a secret, or outside. */
export function withUnseenTarget(subject: Subject): Subject {
  const message = phrase('it is a link or passes through one, and where that leads cannot be seen from here');
  const reading = true;
  return withPathWarning(subject, message, reading);
}

/** Adds a reason to ask before changing the subject, and with `reading` also before reading it. */
export function withPathWarning(subject: Subject, message: Phrase, reading = false): Subject {
  return { ...subject, warnings: [...subject.warnings, { message, reading }] };
}

/** Facts about a path in a file system without canonical paths. */
interface VirtualPathFacts {
  /** Whether the file system reports a link. */
  readonly isLinked?: boolean;
  /** The same path relative to the workspace folders that enclose its own. */
  readonly enclosing?: readonly { readonly root: Root; readonly relative: string }[];
  readonly isFolder?: boolean | undefined;
}

/** Creates the subject of a path in a virtual workspace or another file system without canonical paths. */
export function virtualSubject(
  located: InsidePath,
  { isLinked = false, enclosing = [], isFolder }: VirtualPathFacts = {},
): Subject {
  const { display, root, warnings } = located;
  const names = [located, ...enclosing];
  const spellingsWithFolderName = names.flatMap((name) => withFolderName(name.root, name.relative));
  const spellings = names.map(({ relative }) => relative);
  return {
    display,
    isInside: true,
    folder: root.uri,
    spellings,
    spellingsWithFolderName,
    isLinked,
    isFolder,
    warnings,
  };
}

/** Adds a spelling: the path relative to another workspace folder, which is inside the subject's own. */
export function withNameInside(subject: Subject, relative: string): Subject {
  return {
    ...subject,
    spellings: [...subject.spellings, relative],
    spellingsWithFolderName: [...subject.spellingsWithFolderName, relative],
  };
}

/**
 * Creates the subject of a path at any depth in a folder, without accessing the file system. The path is no link, or
 * the link itself is meant. Names with a warning need `subjectOf`.
 *
 * @param path relative to the folder
 */
export function subjectBelow(folder: Subject, path: string, isFolder: boolean | undefined): Subject {
  const joinPath = (folderPath: string): string => (folderPath === '' ? path : `${folderPath}/${path}`);
  return {
    ...folder,
    isFolder,
    display: folder.display === '.' ? path : joinPath(folder.display),
    spellings: folder.spellings.map(joinPath),
    spellingsWithFolderName: folder.spellingsWithFolderName.map(joinPath),
  };
}

/**
 * The path without and with the workspace folder's name as a prefix, so that a workspace opened at `.ssh` is protected
 * like a folder `.ssh` in a workspace.
 */
function withFolderName(root: Root, relative: string): readonly string[] {
  const name = root.path.split(/[\\/]/).findLast((segment) => segment !== '');
  if (name === undefined) return [relative];
  return [relative, relative === '' ? name : `${name}/${relative}`];
}

/** The canonical path from the workspace folder's real name on, since that folder may be a link to `.ssh`. */
function withRealFolder(absolute: string, relative: string): string {
  const segments = withoutDrive(absolute).split('/');
  const depth = relative === '' ? 0 : relative.split('/').length;
  return segments.slice(Math.max(0, segments.length - depth - 1)).join('/');
}

/** An absolute path without its drive and with `/`, as in subjects outside the workspace. */
export function withoutDrive(absolute: string): string {
  return absolute.replaceAll('\\', '/').replace(/^(?:[A-Za-z]:)?\/+/, '');
}
