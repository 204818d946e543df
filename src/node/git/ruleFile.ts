import type { Stats } from 'node:fs';
import { lstat, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { runYielding } from '../../tools/pipeline/yielding.ts';
import { kindOf, readRegular } from '../files/openRegular.ts';
import { readPlainText } from '../files/plainFile.ts';
import { readsAsGit } from './rgReading.ts';

/** What ripgrep reads in each folder, the weakest first. Read as one file, the last line that matches decides. */
export const ruleFileNames = ['.gitignore', '.ignore', '.rgignore'];

/** Larger files of rules are not heeded. */
const largest = 4 * 2 ** 20;

/**
 * The bytes of a file of rules, or in words why it is not heeded; undefined where there is none. Git follows no link
 * here, and a file that cannot be read rules nothing.
 */
export async function readRuleFile(path: string): Promise<Buffer | string | undefined> {
  try {
    const stats = await lstat(path);
    const fault = faultOf(stats);
    if (fault !== undefined) return `${fault} and was not applied`;
    return stats.isFile() ? await readRegular(path, largest) : undefined;
  } catch {
    return undefined;
  }
}

/** Why a file of rules is not to be opened. */
function faultOf(stats: Stats): string | undefined {
  if (stats.isDirectory() || stats.isSymbolicLink()) return undefined;
  if (!stats.isFile()) return `is ${kindOf(stats)}`;
  return stats.size > largest ? `is larger than ${largest / 2 ** 20} MiB` : undefined;
}

/** Whether ripgrep makes of one file of rules what git does. Through a link ripgrep reads rules, and git none. */
export async function isAlike(path: string): Promise<boolean> {
  try {
    const stats = await lstat(path);
    if (stats.isSymbolicLink() || faultOf(stats) !== undefined) return false;
    return !stats.isFile() || (await runYielding(readsAsGit(await readRegular(path, largest))));
  } catch {
    return true;
  }
}

/** Whether ripgrep, which opens whatever has such a name, would wait in a folder for a file of rules, or read no end of it. */
export async function holdsUnfitRules(folder: string): Promise<boolean> {
  const own = ruleFileNames.map((name) => join(folder, name));
  const unfit = await Promise.all([...own, ...(await gitFilesOf(folder))].map(isUnfit));
  return unfit.includes(true);
}

/** Of a link, what it leads to. */
async function isUnfit(path: string): Promise<boolean> {
  const stats = await stat(path).catch(() => undefined);
  return stats !== undefined && faultOf(stats) !== undefined;
}

/** What ripgrep opens for a repository whose working tree begins in a folder. */
async function gitFilesOf(folder: string): Promise<string[]> {
  const git = join(folder, '.git');
  const stats = await stat(git).catch(() => undefined);
  if (stats === undefined) return [];
  if (!stats.isFile()) return [join(git, 'info', 'exclude')];
  const named = /^gitdir: (.+)$/m.exec(await readPlainText(git))?.[1];
  if (named === undefined) return [];
  const own = resolve(folder, named.trimEnd());
  const common = resolve(own, (await readPlainText(join(own, 'commondir'))).trimEnd());
  return [git, join(own, 'commondir'), join(common, 'info', 'exclude')];
}

/** The folders above one, the nearest first. */
export function foldersAbove(folder: string): string[] {
  const parent = dirname(folder);
  return parent === folder ? [] : [parent, ...foldersAbove(parent)];
}
