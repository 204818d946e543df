// Determines which files git ignores in a folder on disk, and whether ripgrep would ignore the same ones.

import { lstat } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { runYielding } from '../../async/eventLoop.ts';
import {
  areRulesReadAsGit,
  listFoldersAbove,
  hasBlockingRuleFile,
  isFileReadAsGit,
  readRuleFile,
  ruleFileNames,
} from './ruleFile.ts';
import { isFulfilled } from '../disk/errorCode.ts';
import { createIgnoreTree, type IgnoreMatch } from '../../core/pattern/ignore.ts';
import { escapeForDisplay } from '../../core/text/unicode.ts';
import { createNoRepository, findRepositoryAround, findRepositoryIn, type DiskRepository } from './repository.ts';

/** The ignore rules for a folder on disk; paths are relative to it, with `/`. */
export interface DiskIgnore {
  /** Whether the folder is below the root of a repository, so that ignore files above it count, too. */
  readonly inRepository: boolean;
  /** Whether there is a repository, so that ripgrep need not take any folder for one. */
  readonly hasRepository: boolean;
  readonly ignoreCase: boolean;
  /** Ignore files outside the tree to pass to ripgrep, lowest precedence first. */
  readonly outerFiles: readonly string[];
  ignoringRule(path: string, isDirectory: boolean): Promise<IgnoreMatch | undefined>;
  /** Whether ripgrep would find ignore files above the tree that git does not apply to it. */
  hasRulesAbove(): Promise<boolean>;
  /** Whether ripgrep reads the ignore files that apply to a folder like git: its own, those above it, and outer ones. */
  ripgrepReadsAsGit(path: string): Promise<boolean>;
  /** Must be called when a search uses these rules instead of ripgrep's. Until then, `notes()` is empty. */
  markUsed(): void;
  /** Sentences about ignore files that were not applied, or only in part; they name those that may be read. */
  notes(mayRead: (path: string) => boolean): readonly string[];
}

/** Reads the ignore rules for a folder, up to the root of its repository, if any; each file on demand. */
export async function createDiskIgnore(root: string): Promise<DiskIgnore> {
  const repository = await findRepositoryAround(root);
  const ignore = createIgnore(repository);
  // The user has opened a folder that its repository ignores as a whole, so only the rules in it apply.
  const isIgnored = repository.prefix !== '' && (await ignore.ignoringRule('', true)) !== undefined;
  return isIgnored ? createIgnore(await createNoRepository(join(repository.top, repository.prefix))) : ignore;
}

function createIgnore({
  top,
  prefix,
  exists: hasRepository,
  globalFiles,
  ignoreCase,
  outerFiles,
}: DiskRepository): DiskIgnore {
  // An outer rule such as `/a` or `a/b` starts at ripgrep's working directory, but in git at the repository's root.
  const isOuterReadAsGit = async (rules: Buffer): Promise<boolean> =>
    (prefix === '' || !/\/./.test(rules.toString('latin1'))) && runYielding(areRulesReadAsGit(rules));
  /** Reasons why ignore files are not applied, or only in part, by path. */
  const faultByPath = new Map<string, string>();
  const addFault: AddFault = (path, reason) =>
    void faultByPath.set(path === undefined ? '../' : posix.relative(prefix, path), reason);
  let isUsed = false;
  const longestFileByFolder = new Map<string, string>();
  const tree = createIgnoreTree((directory) => readRules({ base: top, directory, addFault, longestFileByFolder }), {
    globalFiles,
    ignoreCase,
    findNestedRepository: (directory) => findRepositoryIn(join(top, directory)),
    runYielding,
    onOverBudget: (directory, count) =>
      addFault(
        directory === undefined ? undefined : longestFileByFolder.get(directory),
        `has too many rules: ${count} of them were not applied`,
      ),
  });
  return {
    inRepository: prefix !== '',
    hasRepository,
    ignoreCase,
    outerFiles,
    ignoringRule: (path, isDirectory) => tree.ignoringRule(posix.join(prefix, path), isDirectory),
    hasRulesAbove: () => hasRulesAbove(top),
    ripgrepReadsAsGit: async (path) => {
      const parts = [...prefix.split('/'), ...path.split('/')].filter((part) => part !== '');
      const folders = [top, ...parts.map((_, index) => join(top, ...parts.slice(0, index + 1)))];
      const outerChecks = globalFiles.map((rules) => isOuterReadAsGit(Buffer.from(rules)));
      return (await Promise.all([...outerChecks, ...folders.map(folderReadsAsGit)])).every(Boolean);
    },
    markUsed: () => (isUsed = true),
    notes: (mayRead) => {
      const faults = isUsed ? [...faultByPath] : [];
      const notes = [...new Set(faults.map(([path, reason]) => `${nameRuleFile(path, mayRead)} ${reason}.`))];
      const more = notes.splice(maxNotes).length;
      const moreFiles = more === 1 ? 'ignore file was' : 'ignore files were';
      return more === 0 ? notes : [...notes, `${more} more ${moreFiles} not applied, or only in part.`];
    },
  };
}

