import assert from 'node:assert/strict';
import { isUnexpected } from '../../../src/core/wording/errors.ts';
import { afterApplying } from '../../../src/tools/pipeline/afterApplying.ts';
import { runTool } from '../../../src/tools/pipeline/run.ts';
import { writeFile } from '../../../src/tools/change/writeFile.ts';
import type { World } from '../../../src/tools/ports/world.ts';
import { MemoryWorld } from '../memoryWorld.ts';

const fails = (): never => {
  throw new Error('a port broke');
};

describe('after a change is written', () => {
  const input = { filePath: 'a.txt', content: 'new\n' };
  const broken: readonly (readonly [name: string, part: (real: World) => Partial<World>])[] = [
    [
      'remembering what was written',
      ({ readsFor }) => ({ readsFor: (call) => ({ ...readsFor(call), remember: fails }) }),
    ],
    ['asking for new problems', () => ({ diagnostics: { watch: () => ({ newProblems: async () => fails() }) } })],
    [
      'formatting the answer',
      ({ applier }) => ({
        applier: {
          apply: async (...all) => ({
            ...(await applier.apply(...all)),
            unsaved: null as unknown as readonly string[],
          }),
        },
      }),
    ],
  ];
  for (const [name, part] of broken) {
    it(`reports it as written although ${name} fails`, async () => {
      const world = new MemoryWorld({ 'a.txt': 'old\n' });
      const real = world.world();
      const outcome = await runTool(writeFile, input, world.call, { ...real, ...part(real) });
      assert.equal(world.text('a.txt'), 'new\n');
      assert.ok(outcome.ok, 'it is no failure');
      assert.match(outcome.text, /"Overwrite a\.txt" was applied: a\.txt\./);
      assert.deepEqual(
        world.unexpected.map(({ step }) => step),
        ['answering'],
      );
      assert.equal(world.records[0]?.outcome, 'ok');
    });
  }

  it('reports it as written although a step that was put after it fails', async () => {
    const world = new MemoryWorld({ 'a.txt': 'old\n' });
    const { applier, failures, ...rest } = world.world();
    const failing = afterApplying(applier, failures, 'showing what was written', fails);
    const outcome = await runTool(writeFile, input, world.call, { ...rest, failures, applier: failing });
    assert.ok(outcome.ok, 'it is no failure');
    assert.deepEqual(
      world.unexpected.map(({ step }) => step),
      ['showing what was written'],
    );
  });

  for (const [step, part] of [
    ['planning', { queue: { enter: fails } }],
    ['judging', { rules: { admit: async () => undefined, judge: async () => fails() } }],
    ['reviewing', { review: { ask: async () => fails() } }],
    ['applying', { applier: { apply: async () => fails() } }],
  ] as const) {
    it(`logs a failure while ${step}, with its cause`, async () => {
      const world = new MemoryWorld({ 'a.txt': 'old\n' });
      const outcome = await runTool(
        writeFile,
        input,
        { ...world.call, tool: 'redline_write_file' },
        {
          ...world.world(),
          ...part,
        },
      );
      assert.ok(
        !outcome.ok && outcome.error.code === 'IO_ERROR' && outcome.error.message.includes('Nothing was changed'),
      );
      const [only] = world.unexpected;
      assert.equal(only?.step, `redline_write_file, ${step}`);
      assert.ok(isUnexpected(only?.cause) && only?.cause instanceof Error && only.cause.cause instanceof Error);
      assert.equal(world.text('a.txt'), 'old\n');
    });
  }

  it('logs nothing for an invalid input', async () => {
    const world = new MemoryWorld();
    await runTool(writeFile, { filePath: 'a.txt' }, world.call, world.world());
    assert.deepEqual(world.unexpected, []);
  });
});
