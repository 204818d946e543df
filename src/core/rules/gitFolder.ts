import { baseName } from '../path/baseName.ts';
import { phrase, type Phrase } from '../wording/phrase.ts';
import { withDoubt, type Subject } from './subject.ts';

/** What git keeps in a folder of its own beside `HEAD`, and obeys. */
const own: ReadonlySet<string> = new Set(
  `config config.worktree commondir gitdir credentials hooks info objects refs reftable packed-refs index shallow logs
  modules worktrees branches remotes lfs annex fetch_head orig_head merge_head cherry_pick_head revert_head rebase-merge
  rebase-apply`.split(/\s+/),
);

/** Those that hold addresses with passwords. */
const secret: ReadonlySet<string> = new Set(['config', 'config.worktree', 'credentials']);

/**
 * The folders above a path, `''` for the one that it is relative to, of which one is git's own if it holds a file `HEAD`: git
 * takes any such folder for a repository, whatever it is called. `.git` itself is known by its name.
 */
export function possibleGitFolders(relative: string): readonly string[] {
  const names = relative.split('/');
  const end = names.findIndex((name) => name.toLowerCase() === '.git');
  return names.slice(0, end < 0 ? names.length : end).flatMap((name, index) => {
    return own.has(name.toLowerCase()) ? [names.slice(0, index).join('/')] : [];
  });
}

/** The subject of what lies in a folder that git takes for its own. A folder's name tells nothing, a configuration may. */
export function withinGitFolder(subject: Subject, relative: string): Subject {
  return withDoubt(subject, obeyed, subject.isFolder !== true && isGitSecret(relative));
}

/** Whether a file may hold passwords if it lies in a folder of git's. */
export function isGitSecret(path: string): boolean {
  return secret.has(nameOf(path));
}

/** The subject of a file that, once it is there, makes its folder one that git takes for a repository. */
export function withGitHead(subject: Subject): Subject {
  const isHead = subject.spellings.some((spelling) => nameOf(spelling) === 'head');
  return isHead ? withDoubt(subject, obeyed) : subject;
}

const obeyed: Phrase = phrase(
  'git treats a folder with a HEAD file as a repository and runs what its configuration says',
);

function nameOf(path: string): string {
  return baseName(path).toLowerCase();
}
