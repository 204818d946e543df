// Determines which files git ignores in a folder on disk, and whether ripgrep would ignore the same ones.

import { lstat } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { runYielding } from '../../async/eventLoop.ts';
import {
  ripgrepReadsRulesAsGit,
  hasBlockingRuleFile,
  ripgrepReadsFileAsGit,
  readRuleFile,
  ruleFileNames,
} from './readRuleFile.ts';
import { listFoldersAbove } from '../disk/systemPaths.ts';
import { isFulfilled } from '../../async/isFulfilled.ts';
import { createIgnoreTree, type IgnoreMatch } from '../../core/pattern/ignore.ts';
import { createIgnoreNotes, type AddNote, type IgnoreNotes } from './ignoreNotes.ts';
import { findRepositoryAround, findRepositoryIn, readUserRulesOnly, type DiskRepository } from './repository.ts';

/** The ignore rules for a folder on disk; paths are relative to it, with `/`. */
export interface DiskIgnore extends IgnoreNotes {
  /** Whether the folder is below the root of a repository, so that ignore files above it count, too. */
  readonly isBelowTop: boolean;
  /** Whether there is a repository. Without one, ripgrep needs an option to apply ignore files. */
  readonly hasRepository: boolean;
  /** Whether rules match without regard to case, as `core.ignorecase` says. */
  readonly ignoreCase: boolean;
  /** Ignore files outside the tree to pass to ripgrep, lowest precedence first. */
  readonly outerFiles: readonly string[];
  /** The rule that ignores a path, or a folder above it; undefined if none does. */
  ignoringRule(path: string, isDirectory: boolean): Promise<IgnoreMatch | undefined>;
  /**
   * Records the names in a folder that was just listed. `ignoringRule` then does not look for ignore files and repositories
   * in it if it has none: three failing system calls for each folder, which take longer than the listing.
   */
  recordNames(folder: string, names: readonly string[]): void;
  /** Whether ripgrep would find ignore files above the top that git does not apply, or hang on one. */
  hasRulesAbove(): Promise<boolean>;
  /**
   * Whether ripgrep reads the ignore files that apply to a folder like git: files in the folder, above it, and outer
   * ones.
   */
  ripgrepReadsAsGit(path: string): Promise<boolean>;
}

/** Opens the ignore rules for a folder: those up to the root of its repository, if any. Reads each file on demand. */
export async function createDiskIgnore(root: string): Promise<DiskIgnore> {
  const repository = await findRepositoryAround(root);
  const ignore = createIgnore(repository);
  // The user has opened a folder that its repository ignores as a whole, so only the rules in it apply.
  const isIgnoredAsWhole = repository.prefix !== '' && (await ignore.ignoringRule('', true)) !== undefined;
  return isIgnoredAsWhole ? createIgnore(await readUserRulesOnly(join(repository.top, repository.prefix))) : ignore;
}

function createIgnore(repository: DiskRepository): DiskIgnore {
  const { top, prefix, globalFiles, ignoreCase } = repository;
  const ignoreNotes = createIgnoreNotes(prefix);
  const longestFileByFolder = new Map<string, string>();
  const foldersWithoutRules = new Set<string>();
  const readFolder = async (directory: string): Promise<Buffer | undefined> => {
    if (foldersWithoutRules.has(directory)) return undefined;
    const { rules, longestFile } = await readFolderRules(top, directory, ignoreNotes.add);
    if (longestFile !== undefined) longestFileByFolder.set(directory, longestFile);
    return rules;
  };
  const tree = createIgnoreTree(readFolder, {
    globalFiles,
    ignoreCase,
    findNestedRepository: async (directory) =>
      foldersWithoutRules.has(directory) ? undefined : findRepositoryIn(join(top, directory)),
    runYielding,
    onOverBudget: (directory, count) =>
      ignoreNotes.add(
        directory === undefined ? undefined : longestFileByFolder.get(directory),
        `has too many rules: ${count} of them were not applied`,
      ),
  });
  return {
    isBelowTop: prefix !== '',
    hasRepository: repository.git !== undefined,
    ignoreCase,
    outerFiles: repository.outerFiles,
    ignoringRule: (path, isDirectory) => tree.ignoringRule(posix.join(prefix, path), isDirectory),
    recordNames: (folder, names) => {
      if (!names.some(mayHaveRules)) foldersWithoutRules.add(posix.join(prefix, folder));
    },
    hasRulesAbove: () => hasRulesAbove(top),
    ripgrepReadsAsGit: (path) => ripgrepReadsAllAsGit(repository, path),
    markUsed: ignoreNotes.markUsed,
    notes: ignoreNotes.notes,
  };
}

