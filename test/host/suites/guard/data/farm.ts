import { createHash } from 'node:crypto';
import {
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { execFileSync } from 'node:child_process';
import path from 'node:path';

/** Stands in every file that no answer may quote. */
export const secret = 'SECRET-4711';

/** The same, for what is asked before it is read. */
export const key = 'KEY-0815';

/** What an edit of `one` would find, and quote. */
const text = `one\ntwo\n${secret}\n`;

const files: Readonly<Record<string, string>> = {
  'a.txt': 'one\ntwo\n',
  'other.txt': 'one\ntwo\n',
  'kept.txt': 'one\n',
  'lib/app.ts': 'export const one = 1;\n',
  'lib/deep/b.ts': 'export const two = 2;\n',
  'mixed/plain.txt': 'plain\n',
  'mixed/package.json': '{}\n',
  'hidden/plans.txt': `${secret}\n`,
  'half/open.txt': 'open\n',
  'half/closed.txt': `${secret}\n`,
  'generated/out.js': 'one\n',
  'package.json': '{ "name": "sample" }\n',
  '.env': `TOKEN=${secret}\n`,
  '.git/config': `[remote]\n  url = ${secret}\n`,
  '.git/hooks/pre-commit': '#!/bin/sh\n',
  'gate/Jenkinsfile': text,
  'conf/.env': `one\ntwo\n${key}\n`,
  'hidden/target.txt': text,
  '.git/hooks/target': text,
  '../guard-out/target.txt': text,
  '../sample-evil/target.txt': text,
  '../guard-out/secret.txt': `${secret}\n`,
  '../guard-out/same.txt': 'one\ntwo\n',
  '../guard-out/dir/y.txt': `${secret}\n`,
};

/** `@` stands for the folder around the workspace. */
const links: Readonly<Record<string, string>> = {
  'in-file': 'a.txt',
  'in-kept': 'kept.txt',
  'in-dir': 'lib',
  'in-new': 'not-yet.txt',
  'out-file': '../guard-out/secret.txt',
  'out-abs': '@/guard-out/secret.txt',
  'out-dir': '../guard-out',
  'out-new': '../guard-out/not-yet.txt',
  'out-chain': 'out-chain-2',
  'out-chain-2': 'out-file',
  'out-proc': '/proc/self/root/etc/passwd',
  'lib/out-up': '../../guard-out/secret.txt',
  'out-abs-dir': '@/guard-out',
  'out-chain-dir': 'out-chain-dir-2',
  'out-chain-dir-2': 'out-dir',
  'out-twin': '../sample-evil',
  'out-top': '/',
  'out-back': '..',
  'out-proc-root': '/proc/self/root',
  'lib/out-up-dir': '../../guard-out',
  'out-target': '../guard-out/target.txt',
  'out-target-abs': '@/guard-out/target.txt',
  'out-target-chain': 'out-target',
  'lib/out-target-up': '../../guard-out/target.txt',
  'in-gate': 'gate',
  'plain-build': 'gate/Jenkinsfile',
  'in-conf': 'conf',
  'plain-env': 'conf/.env',
  'chain-env': 'plain-env',
  'to-target': 'hidden/target.txt',
  loop: 'loop',
  'loop-a': 'loop-b',
  'loop-b': 'loop-a',
  broken: 'a.txt/x',
  'git-dir': '.git',
  'git-new-hook': '.git/hooks/post-checkout',
  'env-file': '.env',
  'env-chain': 'env-file',
  'env-new': '.env.local',
  'innocent.md': 'package.json',
  'to-hidden': 'hidden',
  'dev-zero': '/dev/zero',
};

/** Puts a farm of links of every kind into the workspace, and files outside that they lead to. */
export function makeFarm(root: string): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.join(root, path.dirname(name)), { recursive: true });
    writeFileSync(path.join(root, name), content);
  }
  for (const [name, target] of Object.entries(links)) {
    symlinkSync(target.replace(/^@/, path.dirname(root)), path.join(root, name));
  }
  linkSync(path.join(root, 'conf/.env'), path.join(root, 'conf/hard-env.txt'));
  linkSync(path.join(root, '.env'), path.join(root, 'hard-env.txt'));
  linkSync(path.join(root, '../guard-out/same.txt'), path.join(root, 'hard-out.txt'));
  execFileSync('mkfifo', [path.join(root, 'fifo')]);
}

/** `more`: what a test has made besides, at the top. */
export function removeFarm(root: string, more: readonly string[] = []): void {
  const made = [
    ...more,
    ...Object.keys(files),
    ...Object.keys(links),
    'hard-env.txt',
    'hard-out.txt',
    'fifo',
    'new.txt',
  ];
  const tops = new Set(
    made.map((name) =>
      name
        .split('/')
        .slice(0, name.startsWith('../') ? 2 : 1)
        .join('/'),
    ),
  );
  for (const top of tops) rmSync(path.join(root, top), { recursive: true, force: true });
}

/** What stands in the folder and beside it, links as links: two equal ones mean that nothing on disk differs. */
export function snapshot(root: string): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  const visit = (folder: string, shown: string): void => {
    for (const name of readdirSync(folder).sort()) {
      const at = path.join(folder, name);
      const stat = lstatSync(at);
      const key = `${shown}/${name}`;
      if (stat.isSymbolicLink()) found[key] = `-> ${readlinkSync(at)}`;
      else if (stat.isDirectory()) {
        found[key] = 'folder';
        visit(at, key);
      } else if (stat.isFile()) found[key] = createHash('sha256').update(readFileSync(at)).digest('hex');
      else found[key] = 'special';
    }
  };
  visit(root, '.');
  visit(path.join(root, '../guard-out'), 'out');
  visit(path.join(root, '../sample-evil'), 'twin');
  return found;
}
