import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { applyPatch } from '../../../src/tools/change/applyPatch.ts';
import { editFile } from '../../../src/tools/change/edit/editFile.ts';
import { deleteLines, replaceLines } from '../../../src/tools/change/edit/lineTools.ts';
import { copyPath, movePath } from '../../../src/tools/change/moveCopy.ts';
import { writeFile } from '../../../src/tools/change/writeFile.ts';
import { runTool } from '../../../src/tools/pipeline/run.ts';
import { readFile } from '../../../src/tools/read/readFile.ts';
import type { Tool } from '../../../src/tools/shared/tool.ts';
import { MemoryWorld } from '../memoryWorld.ts';

/** What happens to a file; the others are calls of an agent. */
const kinds = ['read', 'edit', 'patch', 'append', 'copy', 'move', 'delete', 'replace', 'insert', 'cut', 'eol'] as const;
const step = fc.record({
  kind: fc.constantFrom(...kinds),
  swapped: fc.boolean(),
  at: fc.nat(59),
  size: fc.integer({ min: 1, max: 5 }),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Two files whose lines all differ, apart from braces, and each line that an agent was shown or sent. */
class Scene {
  readonly world = new MemoryWorld();
  readonly known = new Set<string>();
  #count = 0;

  constructor() {
    for (const [file, count] of [
      ['a', 60],
      ['b', 40],
    ] as const)
      this.put(
        file,
        Array.from({ length: count }, (_, index) => (index % 3 === 0 ? '}' : this.newLine())),
      );
  }

  newLine(): string {
    return `u${++this.#count}q`;
  }

  linesOf(file: string): string[] {
    return (this.world.text(file) ?? '').split(/\r?\n/).slice(0, -1);
  }

  put(file: string, lines: readonly string[], eol = '\n'): void {
    this.world.put(file, lines.map((line) => line + eol).join(''));
  }

  async call(tool: Tool, input: object): Promise<boolean> {
    const { world } = this;
    const outcome = await runTool(tool, input, world.call, world.world());
    const told = outcome.ok ? outcome.text : outcome.error.message;
    for (const [line] of `${told} ${JSON.stringify(input)}`.matchAll(/u\d+q/g)) this.known.add(line);
    return outcome.ok;
  }
}

async function take(scene: Scene, { kind, swapped, at, size }: Step): Promise<unknown> {
  const [filePath, other] = swapped ? ['b', 'a'] : ['a', 'b'];
  const lines = scene.linesOf(filePath);
  if (lines.length === 0) return undefined;
  const first = at % lines.length;
  const part = lines.slice(first, first + size);
  const [line = ''] = part;
  const range = { filePath, startLine: first + 1, endLine: first + part.length };
  const added = scene.newLine();
  const patch = [
    '*** Begin Patch',
    `*** Update File: ${filePath}`,
    '@@',
    ...part.map((each) => ` ${each}`),
    `+${added}`,
  ];
  switch (kind) {
    case 'read':
      return scene.call(readFile, { filePath, startLine: first + 1, maxLines: 3 * size });
    case 'edit':
      return scene.call(editFile, { filePath, oldString: line, newString: `${added}\n${scene.newLine()}` });
    case 'patch':
      return scene.call(applyPatch, { patchText: [...patch, '*** End Patch'].join('\n') });
    case 'append':
      return scene.call(writeFile, { filePath, content: `${added}\n`, mode: 'append' });
    case 'copy':
    case 'move':
      return scene.call(kind === 'copy' ? copyPath : movePath, { from: filePath, to: other, overwrite: true });
    case 'delete':
      return scene.call(deleteLines, size % 2 === 0 ? range : { ...range, expectedText: part.join('\n') });
    case 'replace':
      return scene.call(replaceLines, { ...range, newContent: added });
    case 'insert':
      return scene.put(filePath, lines.toSpliced(first, 0, ...Array.from(part, () => scene.newLine())));
    case 'cut':
      return scene.put(filePath, lines.toSpliced(first, size));
    case 'eol':
      return scene.put(filePath, lines, '\r\n');
  }
}

describe('no line can be referred to by number', () => {
  it('that the agent neither saw nor wrote, whatever it did before', () =>
    fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), async (steps) => {
        const scene = new Scene();
        for (const each of steps) await take(scene, each);
        for (const filePath of ['a', 'b']) {
          for (const [index, line] of scene.linesOf(filePath).entries()) {
            if (line === '}' || scene.known.has(line)) continue;
            // A failure may show what changed, so the line may be known by now.
            const isKnown = await scene.call(deleteLines, { filePath, startLine: index + 1, dryRun: true });
            assert.ok(!isKnown, `${filePath}:${index + 1} ${line}`);
          }
        }
      }),
      { numRuns: 150, seed: 1 },
    ));
});
