import { lstat, lstatSync } from 'node:fs';
import type { BigIntStats } from 'node:fs';
import { dirname, isAbsolute, resolve, sep } from 'node:path';
import { codeOf } from './errorCode.ts';
import { syncIfFast } from './syncIfFast.ts';
import { isInRealFolder, isInRealFolderSync } from './realFolder.ts';

export const lstatBig = (path: string): Promise<BigIntStats> =>
  new Promise((done, fail) => lstat(path, { bigint: true }, (error, stats) => (error ? fail(error) : done(stats))));

/**
 * Fast path for a path without symlinks: two system calls instead of one for each name. Undefined if it has a symlink,
 * and on Windows, where merely following one may send credentials to a share.
 */
export async function plainStats(path: string): Promise<BigIntStats | 'missing' | undefined> {
  if (sep === '\\' || !isWalkable(path)) return undefined;
  const whole = resolve(path);
  const stats = await syncIfFast(
    whole,
    () => statsSync(whole),
    () => statsAsync(whole),
  ).catch(() => 'other' as const);
  if (stats === 'missing') return stats;
  return stats === 'other' || stats.isSymbolicLink() ? undefined : stats;
}

async function statsAsync(whole: string): Promise<BigIntStats | 'missing' | 'other'> {
  const [isReal, stats] = await Promise.all([
    isInRealFolder(whole),
    lstatBig(whole).catch((cause: unknown) => (codeOf(cause) === 'ENOENT' ? 'missing' : 'other')),
  ]);
  return isReal ? stats : 'other';
}

/** Undefined if the folder's path contains a symlink, or is not a folder. */
function statsSync(whole: string): BigIntStats | 'missing' | undefined {
  if (!isInRealFolderSync(whole)) return undefined;
  const stats = lstatSync(whole, { bigint: true, throwIfNoEntry: false });
  if (stats !== undefined) return stats;
  return lstatSync(dirname(whole)).isDirectory() ? 'missing' : undefined;
}

export function isWalkable(path: string): boolean {
  return isAbsolute(path) && !path.includes('\u0000');
}
