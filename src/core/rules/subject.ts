import { phrase, type Phrase } from '../wording/phrase.ts';
import type { JudgedPath } from '../path/judgeRealPath.ts';
import type { InsidePath } from '../path/locatePath.ts';
import type { Root } from '../path/root.ts';
import type { Doubt } from '../path/segment.ts';

/** A path as the rules see it: every spelling of it counts, and the strictest decides. */
export interface Subject {
  /** For words. */
  readonly display: string;
  /** False where the path, or what it leads to, is outside the workspace. */
  readonly inside: boolean;
  /** Whether the person lets the call read this although it is outside. */
  readonly leave?: boolean;
  /** URI of the workspace folder that was asked for; undefined where none was. */
  readonly folder?: string | undefined;
  /** Relative to its workspace folder: as asked, and as it really is. Rules match these. */
  readonly spellings: readonly string[];
  /** The spellings, also with the workspace folder's own name in front. Protected names match these. */
  readonly shapes: readonly string[];
  /** True where a link, or another spelling, stands between what was asked and what is there. */
  readonly linked: boolean;
  /** Whether a folder stands there: reading it tells names, and names are no secrets. */
  readonly isFolder?: boolean;
  readonly doubts: readonly Doubt[];
}

/**
 * The subject of a path whose real place is known. `otherNames` are hard links of the same file that are known to lie
 * elsewhere in the workspace, relative to its folder.
 */
export function subjectOf(judged: JudgedPath, otherNames: readonly string[] = [], isFolder = false): Subject {
  const { asked, root, relative, elsewhere, absolute, linked, doubts } = judged;
  const spellings = new Set(otherNames);
  const shapes = new Set(otherNames);
  const add = (from: Root, path: string): void => {
    spellings.add(path);
    for (const shape of shapesOf(from, path)) shapes.add(shape);
  };
  if (asked.kind === 'inside') add(asked.root, asked.relative);
  if (root !== undefined && relative !== undefined) add(root, relative);
  for (const other of elsewhere) add(other.root, other.relative);
  if (root === undefined) shapes.add(slashed(absolute));
  else if (relative !== undefined) shapes.add(withRealFolder(absolute, relative));
  if (asked.kind === 'outside') shapes.add(slashed(asked.absolute));
  const inside = root !== undefined;
  const folder = asked.kind === 'inside' ? asked.root.uri : undefined;
  const { display } = asked;
  return { display, inside, folder, spellings: [...spellings], shapes: [...shapes], linked, isFolder, doubts };
}

/**
 * The subject of a place where a link is to be made: whatever follows it later gets what it leads to, so making one always
 * asks. Where that is, the diff shows to the person; the words, which a model reads too, may name what is denied to it.
 */
export function withNewLink(subject: Subject): Subject {
  return withDoubt(subject, phrase('it becomes a symbolic link'));
}

/** The subject of a link that a file takes the place of: who used the link for what it leads to gets the file. */
export function withReplacedLink(subject: Subject): Subject {
  return withDoubt(subject, phrase('a link there would be replaced'));
}

/** The subject of a path through a link where real paths cannot be had: it may lead to a secret, or out. */
export function withUnseenTarget(subject: Subject): Subject {
  return withDoubt(
    subject,
    phrase('it is a link or passes through one, and where that leads cannot be seen from here'),
    true,
  );
}

/** The subject, asked about for this reason; `reading` says whether reading is, too. */
export function withDoubt(subject: Subject, words: Phrase, reading = false): Subject {
  return { ...subject, doubts: [...subject.doubts, { words, reading }] };
}

/**
 * The subject of a path in a file system without real paths. `linked`: its file system says that it is a link. `around`:
 * the same place as workspace folders around its own would name it.
 */
export function subjectOfAsked(
  asked: InsidePath,
  linked = false,
  around: readonly { readonly root: Root; readonly relative: string }[] = [],
  isFolder = false,
): Subject {
  const { display, root, doubts } = asked;
  const names = [asked, ...around];
  const shapes = names.flatMap((name) => shapesOf(name.root, name.relative));
  const spellings = names.map(({ relative }) => relative);
  return { display, inside: true, folder: root.uri, spellings, shapes, linked, isFolder, doubts };
}

/** The same place, also named as a workspace folder inside the subject's own names it. */
export function withNameInside(subject: Subject, relative: string): Subject {
  return { ...subject, spellings: [...subject.spellings, relative], shapes: [...subject.shapes, relative] };
}

/**
 * The subject of a name in a folder, without a look at the file system: for a name that is no link, or for the link
 * itself. Names with doubts of their own are to be looked at with `subjectOf`.
 */
export function subjectBelow(folder: Subject, name: string): Subject {
  const below = (path: string): string => (path === '' ? name : `${path}/${name}`);
  return {
    ...folder,
    isFolder: false,
    display: folder.display === '.' ? name : below(folder.display),
    spellings: folder.spellings.map(below),
    shapes: folder.shapes.map(below),
  };
}

/** A workspace opened at `.ssh` holds the same files as one opened a folder above. */
function shapesOf(root: Root, relative: string): readonly string[] {
  const name = root.path.split(/[\\/]/).findLast((segment) => segment !== '');
  if (name === undefined) return [relative];
  return [relative, relative === '' ? name : `${name}/${relative}`];
}

/** The real path from the workspace folder's own real name on: that folder may be a link to `.ssh`. */
function withRealFolder(absolute: string, relative: string): string {
  const segments = slashed(absolute).split('/');
  const below = relative === '' ? 0 : relative.split('/').length;
  return segments.slice(Math.max(0, segments.length - below - 1)).join('/');
}

/** Without the drive, and with `/`: as the subject of a place outside the workspace names it. */
export function slashed(absolute: string): string {
  return absolute.replaceAll('\\', '/').replace(/^(?:[A-Za-z]:)?\/+/, '');
}
