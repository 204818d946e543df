import { existsSync, lstatSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createIgnoreTree } from '../../../src/core/pattern/ignore.ts';
import { isFolder, makeIgnoreCases, type CaseOptions } from './ignoreCases.ts';

/** Asks git and our reading of its rules about every path of generated repositories; answers where they differ. */
export async function differencesFromGit(options: CaseOptions): Promise<string[]> {
  const root = mkdtempSync(join(tmpdir(), 'ignore-'));
  try {
    const { paths, ignored } = makeIgnoreCases(root, options);
    const read = (directory: string): Buffer | undefined => {
      const path = join(root, directory, '.gitignore');
      return existsSync(path) && lstatSync(path).isFile() ? readFileSync(path) : undefined;
    };
    const globalFiles = [readFileSync(join(root, '.git/info/exclude'))];
    const subject = createIgnoreTree(read, { globalFiles, ignoreCase: options.ignoreCase === true });
    const different: string[] = [];
    for (const path of paths) {
      // oxlint-disable-next-line no-await-in-loop -- nearly always the rules of the folder are known already
      const actual = await subject.isIgnored(path, isFolder(join(root, path)));
      if (actual === ignored.has(path)) continue;
      const source = read(path.split('/')[0] ?? '')?.toString() ?? '';
      different.push(`${JSON.stringify(path)}: git says ${ignored.has(path)}; ${JSON.stringify(source)}`);
    }
    return different;
  } finally {
    rmSync(root, { recursive: true });
  }
}
