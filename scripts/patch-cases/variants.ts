// Makes one pair of trees for each way in which git writes a diff.

import type { Files } from './git.ts';
import type { Random } from './patchLines.ts';
import { editLines, makeFiles, pick } from './texts.ts';

/** Two trees, and options of `git diff`. */
export interface Variant {
  readonly kind: string;
  readonly before: Files;
  readonly after: Files;
  readonly options: readonly string[];
}

const lf = (lines: Lines): string => lines.map((line) => `${line}\n`).join('');
const utf8 = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

type Lines = readonly string[];

function one(kind: string, before: string, after: string, options: readonly string[] = [], path = 'a.txt'): Variant {
  return { kind, before: { [path]: before }, after: { [path]: after }, options };
}

function forms(before: Files, after: Files): readonly Variant[] {
  const options: Readonly<Record<string, readonly string[]>> = {
    U0: ['-U0'],
    U1: ['-U1'],
    U2: ['-U2'],
    U3: ['-U3'],
    U10: ['-U10'],
    noPrefix: ['--no-prefix'],
    mnemonic: ['--src-prefix=i/', '--dst-prefix=w/'],
    oddPrefix: ['--src-prefix=before-', '--dst-prefix=after-'],
    deepPrefix: ['--src-prefix=x/before/', '--dst-prefix=x/after/'],
    fullIndex: ['--full-index', '--patience'],
  };
  return Object.entries(options).map(([kind, list]) => ({ kind, before, after, options: list }));
}

function endings(lines: Lines, edited: Lines): readonly Variant[] {
  const head = lf(lines.slice(0, 9));
  return [
    one('crlf', lf(lines).replaceAll('\n', '\r\n'), lf(edited).replaceAll('\n', '\r\n')),
    one(
      'crlfMixed',
      lf(lines).replace(/\n/g, (end, at: number) => (at % 3 === 0 ? '\r\n' : end)),
      lf(edited),
    ),
    one('endingsOnly', head, head.replaceAll('\n', '\r\n')),
    one('loneReturns', lf(['a\rb', 'c', 'd\r\rx']), lf(['a\rb', 'C', 'd\r\rx'])),
    one('noNewlineBoth', lf(lines).trimEnd(), lf(edited).trimEnd()),
    one('noNewlineBefore', lf(lines).trimEnd(), `${lf(lines).trimEnd()}\n`),
    one('noNewlineAfter', lf(lines), lf(edited).trimEnd()),
    one('fromEmpty', '', head),
    one('toEmpty', head, ''),
  ];
}

function wholeFiles(before: Files, lines: Lines, edited: Lines): readonly Variant[] {
  const [old, young, other] = [lf(lines), lf(edited), before['docs/manual.md'] ?? ''];
  const withEmpty = { ...before, 'empty.txt': '' };
  return [
    { kind: 'addEmpty', before, after: withEmpty, options: [] },
    { kind: 'deleteEmpty', before: withEmpty, after: before, options: [] },
    { kind: 'add', before, after: { ...before, 'new/one.txt': young }, options: [] },
    { kind: 'delete', before, after: { 'src/shop.js': before['src/shop.js'] ?? '' }, options: [] },
    { kind: 'rename', before: { 'old.js': old }, after: { 'new/name.js': old }, options: ['-M'] },
    { kind: 'renameEdited', before: { 'old.js': old }, after: { 'new.js': young }, options: ['-M'] },
    { kind: 'renameNoPrefix', before: { 'a/x.js': old }, after: { 'b/x.js': young }, options: ['-M', '--no-prefix'] },
    { kind: 'swap', before: { a: old, b: other }, after: { b: old, a: other }, options: ['-M', '-B'] },
    { kind: 'copy', before: { 'old.js': old }, after: { 'old.js': young, 'copy.js': old }, options: ['-C'] },
    {
      kind: 'copyEdited',
      before: { 'old.js': old, other: 'x\n' },
      after: { 'old.js': old, 'copy.js': young, other: 'y\n' },
      options: ['-C', '--find-copies-harder'],
    },
    { kind: 'spacesRename', before: { 'b b/old name.js': old }, after: { 'b b/b new.js': old }, options: ['-M'] },
  ];
}

function bytes(random: Random, length: number): string {
  return Array.from({ length }, () => String.fromCharCode(Math.floor(random() * 256))).join('');
}

function binaries(before: Files, random: Random): readonly Variant[] {
  const data = `\0${bytes(random, 400)}`;
  return [
    one('binaryDelta', data, `${data}x`, ['--binary'], 'data.bin'),
    one('binaryLiteral', data, `\0${bytes(random, 300)}`, ['--binary', '--full-index'], 'data.bin'),
    { kind: 'binaryAdd', before, after: { ...before, 'data.bin': data }, options: ['--binary'] },
    { kind: 'binaryDelete', before: { ...before, 'data.bin': data }, after: before, options: ['--binary'] },
  ];
}

function namesAndTexts(lines: Lines, edited: Lines, random: Random): readonly Variant[] {
  const quoted = ['\u201cA\u201d', 'b \u2013 c', 'd\u00a0e', 'f'];
  const x = 'x\n'.repeat(20);
  return [
    one('pathSpaces', lf(lines), lf(edited), [], 'my files/the shop.js'),
    one('pathQuoted', lf(lines), lf(edited), [], 'tab\there "quoted".js'),
    one('pathUnicode', lf(lines), lf(edited), [], '\u00fcber/\u5e97.js'),
    one('textUnicode', utf8(lf(quoted)), utf8(lf(quoted.map((line) => line.replace('c', 'c!'))))),
    one('whiteSpaceOnly', lf(lines), lf(lines.map((line) => (random() < 0.2 ? `  ${line}` : line)))),
    one('manyEqual', x + x, `${x}y\n${x}`, [`-U${pick(random, [1, 3])}`]),
    one('comments', lf(['-- one', '-- two', '++ three']), lf(['-- one', '++ two', '-- three']), ['-U0']),
  ];
}

/** One of each way in which git writes a diff; `random` fills the files. */
export function makeVariants(random: Random): readonly Variant[] {
  const files = makeFiles(random, 5);
  const lines = files['src/shop.js'] ?? [];
  const edited = editLines(lines, random, 3, 'new');
  const map = (change: (text: Lines) => Lines): Files =>
    Object.fromEntries(Object.entries(files).map(([path, text]) => [path, lf(change(text))]));
  const before = map((text) => text);
  return [
    ...forms(
      before,
      map((text) => editLines(text, random, 3, 'new')),
    ),
    ...endings(lines, edited),
    ...wholeFiles(before, lines, edited),
    ...binaries(before, random),
    ...namesAndTexts(lines, edited, random),
  ];
}
