import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, type Stats } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { numbersFrom } from '../../../random.ts';
import { useGround } from '../ground.ts';
import { describeNeeds } from '../place.ts';

/** Sequences of commands, and commands between two questions (more by hand: REDLINE_SEQUENCES=100). A web worker has no process. */
const sequences = Number(globalThis.process?.env['REDLINE_SEQUENCES'] ?? 8);
const maxCommands = 4;
const names = ['a', 'b', 'd/c', 'd/e', 'd', 'g h', 'l', '.hidden'];

interface DiskFile {
  /** Bytes, or the target of a link. */
  readonly content: string;
  /** What a reader of a link gets; empty if it leads to no file. */
  readonly read: string;
  readonly kind: 'file' | 'executable' | 'link';
}

describeNeeds('special files', 'what an agent is told changed', () => {
  const ground = useGround('on-disk');
  const sh = (script: string): string => execFileSync('sh', ['-c', script], { cwd: ground.folder, encoding: 'utf8' });

  afterEach(async () => {
    await vscode.commands.executeCommand('redline.toReview.show');
    await vscode.commands.executeCommand('redline.toReview.keepAll');
  });

  it(`is what a comparison of the disk finds, in ${sequences} random sequences of commands`, async function () {
    this.timeout(0);
    mkdirSync(ground.folder, { recursive: true });
    sh('git init -q; echo 1 > a; mkdir -p d ignored; echo 2 > d/c; ln -s a l; echo ignored > .gitignore');
    await vscode.commands.executeCommand('redline.toReview.show');
    await look();
    for (let seed = 1; seed <= sequences; seed++) {
      const draw = numbersFrom(seed);
      const before = picture();
      const script = Array.from({ length: 1 + draw(maxCommands) }, () => command(draw)).join('\n');
      sh(`(${script}) 2>&1 || true`);
      assert.deepEqual(await look(), compare(before, picture()), `seed ${seed}:\n${script}`);
      assert.deepEqual(await look(), [], `seed ${seed}, again:\n${script}`);
    }
  });

  /** What `redline_changes_since` lists: `+ new`, `- gone`, `* changed`, with `x` for a mode. A renamed file is gone and new. */
  async function look(): Promise<string[]> {
    const lists = Object(await ground.done('redline_changes_since', { path: ground.path('') })) as Told;
    const lines = [
      ...lists.created.map((name) => `+ ${name}`),
      ...lists.deleted.map((name) => `- ${name}`),
      ...lists.renamed.flatMap(({ from, to }) => [`- ${from}`, `+ ${to}`]),
      ...lists.modified.map(({ filePath, executable }) => `* ${filePath}${executable === undefined ? '' : ' x'}`),
    ];
    return lines.map((line) => line.replace(ground.path(''), '')).sort();
  }

  function picture(below = ''): ReadonlyMap<string, DiskFile> {
    const entries = readdirSync(path.join(ground.folder, below), { withFileTypes: true });
    return new Map(
      entries
        .filter(({ name }) => name !== '.git' && name !== 'ignored')
        .flatMap((entry) => {
          const name = path.join(below, entry.name);
          return entry.isDirectory() ? [...picture(name)] : [[name, describeFile(name)] as const];
        }),
    );
  }

  function describeFile(name: string): DiskFile {
    const file = path.join(ground.folder, name);
    const stats = lstatSync(file);
    return {
      kind: kindOf(stats),
      content: stats.isSymbolicLink() ? readlinkSync(file) : read(file),
      read: read(file),
    };
  }
});

interface Told {
  readonly created: readonly string[];
  readonly deleted: readonly string[];
  readonly renamed: readonly { readonly from: string; readonly to: string }[];
  readonly modified: readonly { readonly filePath: string; readonly executable?: boolean }[];
}

function kindOf(stats: Stats): DiskFile['kind'] {
  return stats.isSymbolicLink() ? 'link' : (stats.mode & 0o100) === 0 ? 'file' : 'executable';
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function compare(before: ReadonlyMap<string, DiskFile>, after: ReadonlyMap<string, DiskFile>): string[] {
  const lines = [...new Set([...before.keys(), ...after.keys()])].flatMap((name) => {
    const [old, now] = [before.get(name), after.get(name)];
    if (old === undefined) return [`+ ${name}`];
    if (now === undefined) return [`- ${name}`];
    if (old.kind === now.kind && old.content === now.content && old.read === now.read) return [];
    const hasMode = old.kind !== 'link' && now.kind !== 'link' && old.kind !== now.kind;
    return [`* ${name}${hasMode ? ' x' : ''}`];
  });
  return lines.sort();
}

function command(draw: (below: number) => number): string {
  const name = names[draw(names.length)] ?? 'a';
  const other = names[draw(names.length)] ?? 'b';
  const [one, two] = [`'${name}'`, `'${other}'`];
  switch (draw(9)) {
    case 0:
      return `echo ${draw(100)} >> ${one}`;
    case 1:
      return `rm -rf ${one}`;
    case 2:
      return `mv -T ${one} ${two}`;
    case 3:
      return `chmod +x ${one}`;
    case 4:
      return `chmod -x ${one}`;
    case 5:
      return `rm -rf ${one}; ln -s ${draw(2) === 0 ? two : 'nothing'} ${one}`;
    case 6:
      return `rm -rf ${one}; mkdir -p "$(dirname ${one})"; echo ${draw(100)} > ${one}`;
    case 7:
      return `rm -rf ${one}; mkdir -p ${one}; echo ${draw(100)} > ${one}/below`;
    default:
      return `echo ${draw(100)} > ignored/x; cp -R ${one} ${two}`;
  }
}
