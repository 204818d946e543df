// Times steps in the extension host, and formats measured changes as a table.

import type { Evaluate, VSCode } from '../../test/host/driver/harness.ts';
import { numbersFrom } from '../../test/random.ts';

/** A measured call that changes files, from the call to the answer; the files are on disk by then. */
export interface ChangeRow {
  readonly name: string;
  /** Median in milliseconds. */
  readonly ours: number;
  /** Median in milliseconds of what it is compared with; undefined without a comparison. */
  readonly other: number | undefined;
  /** Names what `other` is. */
  readonly than: string;
  /** The longest block of the extension host, in milliseconds; undefined where it was not watched. */
  readonly block: number | undefined;
  readonly goal: string;
  readonly met: boolean;
}

export type Measurement = () => Promise<ChangeRow | readonly ChangeRow[]>;

/** A timed step. */
export type Step =
  /** A tool, called through the editor as an agent does. */
  | { readonly tool: string; readonly input: object }
  /** A tool, called by Redline's API in its own process, so that the editor does not have to pass the input on. */
  | { readonly direct: string; readonly input: object }
  /** A command; it ends when it has resolved and so many documents of this scheme are open. */
  | {
      readonly command: string;
      readonly args: readonly unknown[];
      readonly opens?: { readonly scheme: string; readonly count: number };
    };

export interface Times {
  /** Milliseconds of each step. */
  readonly times: readonly number[];
  /** The longest block of the extension host, in milliseconds. */
  readonly block: number;
  readonly failure?: string;
}

/** Times steps in the extension host, one after another. */
export type Time = (steps: readonly Step[]) => Promise<Times>;

export const timeIn =
  (evaluate: Evaluate): Time =>
  (steps) =>
    evaluate(timeInHost, steps);

/** Sent to the extension host as source text, so it can use nothing from outside itself. */
async function timeInHost(vscode: VSCode, steps: readonly Step[]): Promise<Times> {
  const times: number[] = [];
  let block = 0;
  const api = await vscode.extensions.getExtension('redline-tools.redline')?.activate();
  const run = async (step: Step): Promise<void> => {
    if ('tool' in step) {
      await vscode.lm.invokeTool(step.tool, { input: step.input, toolInvocationToken: undefined });
    } else if ('direct' in step) {
      const answer = await api.call(step.direct, step.input);
      if (!answer.success) throw new Error(answer.error.message);
    } else {
      await vscode.commands.executeCommand(step.command, ...step.args);
      const { scheme, count } = step.opens ?? { scheme: '', count: 0 };
      const opened = (): number => vscode.workspace.textDocuments.filter(({ uri }) => uri.scheme === scheme).length;
      while (opened() < count) await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  for (const step of steps) {
    // An agent's calls are seconds apart, and the editor has taken over the last one by then.
    await new Promise((resolve) => setTimeout(resolve, 500));
    const endWatch = watchBlocks();
    const started = performance.now();
    const late = new Promise((_resolve, reject) => {
      setTimeout(() => reject(new Error('It did not end within two minutes.')), 120_000);
    });
    try {
      await Promise.race([run(step), late]);
    } catch (error) {
      return { times, block, failure: String(error).slice(0, 200) };
    }
    times.push(performance.now() - started);
    block = Math.max(block, endWatch());
  }
  return { times, block };
}

/** When the goal of a row is met, and what the row is compared with. */
export interface Goal {
  /** The goal in words; empty for none. */
  readonly goal: string;
  readonly maxMs: number;
  readonly maxBlockMs?: number;
  readonly other?: number | undefined;
  readonly than?: string;
}

/** Makes a row of its times; a failed measurement misses its goal. */
export function row(name: string, { times, block, failure }: Times, goal: Goal): ChangeRow {
  const ours = failure === undefined ? (median(times) ?? Infinity) : Infinity;
  const title = failure === undefined ? name : `${name} (${failure})`;
  const met = ours <= goal.maxMs && block <= (goal.maxBlockMs ?? Infinity);
  return { name: title, ours, other: goal.other, than: goal.than ?? '', block, goal: goal.goal, met };
}

/** Joins the times of several rounds. */
export function joined(rounds: readonly Times[]): Times {
  const failure = rounds.find((round) => round.failure !== undefined)?.failure;
  const times = rounds.flatMap((round) => round.times);
  return { times, block: Math.max(...rounds.map(({ block }) => block)), ...(failure === undefined ? {} : { failure }) };
}

/** The median; of an even number of values, the upper one in the middle. */
export function median(values: readonly number[]): number | undefined {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}

/** Lines like those of a program: some empty, some alike. */
export function programLines(lines: number, seed: number): string[] {
  const draw = numbersFrom(seed);
  return Array.from({ length: lines }, (_, at) =>
    draw(5) === 0
      ? (['', '}', '  }', '  return;'][draw(4)] ?? '')
      : `  const value${at} = compute(${draw(1e6)}, 'text');`,
  );
}

/** One table: medians in milliseconds, the ratio, the longest block, and whether the goal was met. */
export function changesToMarkdown(rows: readonly ChangeRow[]): string {
  const head = ['What', 'Redline', 'Against', 'Ratio', 'Longest block', 'Goal', ''];
  const lines = rows.map(({ name, ours, other, than, block, goal, met }) => [
    name,
    Number.isFinite(ours) ? ms(ours) : '–',
    other === undefined ? '–' : `${than}: ${ms(other)}`,
    other === undefined ? '–' : (ours / other).toFixed(2),
    block === undefined ? '–' : ms(block),
    goal,
    verdictOf(goal, met),
  ]);
  return [head, head.map((_, at) => (at === 0 ? '---' : '--:')), ...lines]
    .map((line) => `| ${line.join(' | ')} |`)
    .join('\n');
}

function verdictOf(goal: string, met: boolean): string {
  if (goal === '') return '';
  return met ? 'met' : '**missed**';
}

function ms(value: number): string {
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;
}
