// Lists the queries that are measured, with the same question to Copilot's tool and to a program.

import { needles } from './tree.mjs';

/** A measured query: the same question to Redline's tool, to Copilot's, and to a program. */
export interface BenchCase {
  readonly name: string;
  readonly goal: Goal;
  readonly ours: Question;
  readonly copilot?: Question;
  /** A file whose times change before each round, so that no cache knows it; relative to the workspace folder. */
  readonly renewed?: string;
  /** A program and its arguments, run in the workspace folder; `rg` is the one that VS Code brings along. */
  readonly program?: readonly string[];
}

/**
 * `search`: ≤ 1.3 × the program and ≤ 0.7 × Copilot; `read`: ≤ Copilot; `deep`: ≤ 1.5 × the program; `next`: ≤ 20 ms.
 */
export type Goal = 'search' | 'read' | 'deep' | 'next' | 'none';

export interface Question {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
}

const rg = ['rg', '--no-config', '--hidden', '--glob=!.git', '--no-require-git'];
const deepLine = 5_000_000;

const text = (input: object): Question => ({ tool: 'redline_search_text', input: { ...input } });
const copilotText = (input: object): Question => ({ tool: 'copilot_findTextInFiles', input: { ...input } });

/** `root` is the workspace folder's absolute path, `small` and `folder` are paths in it. */
export function benchCases(root: string, small: string, folder: string): readonly BenchCase[] {
  return [nothing, ...searches(), ...listings(root, folder), ...readings(root, small), ...growth()];
}

/** Measures the way from a call to its answer alone: through the window and back. */
const nothing: BenchCase = {
  name: 'a tool of another extension that does nothing',
  goal: 'none',
  ours: { tool: 'harness_nothing', input: {} },
};

function searches(): readonly BenchCase[] {
  const regex = `${needles.rare.slice(0, 6)}\\w+Totals\\(\\d+\\)`;
  const multiline = '\\}\\n\\nrender\\w+\\(\\d+\\);';
  return [
    {
      name: 'search: a common word, counted by file',
      goal: 'search',
      ours: text({ query: needles.common, caseSensitive: true, outputMode: 'counts', maxMatches: 1000 }),
      program: [...rg, '--fixed-strings', '--count-matches', needles.common],
    },
    {
      name: 'search: a common word, the first 50 matches',
      goal: 'search',
      ours: text({ query: needles.common }),
      copilot: copilotText({ query: needles.common, isRegexp: false, maxResults: 50 }),
    },
    {
      name: 'search: a rare word',
      goal: 'search',
      ours: text({ query: needles.rare }),
      copilot: copilotText({ query: needles.rare, isRegexp: false, maxResults: 50 }),
      program: [...rg, '--fixed-strings', '--ignore-case', '--line-number', needles.rare],
    },
    {
      name: 'search: an absent word',
      goal: 'search',
      ours: text({ query: needles.absent }),
      copilot: copilotText({ query: needles.absent, isRegexp: false, maxResults: 50 }),
      program: [...rg, '--fixed-strings', '--ignore-case', '--line-number', needles.absent],
    },
    {
      name: 'search: a regular expression',
      goal: 'search',
      ours: text({ query: regex, isRegex: true }),
      copilot: copilotText({ query: regex, isRegexp: true, maxResults: 50 }),
      program: [...rg, '--ignore-case', '--line-number', regex],
    },
    {
      name: 'search: over line ends',
      goal: 'search',
      ours: text({ query: multiline, isRegex: true, multiline: true }),
      copilot: copilotText({ query: multiline, isRegexp: true, maxResults: 50 }),
      program: [...rg, '--ignore-case', '--multiline', '--line-number', multiline],
    },
  ];
}

function listings(root: string, folder: string): readonly BenchCase[] {
  const find = (pattern: string): BenchCase => ({
    name: `find: ${pattern}`,
    goal: 'search',
    ours: { tool: 'redline_find_files', input: { pattern } },
    copilot: { tool: 'copilot_findFiles', input: { query: pattern, maxResults: 100 } },
    program: [...rg, '--files', `--glob=${pattern}`],
  });
  const list = (path: string): BenchCase => ({
    name: `list: ${path === 'many' ? '5,000 entries' : 'a folder'}`,
    goal: 'read',
    ours: { tool: 'redline_list_directory', input: { dirPath: path } },
    copilot: { tool: 'copilot_listDirectory', input: { path: `${root}/${path}` } },
    program: ['ls', '-l', path],
  });
  return [find('**/*.tsx'), find('**/file-1234*.ts'), list(folder), list('many')];
}

function readings(root: string, small: string): readonly BenchCase[] {
  const page = (startLine: number): Question => ({
    tool: 'redline_read_file',
    input: { filePath: 'big.log', startLine, maxLines: 200 },
  });
  return [
    {
      name: 'read: a small file',
      goal: 'read',
      ours: { tool: 'redline_read_file', input: { filePath: small } },
      copilot: { tool: 'copilot_readFile', input: { filePath: `${root}/${small}`, startLine: 1, endLine: 2000 } },
      program: ['cat', small],
    },
    {
      name: 'read: 200 lines at line 5,000,000 of 1 GiB, the first time',
      goal: 'deep',
      renewed: 'big.log',
      ours: page(deepLine),
      program: ['sed', '-n', `${deepLine},${deepLine + 199}p;${deepLine + 200}q`, 'big.log'],
    },
    {
      name: 'read: the page after it',
      goal: 'next',
      ours: page(deepLine + 200),
      program: ['sed', '-n', `${deepLine + 200},${deepLine + 399}p;${deepLine + 400}q`, 'big.log'],
    },
  ];
}

function growth(): readonly BenchCase[] {
  const query = needles.absent;
  const grow = (name: string, where: object, program: readonly string[]): BenchCase => ({
    name: `growth: ${name}`,
    goal: 'none',
    ours: text({ query, ...where }),
    program: [...rg, ...program, '--fixed-strings', '--ignore-case', query],
  });
  return [
    grow('1,000 files', { path: 'growth-1000' }, ['--glob=growth-1000/**']),
    grow('10,000 files', { path: 'growth-10000' }, ['--glob=growth-10000/**']),
    grow('all files, the ignored ones too', { includeIgnored: true, glob: '!*.log' }, ['--no-ignore', '--glob=!*.log']),
  ];
}
