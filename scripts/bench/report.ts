// Judges measured queries by their goals, and formats them as a table.

import type { BenchCase, Goal } from './cases.ts';

/** Milliseconds of each round, and the longest block of the extension host while ours ran. */
export interface Measured {
  readonly ours: readonly number[];
  readonly copilot: readonly number[];
  readonly program: readonly number[];
  readonly block: number;
  /** Bytes of resident memory that ours added, over all rounds. */
  readonly memory: number;
  readonly failure?: string;
}

export interface Row {
  readonly name: string;
  readonly goal: Goal;
  readonly ours: number;
  readonly copilot: number | undefined;
  readonly program: number | undefined;
  readonly block: number;
  readonly memory: number;
  /** Whether the goal is met; undefined for a case without a goal. */
  readonly met: boolean | undefined;
  readonly failure?: string;
}

/** Judges the medians of a case by its goal. */
export function rowOf({ name, goal }: BenchCase, measured: Measured): Row {
  const { block, memory, failure } = measured;
  const [ours, copilot, program] = [measured.ours, measured.copilot, measured.program].map(median);
  const row = { name, goal, ours: ours ?? Infinity, copilot, program, block, memory };
  return { ...row, met: goalMet(row), ...(failure === undefined ? {} : { failure }) };
}

function goalMet({ goal, ours, copilot, program }: Omit<Row, 'met'>): boolean | undefined {
  const within = (other: number | undefined, factor: number): boolean => other === undefined || ours <= other * factor;
  switch (goal) {
    case 'search':
      return within(program, 1.3) && within(copilot, 0.7);
    case 'read':
      return within(copilot, 1);
    case 'deep':
      return within(program, 1.5);
    case 'next':
      return ours <= 20;
    case 'none':
      return undefined;
  }
}

function median(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [low, high] = [sorted[middle - 1], sorted[middle]];
  if (high === undefined) return undefined;
  return sorted.length % 2 === 1 ? high : ((low ?? high) + high) / 2;
}

/** One table: medians in milliseconds, ratios, the longest block, and whether the goal was met. */
export function toMarkdown(rows: readonly Row[]): string {
  const head = ['What', 'Redline', 'Copilot', 'Program', '÷ Copilot', '÷ program', 'Longest block', 'Goal'];
  const lines = rows.map((row) => [
    row.failure === undefined ? row.name : `${row.name} (${row.failure})`,
    ms(row.ours),
    ms(row.copilot),
    ms(row.program),
    ratio(row.ours, row.copilot),
    ratio(row.ours, row.program),
    ms(row.block),
    verdictOf(row),
  ]);
  return [head, head.map((_, at) => (at === 0 ? '---' : '--:')), ...lines]
    .map((line) => `| ${line.join(' | ')} |`)
    .join('\n');
}

/**
 * Names where the program alone takes over 0.7 of Copilot's time: then no tool that runs it can meet that part of the
 * goal.
 */
function verdictOf({ goal, met, program, copilot }: Row): string {
  if (met === undefined) return '';
  if (met) return 'met';
  const bound = goal === 'search' && program !== undefined && copilot !== undefined && program > 0.7 * copilot;
  return bound ? `**missed**; the program itself: ${ratio(program, copilot)} of Copilot` : '**missed**';
}

function ms(value: number | undefined): string {
  return value === undefined ? '–' : `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;
}

function ratio(ours: number, other: number | undefined): string {
  return other === undefined ? '–' : (ours / other).toFixed(2);
}
