// Measures Redline in a real VS Code, and writes the tables of docs/performance.md.

import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Evaluate } from '../../test/host/driver/harness.ts';
import { repositoryRoot } from '../../test/host/driver/paths.ts';
import { benchAgents } from './agents.ts';
import { benchCases } from './cases.ts';
import { benchChanges } from './changes-host.ts';
import { rowOf, toMarkdown, type Row } from './report.ts';
import { measure } from './run.ts';
import { changesToMarkdown } from './time.ts';
import { benchWatch } from './watch.ts';
import { makeBigFile, makeTree } from './tree.mjs';
import { inHost } from './window.ts';
import { packageExtension } from '../package.mjs';

interface Options {
  readonly tracked: number;
  readonly ignored: number;
  readonly bytes: number;
  readonly rounds: number;
  /** `queries`, `changes`, `agents` or `watch`; all if absent. */
  readonly only: string | undefined;
  /** One part of the changes alone: `texts`, `edits`, `many` or `history`. The documentation then stays as it is. */
  readonly part: string | undefined;
}

/**
 * `npm run bench`: measures in a real VS Code, prints the table and keeps it in `out/bench/` and `docs/performance.md`.
 */
async function main(): Promise<void> {
  const options = readOptions();
  const isWanted = (section: string): boolean => options.only === undefined || options.only === section;
  if (isWanted('agents') && options.part === undefined) {
    const rows = await benchAgents();
    await report('agents', changesToMarkdown(rows), `Measured on ${machine()}.`, rows);
    if (options.only !== undefined) return;
  }
  if (isWanted('watch') && options.part === undefined) {
    const rows = await benchWatch(options.rounds);
    await report('watch', changesToMarkdown(rows), `Measured on ${machine()}, ${options.rounds} rounds.`, rows);
    if (options.only !== undefined) return;
  }
  await packageExtension();
  if (options.part !== undefined) {
    console.log(changesToMarkdown(await benchChanges(options.rounds, options.part)));
    return;
  }
  if (isWanted('queries')) {
    const tree = await provideTree(options);
    const rows = await inHost({ tree }, ({ evaluate, workspace }) =>
      measureAll(evaluate, workspace.root, options.rounds),
    );
    await report('queries', toMarkdown(rows), querySentence(rows, options), rows);
  }
  if (isWanted('changes')) {
    const rows = await benchChanges(options.rounds, undefined);
    await report('changes', changesToMarkdown(rows), `Measured on ${machine()}, ${options.rounds} rounds.`, rows);
  }
}

function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      tracked: { type: 'string', default: '40000' },
      ignored: { type: 'string', default: '40000' },
      bytes: { type: 'string', default: String(2 ** 30) },
      rounds: { type: 'string', default: '7' },
      only: { type: 'string' },
      part: { type: 'string' },
    },
  });
  const { tracked, ignored, bytes, rounds, only, part } = values;
  return {
    tracked: Number(tracked),
    ignored: Number(ignored),
    bytes: Number(bytes),
    rounds: Number(rounds),
    only,
    part,
  };
}

/** The tree, the large file and the other folders; made once, and kept in the system's folder for temporary files. */
async function provideTree({ tracked, ignored, bytes }: Options): Promise<string> {
  const root = path.join(os.tmpdir(), `redline-bench-${tracked}-${ignored}-${bytes}`);
  if (existsSync(path.join(root, 'big.log'))) return root;
  console.log(`Making ${tracked + ignored} files and one of ${bytes} bytes in ${root}…`);
  await rm(root, { recursive: true, force: true });
  makeTree(root, { tracked, ignored });
  for (const files of [1000, 10_000]) {
    makeTree(path.join(root, `growth-${files}`), { tracked: files, ignored: 0, seed: files });
    await rm(path.join(root, `growth-${files}/.git`), { recursive: true });
  }
  mkdirSync(path.join(root, 'many'));
  for (let index = 0; index < 5000; index++) writeFileSync(path.join(root, `many/entry-${index}.txt`), 'entry\n');
  writeFileSync(path.join(root, 'src/small.ts'), 'export const small = true;\n'.repeat(200));
  makeBigFile(path.join(root, 'big.log'), { bytes });
  return root;
}

async function measureAll(evaluate: Evaluate, root: string, rounds: number): Promise<Row[]> {
  const rows: Row[] = [];
  for (const one of benchCases(root, 'src/small.ts', 'src')) {
    const first = await measure(evaluate, one, { rounds: 1, root });
    const measured = await measure(evaluate, one, { rounds, root });
    // The first time shows how much memory is wanted, and is no time to be compared.
    const row = rowOf(one, { ...measured, memory: Math.max(first.memory, measured.memory) });
    rows.push(row);
    console.log(toMarkdown([row]).split('\n').at(-1));
  }
  return rows;
}

function machine(): string {
  const load = os.loadavg()[0]?.toFixed(1) ?? '?';
  return `${os.cpus().length} × ${os.cpus()[0]?.model.trim() ?? 'unknown'}, Node ${process.version}, ${process.platform}; load ${load}`;
}

function querySentence(rows: readonly Row[], { tracked, ignored, rounds }: Options): string {
  const memory = Math.max(...rows.filter(({ goal }) => goal === 'deep' || goal === 'next').map((row) => row.memory));
  return `Measured on ${machine()}, with ${tracked} tracked and ${ignored} ignored files, ${rounds} rounds. Memory that the pages of the large file added: ${(memory / 2 ** 20).toFixed(0)} MiB.`;
}

/** Prints a table, keeps it in `out/bench/`, and puts it in its place in `docs/performance.md`. */
async function report(name: string, table: string, sentence: string, rows: readonly object[]): Promise<void> {
  const text = `${table}\n\n${sentence}`;
  console.log(`\n${text}`);
  const folder = path.join(repositoryRoot, 'out/bench');
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, `${name}.md`), `${text}\n`);
  await writeFile(path.join(folder, `${name}.json`), `${JSON.stringify({ machine: machine(), rows }, null, 2)}\n`);
  const page = path.join(repositoryRoot, 'docs/performance.md');
  const before = await readFile(page, 'utf8');
  const [begin, end] = [`<!-- ${name}: begin -->`, `<!-- ${name}: end -->`];
  const [head, rest] = before.split(begin);
  const tail = rest?.split(end)[1];
  if (head === undefined || tail === undefined) throw new Error(`docs/performance.md has no place for ${name}.`);
  await writeFile(page, `${head}${begin}\n\n${text}\n\n${end}${tail}`);
}

await main();
