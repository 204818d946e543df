// A workspace folder on disk with a watch on it, without the editor.

import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  lstatSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { GitProgram } from '../../../src/node/watch/repository/gitProgram.ts';
import { commitEnvironment } from '../../commitEnvironment.ts';
import type { Trees } from '../../../src/node/watch/tree/treeFiles.ts';
import { WatchedFolder } from '../../../src/node/watch/watchedFolder.ts';
import type { Sides } from '../../../src/node/watch/pairSides.ts';

export class Ground {
  readonly base = mkdtempSync(path.join(tmpdir(), 'redline-watch-'));
  readonly root = path.join(this.base, 'work');
  readonly store = path.join(this.base, 'store');
  trees: Trees = new Map();

  constructor() {
    mkdirSync(this.root);
    mkdirSync(this.store, { mode: 0o700 });
  }

  static repository(): Ground {
    const ground = new Ground();
    ground.git('init', '-q');
    return ground;
  }

  at(name: string): string {
    return path.join(this.root, name);
  }

  write(files: Readonly<Record<string, string | Uint8Array>>): void {
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(path.dirname(this.at(name)), { recursive: true });
      writeFileSync(this.at(name), content);
    }
  }

  git(...args: string[]): string {
    return execFileSync('git', args, { cwd: this.root, env: commitEnvironment(), encoding: 'utf8' });
  }

  commit(): void {
    this.git('add', '-A');
    this.git('commit', '-q', '-m', 'x', '--allow-empty');
  }

  sh(script: string): void {
    execFileSync('sh', ['-ec', script], { cwd: this.root, env: commitEnvironment() });
  }

  async open(folder = this.root): Promise<WatchedFolder> {
    return WatchedFolder.open({
      folder,
      store: this.store,
      program: await GitProgram.find(200),
      isSecret: (name) => /(?:^|\/)\.env$/.test(name),
    });
  }

  /** Looks, and remembers what was seen. */
  async look(watched: WatchedFolder): Promise<ReadonlyMap<string, Sides>> {
    const { changes, trees } = await watched.scan(this.trees);
    this.trees = trees;
    await watched.removeOtherTrees(trees);
    return changes;
  }

  /** A folder with everything in it, for comparison: bytes, modes and times. A file that came and went shows in its folder's time. */
  picture(folder: string): ReadonlyMap<string, string> {
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name));
    return new Map(
      [folder, ...names].map((file) => {
        const stats = lstatSync(file, { bigint: true });
        const content = stats.isSymbolicLink()
          ? readlinkSync(file)
          : stats.isFile()
            ? readFileSync(file, 'latin1')
            : '';
        return [file, [stats.mode, stats.ino, stats.nlink, stats.mtimeNs, stats.ctimeNs, content].join(' ')];
      }),
    );
  }

  dispose(): void {
    rmSync(this.base, { recursive: true, force: true });
  }
}

/** Changes in one line each: `+ new`, `- gone`, `* changed`, `x mode`, with what is not stored in brackets. */
export function told(changes: ReadonlyMap<string, Sides>): string[] {
  return [...changes]
    .map(([name, { before, after }]) => {
      const sign = before === undefined ? '+' : after === undefined ? '-' : before.id === after.id ? 'x' : '*';
      const why = (after ?? before)?.withheld;
      return `${sign} ${name}${why === undefined ? '' : ` (${why})`}`;
    })
    .sort();
}
