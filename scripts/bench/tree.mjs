/**
 * Makes what the bench reads and searches, the same from the same seed:
 *
 *   node scripts/bench/tree.mjs tree <new folder> [--tracked 40000] [--ignored 40000] [--seed 1]
 *   node scripts/bench/tree.mjs file <new file> [--bytes 1073741824] [--seed 1]
 *
 * Prints as JSON what it made. Both refuse to touch what exists already.
 */
import { execFileSync } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { numbersFrom } from '../../test/random.ts';

/** What a search can look for: in nearly every file, in `rareFiles` tracked files, in none. */
export const needles = { common: 'return', rare: 'renderQuarterlyTotals', absent: 'unobtainableWord' };
const rareFiles = 12;

const words =
  'account branch cache delta editor folder gather handle index journal kernel ledger marker number offset parser query ' +
  'range script target unit value window export import render select update verify wrap yield zone';
const vocabulary = words.split(' ');
const extensions = ['ts', 'ts', 'ts', 'tsx', 'js', 'json', 'md', 'css', 'py'];

/** Blocks of made-up code, out of which files are put together: making every line anew would take minutes. */
function makeBlocks(draw) {
  const word = () => vocabulary[draw(vocabulary.length)];
  return Array.from({ length: 400 }, (_, index) => {
    const name = `${word()}${word()}${index}`;
    const lines = Array.from(
      { length: 4 + draw(12) },
      () => `  const ${word()}${draw(100)} = ${word()}(${word()}, ${draw(10_000)});`,
    );
    const note = draw(9) === 0 ? '// größer, 数, 😀\n' : '';
    return `${note}export function ${name}(${word()}, ${word()}) {\n${lines.join('\n')}\n  ${needles.common} ${word()};\n}\n\n`;
  });
}

function fileText(draw, blocks) {
  const many = draw(400) === 0 ? 200 : 1 + draw(6);
  return Array.from({ length: many }, () => blocks[draw(blocks.length)]).join('');
}

function folderOf(draw, top, spread) {
  const names = [top, `${vocabulary[draw(vocabulary.length)]}-${draw(spread)}`];
  for (let depth = draw(3); depth > 0; depth--) names.push(vocabulary[draw(4)]);
  return names.join('/');
}

/** The folders of ignored files in turn: of ten files, seven are in `node_modules`. */
const ignoredFolders = [...Array(7).fill('node_modules'), 'dist', 'packages/generated-code', 'logs'];

/**
 * Makes a git repository of `tracked` files, all in its index, and of `ignored` files that its `.gitignore` files
 * (one at the top, one nested, one that takes something back) leave out.
 *
 * @returns what a search or a listing of it can be compared with
 */
export function makeTree(root, { tracked = 40_000, ignored = 40_000, seed = 1 } = {}) {
  if (existsSync(root)) throw new Error(`${root} exists already`);
  const draw = numbersFrom(seed);
  const blocks = makeBlocks(draw);
  const folders = new Set();
  const write = (path, text) => {
    const folder = dirname(path);
    if (!folders.has(folder)) mkdirSync(join(root, folder), { recursive: true });
    folders.add(folder);
    writeFileSync(join(root, path), text);
  };
  write('.gitignore', 'node_modules/\n/dist/\n*.log\n!keep.log\n');
  write('packages/.gitignore', 'generated-*/\n');
  write('keep.log', 'taken back\n');
  const rareEvery = Math.max(1, Math.floor((tracked - 3) / rareFiles));
  let rare = 0;
  for (let index = 0; index < tracked - 3; index++) {
    const extension = extensions[draw(extensions.length)];
    const hasRare = index % rareEvery === 0 && rare < rareFiles;
    if (hasRare) rare++;
    const text = fileText(draw, blocks) + (hasRare ? `${needles.rare}(${index});\n` : '');
    write(`${folderOf(draw, draw(3) === 0 ? 'src' : 'packages', 4)}/file-${index}.${extension}`, text);
  }
  for (let index = 0; index < ignored; index++) {
    const top = ignoredFolders[index % ignoredFolders.length];
    const extension = top === 'logs' ? 'log' : 'js';
    const hasRare = index % ignoredFolders.length === 0;
    write(
      `${folderOf(draw, top, 8)}/made-${index}.${extension}`,
      fileText(draw, blocks) + (hasRare ? needles.rare : ''),
    );
  }
  execFileSync('git', ['init', '-q', root]);
  execFileSync('git', ['-C', root, '-c', 'core.excludesFile=', '-c', 'gc.auto=0', 'add', '-A'], { stdio: 'ignore' });
  return { root, seed, tracked, ignored, folders: folders.size, rareFiles: rare, needles };
}

/** Makes one large text file of numbered lines of 20 to about 200 bytes, some of them not ASCII. */
export function makeBigFile(path, { bytes = 2 ** 30, seed = 1 } = {}) {
  const draw = numbersFrom(seed);
  const tails = Array.from({ length: 512 }, () => {
    const text = Array.from({ length: 1 + draw(24) }, () => vocabulary[draw(vocabulary.length)]).join(' ');
    return draw(20) === 0 ? `${text} größer 数 😀` : text;
  });
  const file = openSync(path, 'wx');
  let size = 0;
  let lines = 0;
  try {
    while (size < bytes) {
      let chunk = '';
      while (chunk.length < 2 ** 20) chunk += `line ${++lines} ${tails[draw(tails.length)]}\n`;
      size += writeSync(file, chunk);
    }
  } finally {
    closeSync(file);
  }
  return { path, seed, bytes: size, lines };
}

function main() {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      tracked: { type: 'string' },
      ignored: { type: 'string' },
      bytes: { type: 'string' },
      seed: { type: 'string' },
    },
  });
  const [kind, path] = positionals;
  const options = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Number(value)]));
  if (path === undefined || (kind !== 'tree' && kind !== 'file')) {
    console.error(
      'usage: node scripts/bench/tree.mjs tree|file <new path> [--tracked n] [--ignored n] [--bytes n] [--seed n]',
    );
    process.exitCode = 2;
    return;
  }
  console.log(JSON.stringify(kind === 'tree' ? makeTree(path, options) : makeBigFile(path, options)));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main();