/** Names of the entries that contain ignore rules; in lower case, since a disk may find them in any case. */
const namesWithRules: ReadonlySet<string> = new Set([...ruleFileNames, '.git']);

function mayHaveRules(name: string): boolean {
  return name.startsWith('.') && namesWithRules.has(name.toLowerCase());
}

async function ripgrepReadsAllAsGit({ top, prefix, globalFiles }: DiskRepository, path: string): Promise<boolean> {
  const ripgrepReadsOuterAsGit = async (rules: Buffer): Promise<boolean> => {
    // A rule such as `/a` or `a/b` starts at ripgrep's working directory, but in git at the repository's root.
    const hasRootedRule = /\/./.test(rules.toString('latin1'));
    return (prefix === '' || !hasRootedRule) && runYielding(ripgrepReadsRulesAsGit(rules));
  };
  const outerChecks = globalFiles.map((rules) => ripgrepReadsOuterAsGit(Buffer.from(rules)));
  const folderChecks = listFoldersDownTo(top, `${prefix}/${path}`).map(ripgrepReadsFolderAsGit);
  return (await Promise.all([...outerChecks, ...folderChecks])).every(Boolean);
}

/** Absolute paths of `top`, and of each step down a relative path, including its last name. */
function listFoldersDownTo(top: string, path: string): string[] {
  const names = path.split('/').filter((name) => name !== '');
  return [top, ...names.map((_, index) => join(top, ...names.slice(0, index + 1)))];
}

/** The ignore files of a folder, joined. */
interface FolderRules {
  /** Undefined, like `longestFile`, if the folder has none. */
  readonly rules: Buffer | undefined;
  /** Path, from the repository's top, of the longest file: named in a note if the folder has too many rules in all. */
  readonly longestFile: string | undefined;
}

/** Reads the ignore files of a folder; adds a note for each that is not applied. */
async function readFolderRules(top: string, directory: string, addNote: AddNote): Promise<FolderRules> {
  const ruleFiles = await Promise.all(
    ruleFileNames.map(async (name) => ({
      path: posix.join(directory, name),
      content: await readRuleFile(join(top, directory, name)),
    })),
  );
  const readFiles = ruleFiles.flatMap(({ path, content }) => {
    if (content === undefined) return [];
    if ('rules' in content) return [{ path, rules: content.rules }];
    addNote(path, content.fault);
    return [];
  });
  if (readFiles.length === 0) return { rules: undefined, longestFile: undefined };
  const longest = readFiles.reduce((a, b) => (b.rules.length > a.rules.length ? b : a));
  // A file may lack the line break at its end.
  const rules = Buffer.concat(readFiles.flatMap((file) => [file.rules, Buffer.from('\n')]));
  return { rules, longestFile: longest.path };
}

async function ripgrepReadsFolderAsGit(folder: string): Promise<boolean> {
  const [isReadAsGit, isBlocking] = await Promise.all([
    ripgrepReadsFileAsGit(join(folder, '.gitignore')),
    hasBlockingRuleFile(folder),
  ]);
  return isReadAsGit && !isBlocking;
}

async function hasRulesAbove(top: string): Promise<boolean> {
  // Above the root of a repository, ripgrep applies no `.gitignore`, but opens them: a pipe would hang it.
  const isRepository = await exists(join(top, '.git'));
  const names = isRepository ? ruleFileNames.filter((name) => name !== '.gitignore') : ruleFileNames;
  const checks = listFoldersAbove(top).flatMap((folder) => [
    hasBlockingRuleFile(folder),
    ...names.map((name) => exists(join(folder, name))),
  ]);
  return (await Promise.all(checks)).includes(true);
}

function exists(path: string): Promise<boolean> {
  return isFulfilled(lstat(path));
}
