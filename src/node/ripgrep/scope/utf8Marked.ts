// Finds files with a UTF-8 byte order mark, which ripgrep would decode by the scope's encoding instead.
import { join } from 'node:path';
import { readBom } from '../../files/fileHead.ts';
import { withRegularFile } from '../../files/openRegular.ts';
import { findFilesWithBytes } from './listFiles.ts';
import { isWantedFile, type RgScope } from './scope.ts';

/**
 * Finds the files of a scope that begin with the UTF-8 byte order mark. With another `--encoding`, ripgrep ignores that
 * mark, but the editor does not; both honour the marks of UTF-16.
 */
export async function findUtf8MarkedFiles(rg: string, rgScope: RgScope, signal: AbortSignal): Promise<string[]> {
  const { scope, walk } = rgScope;
  const candidates: string[] = [];
  const listing = { rg, root: scope.root, walk: { ...walk, encoding: 'none' }, signal };
  await findFilesWithBytes(listing, '(?-u)^\\xEF\\xBB\\xBF', (path) => void candidates.push(path));
  const markedFiles: string[] = [];
  for (const path of candidates) {
    if ((await isWantedFile(rgScope, path)) && (await hasUtf8Mark(join(scope.root, path)))) markedFiles.push(path);
  }
  return markedFiles;
}

/** Ripgrep also finds the mark at the start of a later line. */
async function hasUtf8Mark(path: string): Promise<boolean> {
  const bom = await withRegularFile(path, readBom).catch(() => undefined);
  return bom?.encoding === 'utf8bom';
}
