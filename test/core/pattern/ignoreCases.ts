import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { numbersFrom } from '../../random.ts';

/** A repository of generated rules and paths, a folder for each case, and what git says of the paths. */
export interface IgnoreCases {
  readonly folders: readonly string[];
  /** Files, links and folders, relative to the root. */
  readonly paths: readonly string[];
  readonly ignored: ReadonlySet<string>;
}

const names =
  'a¦b¦ab¦abc¦A¦a.b¦.a¦a b¦x]¦é¦a-¦!a¦#a¦a\\b¦[a]¦a ¦foo¦f1¦Foo¦ж¦-a¦a,b¦{a,b}¦a*¦a?¦~¦^a¦数¦a]b¦ a¦..a¦a:¦.gitignored'.split(
    '¦',
  );
/** Parts of rules, separated by `¦`. */
const pieces = (
  'a¦b¦ab¦A¦.¦*¦*¦**¦?¦/¦/¦**/¦/**¦/**/¦[ab]¦[!a]¦[^b]¦[a-c]¦[]a]¦[[:alpha:]]¦[[:upper:]]¦[[:punct:]x]¦[a¦[\\]]¦[a-¦' +
  '\\a¦\\*¦\\¦ ¦\\ ¦\t¦!¦#¦é¦***¦-¦]¦foo¦f¦[[:nope:]]¦[z-a]¦[--a]¦\\/¦[a-]¦[-a]¦[!-a]¦[!]a]¦[[:digit:][:space:]]¦[é-ж]¦[*?]¦[a/b]¦{a,b}¦' +
  '[[a]¦[a]]¦[\\a-\\c]¦[]-a]¦[!]¦[]¦[^]¦数¦~¦,¦\\\\¦ \t¦\r¦\v¦[[:word:]]¦[[:alpha:¦[[:xdigit:]]¦[[.a.]]¦[[=a=]]¦[A-z]'
).split('¦');
/** Parts that every reader of such rules is to take alike. */
const plainPieces = 'a¦b¦ab¦A¦.a¦*¦?¦/¦**/¦/**¦/**/¦[ab]¦[a-c]¦foo¦f1¦*.b¦a b¦-¦é'.split('¦');

export interface CaseOptions {
  readonly count: number;
  readonly seed: number;
  readonly ignoreCase?: boolean;
  /** A part of the cases has odd rules; 1 for all of them. */
  readonly oddEvery?: number;
}

/** Makes the repository in an empty folder, and asks git. */
export function makeIgnoreCases(root: string, options: CaseOptions): IgnoreCases {
  const { count, seed, ignoreCase = false, oddEvery = 1 } = options;
  const draw = numbersFrom(seed);
  const pick = (from: readonly string[]): string => from[draw(from.length)] ?? '';
  execFileSync('git', ['init', '-q', root]);
  execFileSync('git', ['-C', root, 'config', 'core.ignoreCase', String(ignoreCase)]);
  execFileSync('git', ['-C', root, 'config', 'core.excludesFile', '']);
  writeFileSync(join(root, '.gitignore'), '*.deep\n!a/keep.deep\n');
  writeFileSync(join(root, '.git/info/exclude'), 'f1\n!foo\n');
  const paths = new Set<string>();
  const write = (path: string, text: string): void => {
    if (existsSync(join(root, path))) return;
    mkdirSync(join(root, dirname(path)), { recursive: true });
    writeFileSync(join(root, path), text);
    for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) paths.add(path.slice(0, at));
    paths.add(path);
  };
  const rule = (parts: readonly string[]): string => {
    const body = Array.from({ length: 1 + draw(4) }, () => (draw(3) === 0 ? pick(names) : pick(parts))).join('');
    const ends = ['/', '/', '/', ' ', '  ', '\\', '\\ ', '\t'];
    return `${draw(4) === 0 ? '!' : ''}${draw(8) === 0 ? '/' : ''}${body}${draw(3) === 0 ? pick(ends) : ''}`;
  };
  const plainRule = (): string => {
    const body = Array.from({ length: 1 + draw(3) }, () => pick(plainPieces)).join('');
    return `${draw(4) === 0 ? '!' : ''}${body}${draw(4) === 0 ? '/' : ''}`;
  };
  const folders: string[] = [];
  for (let round = 0; round < count; round++) {
    const isOdd = round % oddEvery === 0;
    const rules = (): string => {
      const lines = Array.from({ length: 1 + draw(4) }, () => (isOdd ? rule(pieces) : plainRule()));
      const mark = isOdd && draw(12) === 0 ? '\ufeff' : '';
      return mark + lines.join(draw(5) === 0 ? '\r\n' : '\n') + (draw(2) === 0 ? '\n' : '');
    };
    const folder = `case${round}`;
    folders.push(folder);
    write(`${folder}/.gitignore`, rules());
    for (let file = 0; file < 12; file++) {
      const parents = Array.from({ length: draw(4) }, () => `${pick(names)}/`);
      try {
        write(`${folder}/${parents.join('')}${pick(names)}`, 'q\n');
        if (parents.length > 0 && draw(4) === 0) write(`${folder}/${parents[0]}.gitignore`, rules());
      } catch {
        // A file stands where this path needs a folder, or the other way round.
      }
    }
    symlinkSync('.', join(root, `${folder}/link`));
    paths.add(`${folder}/link`);
  }
  return { folders, paths: [...paths], ignored: ignoredByGit(root, [...paths]) };
}

function ignoredByGit(root: string, paths: readonly string[]): ReadonlySet<string> {
  const input = paths.map((path) => `${path}\0`).join('');
  const asked = spawnSync('git', ['-C', root, 'check-ignore', '--no-index', '-z', '--stdin'], { input });
  assert.equal(asked.stderr.toString(), '');
  const ignored = new Set(asked.stdout.toString().split('\0'));
  assert.ok(ignored.size > paths.length / 20, 'the rules ignore something');
  return ignored;
}

export function isFolder(path: string): boolean {
  return lstatSync(path).isDirectory();
}
