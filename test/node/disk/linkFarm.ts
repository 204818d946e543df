import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** What stands at a path of the farm, before the links are made. */
const files: readonly string[] = [
  'ws/a.txt',
  'ws/src/app.ts',
  'ws/src/deep/b.ts',
  'ws/.env',
  'ws/.git/config',
  'ws/.git/hooks/pre-commit',
  'ws/.vscode/settings.json',
  'ws/package.json',
  'ws-evil/x.txt',
  'out/secret.txt',
  'out/dir/y.txt',
  'other/z.txt',
];

/** Links by path; `@` stands for the farm's folder in absolute targets. */
const links: Readonly<Record<string, string>> = {
  'ws/in-file': 'a.txt',
  'ws/in-file-abs': '@/ws/a.txt',
  'ws/in-dir': 'src',
  'ws/in-chain': 'in-chain-2',
  'ws/in-chain-2': 'in-dir/deep/b.ts',
  'ws/in-self': '.',
  'ws/in-parent': '../ws/src',
  'ws/in-new': 'not-yet.txt',
  'ws/in-new-deep': 'src/not/yet/there.txt',
  'ws/src/up': '..',
  'ws/out-file': '../out/secret.txt',
  'ws/out-file-abs': '@/out/secret.txt',
  'ws/out-dir': '../out',
  'ws/out-dir-abs': '@/out/dir',
  'ws/out-top': '/',
  'ws/out-etc': '/etc',
  'ws/out-twin': '../ws-evil',
  'ws/out-parent': '..',
  'ws/out-new': '../out/not-yet.txt',
  'ws/out-new-abs': '@/out/not-yet.txt',
  'ws/out-new-deep': '@/out/new/deep.txt',
  'ws/out-chain': 'out-chain-2',
  'ws/out-chain-2': 'out-chain-3',
  'ws/out-chain-3': '../out/secret.txt',
  'ws/out-via-dir': 'out-dir/secret.txt',
  'ws/out-back': '../out/back',
  'out/back': '../ws/src',
  'out/back-out': '../out/dir',
  'ws/out-and-out': '../out/back-out',
  'ws/src/out-up': '../../out/secret.txt',
  'ws/out-dots': 'src/../../out/secret.txt',
  'ws/out-slashes': '..//out///secret.txt',
  'ws/out-link-dots': 'in-parent/../../out/secret.txt',
  'ws/out-proc': '/proc/self/root/etc/passwd',
  'ws/loop': 'loop',
  'ws/loop-a': 'loop-b',
  'ws/loop-b': 'loop-a',
  'ws/loop-dir': 'loop-dir/x',
  'ws/broken': 'a.txt/x',
  'ws/broken-dots': 'missing/../../out/secret.txt',
  'ws/git-dir': '.git',
  'ws/git-file': '.git/config',
  'ws/git-hook': '.git/hooks/pre-commit',
  'ws/git-new-hook': '.git/hooks/post-checkout',
  'ws/env-file': '.env',
  'ws/env-chain': 'env-file',
  'ws/env-new': '.env.local',
  'ws/vscode-dir': '.vscode',
  'ws/innocent.md': 'package.json',
  'ws/dev-null': '/dev/null',
  'ws/dev-zero': '/dev/zero',
  'ws/to-fifo': 'fifo',
  link: 'ws',
  'link-2': 'link',
  'ws/to-other': '../other',
};

/** A folder full of links of every kind, made anew for each use. */
export class LinkFarm {
  readonly base: string;
  readonly #server: Server;

  private constructor(base: string, server: Server) {
    this.base = base;
    this.#server = server;
  }

  static async make(): Promise<LinkFarm> {
    const base = realpathSync(mkdtempSync(join(tmpdir(), 'redline-links-')));
    for (const file of files) {
      mkdirSync(join(base, dirname(file)), { recursive: true });
      writeFileSync(join(base, file), `content of ${file}\n`);
    }
    for (const [path, target] of Object.entries(links)) symlinkSync(target.replace(/^@/, base), join(base, path));
    linkSync(join(base, 'out/secret.txt'), join(base, 'ws/hard'));
    linkSync(join(base, 'ws/.env'), join(base, 'ws/hard-env.txt'));
    execFileSync('mkfifo', [join(base, 'ws/fifo')]);
    let name = join(base, 'ws/long-0');
    symlinkSync('a.txt', name);
    for (let at = 1; at <= 45; at++) symlinkSync(`long-${at - 1}`, (name = join(base, `ws/long-${at}`)));
    const server = createServer();
    await new Promise<void>((done) => server.listen(join(base, 'ws/socket'), done));
    return new LinkFarm(base, server);
  }

  path(relative: string): string {
    return join(this.base, relative);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await new Promise((done) => this.#server.close(done));
    rmSync(this.base, { recursive: true, force: true });
  }
}
