import type { Change, Location } from '../../src/core/change/change.ts';
import { describeError } from '../../src/core/wording/errors.ts';
import { judge, strictestVerdict, type Policy, type Verdict } from '../../src/core/rules/judge.ts';
import { parseRules } from '../../src/core/rules/parse/rule.ts';
import type { Operation } from '../../src/core/rules/operation.ts';
import { locationsOf } from '../../src/core/change/summary.ts';
import type { World } from '../../src/tools/ports/world.ts';
import { runTool } from '../../src/tools/pipeline/run.ts';
import type { Tool } from '../../src/tools/shared/tool.ts';
import { bare } from '../core/rules/policies.ts';
import { MemoryWorld, type Given } from '../tools/memoryWorld.ts';

/** One call whose answer is shown. */
export interface Example {
  /** What is to be seen, in a few words. */
  readonly title: string;
  readonly input: unknown;
  /** The workspace before it; the common one if absent. */
  readonly files?: Readonly<Record<string, Given>>;
  /** What else is so: earlier calls, other answers of the person. */
  readonly before?: (world: MemoryWorld) => unknown;
  /** How the world is otherwise. */
  readonly world?: (world: World) => Partial<World>;
}

export interface Section {
  readonly tool: Tool;
  /** What its calls are about, where that is more than the tool. */
  readonly heading?: string;
  readonly examples: readonly Example[];
}

/** The workspace of most examples. */
export const common: Readonly<Record<string, Given>> = {
  'src/app.ts': 'import { brew } from "./tea";\n\nbrew("green", 2);\nbrew("black", 4);\n',
  'src/tea.ts': 'export function brew(kind: string, minutes: number): void {\n  console.log(kind, minutes);\n}\n',
  'README.md': '# Tea\n\nHow long tea is brewed.\n',
  '.env': 'KEY=1\n',
};

/** What the call is answered with: a success as the model reads it, or the failure. */
export async function answerOf(tool: Tool, { input, files, before, world }: Example): Promise<string> {
  const memory = new MemoryWorld(files ?? common);
  memory.secrets.add('.env');
  await before?.(memory);
  const ports = memory.world();
  const outcome = await runTool(tool, input, memory.call, { ...ports, ...world?.(ports) });
  return outcome.ok ? outcome.text : describeError(outcome.error);
}

/** Calls a tool beforehand, as an agent that goes on does. */
export async function call(tool: Tool, input: unknown, world: MemoryWorld): Promise<void> {
  const outcome = await runTool(tool, input, world.call, world.world());
  if (!outcome.ok) throw outcome.error;
}

/** The rules of a workspace with these settings, over every change of a call. */
export function ruled(settings: Partial<Policy>): Partial<World> {
  const policy: Policy = { ...bare, ...settings };
  const of = (operation: Operation, { path }: Location): Verdict =>
    judge(
      operation,
      {
        display: path,
        isInside: true,
        spellings: [path],
        spellingsWithFolderName: [path],
        isLinked: false,
        warnings: [],
      },
      policy,
    );
  return {
    rules: {
      admit: async () => undefined,
      judge: async (changes: readonly Change[]) =>
        strictestVerdict(changes.flatMap((change) => locationsOf(change).map((at) => of(operationOf(change), at)))),
    },
  };
}

/** One rule of the user, as the setting has it. */
export function oneRule(action: 'allow' | 'ask' | 'deny', path: string): Partial<World> {
  const operations = ['create', 'update', 'delete', 'move'];
  return ruled({ userRules: parseRules([{ operations, paths: [path], action }], 'redline.rules') });
}

function operationOf({ kind }: Change): Operation {
  return kind === 'update' || kind === 'delete' || kind === 'move' ? kind : 'create';
}
