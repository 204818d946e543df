// Recognizes paths in git folders by the names in them, whatever the folder's name: git runs what is configured there.
import { baseName } from '../path/pathParts.ts';
import { phrase, type Phrase } from '../wording/phrase.ts';
import { withPathWarning, type Subject } from './subject.ts';

/** Names, in lower case, of files and folders beside `HEAD` in a repository that make git run or read something. */
const namesBesideHead: ReadonlySet<string> = new Set(
  `config config.worktree commondir gitdir credentials hooks info objects refs reftable packed-refs index shallow logs
  modules worktrees branches remotes lfs annex fetch_head orig_head merge_head cherry_pick_head revert_head rebase-merge
  rebase-apply`.split(/\s+/),
);

/** Files in a git folder that may contain URLs with passwords. */
const secretNames: ReadonlySet<string> = new Set(['config', 'config.worktree', 'credentials']);

/**
 * Lists the ancestor folders that git may accept as a repository, for the caller to check for a file `HEAD`. `''` is
 * the folder that the path is relative to. Omits `.git` and all below it, which are recognized by that name.
 */
export function possibleGitFolders(relative: string): readonly string[] {
  const names = relative.split('/');
  const dotGitIndex = names.findIndex((name) => name.toLowerCase() === '.git');
  const namesBeforeDotGit = names.slice(0, dotGitIndex < 0 ? names.length : dotGitIndex);
  return namesBeforeDotGit.flatMap((name, index) =>
    namesBesideHead.has(name.toLowerCase()) ? [names.slice(0, index).join('/')] : [],
  );
}

/**
 * Adds a reason to ask before changes in a folder that git uses as a repository, and before reading if the file may
 * contain passwords.
 *
 * @param relative the path in a folder above it; only its name counts
 */
export function withinGitFolder(subject: Subject, relative: string): Subject {
  const mayContainPasswords = subject.isFolder !== true && isGitSecret(relative);
  return withPathWarning(subject, repositoryWarning, mayContainPasswords);
}

/** Whether a file may contain passwords if its folder is a repository. */
export function isGitSecret(path: string): boolean {
  return secretNames.has(lowerCaseName(path));
}

/** The subject of a new file `HEAD`, which makes git use its folder as a repository. */
export function withGitHead(subject: Subject): Subject {
  const isHead = subject.spellings.some((spelling) => lowerCaseName(spelling) === 'head');
  return isHead ? withPathWarning(subject, repositoryWarning) : subject;
}

const repositoryWarning: Phrase = phrase(
  'git treats a folder with a HEAD file as a repository and runs what its configuration says',
);

function lowerCaseName(path: string): string {
  return baseName(path).toLowerCase();
}