/** Names an ignore file in a note, unless the access rules hide its name. */
function nameRuleFile(path: string, mayRead: (path: string) => boolean): string {
  if (path.startsWith('../')) return 'An ignore file outside the folder';
  return mayRead(path) ? escapeForDisplay(path) : 'A restricted ignore file';
}

/** Records why an ignore file is not applied, or only in part; `path` is undefined for one outside the tree. */
type AddFault = (path: string | undefined, reason: string) => void;

/** Maximum number of ignore files with a note of their own. */
const maxNotes = 5;

interface ReadRulesOptions {
  readonly base: string;
  readonly directory: string;
  readonly addFault: AddFault;
  /** Output: the longest ignore file of the folder, to name if the folder has too many rules in all. */
  readonly longestFileByFolder: Map<string, string>;
}

/** Joins the ignore files of a folder; undefined if it has none. */
async function readRules({
  base,
  directory,
  addFault,
  longestFileByFolder,
}: ReadRulesOptions): Promise<Buffer | undefined> {
  let longestBytes = 0;
  const parts: Buffer[] = [];
  const ruleFiles = await Promise.all(ruleFileNames.map((name) => readRuleFile(join(base, directory, name))));
  for (const [index, rules] of ruleFiles.entries()) {
    const path = posix.join(directory, ruleFileNames[index] ?? '');
    if (typeof rules === 'string') addFault(path, rules);
    else if (rules !== undefined) {
      parts.push(rules, Buffer.from('\n'));
      if (rules.length > longestBytes) longestFileByFolder.set(directory, path);
      longestBytes = Math.max(longestBytes, rules.length);
    }
  }
  return parts.length === 0 ? undefined : Buffer.concat(parts);
}

async function folderReadsAsGit(folder: string): Promise<boolean> {
  const [readsAlike, isBlocking] = await Promise.all([
    isFileReadAsGit(join(folder, '.gitignore')),
    hasBlockingRuleFile(folder),
  ]);
  return readsAlike && !isBlocking;
}

async function hasRulesAbove(base: string): Promise<boolean> {
  // Above the root of a repository, ripgrep applies no `.gitignore`, but opens them, so a pipe there would hang it.
  const isTop = await exists(join(base, '.git'));
  const names = isTop ? ruleFileNames.filter((name) => name !== '.gitignore') : ruleFileNames;
  const checks = listFoldersAbove(base).flatMap((folder) => [
    hasBlockingRuleFile(folder),
    ...names.map((name) => exists(join(folder, name))),
  ]);
  return (await Promise.all(checks)).includes(true);
}

function exists(path: string): Promise<boolean> {
  return isFulfilled(lstat(path));
}
