import { lstat, lstatSync } from 'node:fs';
import type { BigIntStats } from 'node:fs';
import { dirname, isAbsolute, resolve, sep } from 'node:path';
import { codeOf } from './errorCode.ts';
import { quickly } from './quickly.ts';
import { standsByItsName, standsByItsNameNow } from './realFolder.ts';

export const lstatBig = (path: string): Promise<BigIntStats> =>
  new Promise((done, fail) => lstat(path, { bigint: true }, (error, stats) => (error ? fail(error) : done(stats))));

/**
 * What stands at a path that has no link in it, as nearly all have: the system itself goes along it, in two calls instead
 * of one for each name. Undefined where it has one. Not on Windows, where looking past a link may already be too much.
 */
export async function plainStats(path: string): Promise<BigIntStats | 'missing' | undefined> {
  if (sep === '\\' || !isWalkable(path)) return undefined;
  const whole = resolve(path);
  const stats = await quickly(
    whole,
    () => plainNow(whole),
    () => plainLook(whole),
  ).catch(() => 'other' as const);
  if (stats === 'missing') return stats;
  return stats === 'other' || stats.isSymbolicLink() ? undefined : stats;
}

async function plainLook(whole: string): Promise<BigIntStats | 'missing' | 'other'> {
  const [isReal, stats] = await Promise.all([
    standsByItsName(whole),
    lstatBig(whole).catch((cause: unknown) => (codeOf(cause) === 'ENOENT' ? 'missing' : 'other')),
  ]);
  return isReal ? stats : 'other';
}

/** Undefined where a link leads to the folder, or it is none. */
function plainNow(whole: string): BigIntStats | 'missing' | undefined {
  if (!standsByItsNameNow(whole)) return undefined;
  const stats = lstatSync(whole, { bigint: true, throwIfNoEntry: false });
  if (stats !== undefined) return stats;
  return lstatSync(dirname(whole)).isDirectory() ? 'missing' : undefined;
}

export function isWalkable(path: string): boolean {
  return isAbsolute(path) && !path.includes('\u0000');
}
