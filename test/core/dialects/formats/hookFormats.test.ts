import assert from 'node:assert/strict';
import { dialects } from '../../../../src/core/dialects/dialects.ts';
import { hookFormats } from '../../../../src/core/dialects/formats/hookFormats.ts';

/** Fields that tools of all agents have, so that each finds its own. */
const input = {
  command: 'ls',
  filePath: '/a',
  file_path: '/a',
  path: '/a',
  paths: ['/a'],
  oldString: 'a',
  newString: 'b',
  content: 'c',
};

describe('what the bridge knows of hooks', () => {
  it('is the same as the dialects know', () => {
    assert.deepEqual([...hookFormats.keys()], [...dialects.keys()]);
    for (const [id, dialect] of dialects) {
      const format = hookFormats.get(id);
      assert.equal(dialect.answer, format?.answer, id);
    }
  });

  for (const [id, { tools, shells }] of hookFormats) {
    it(`names all tools on which a window may have an opinion, and no others: ${id}`, () => {
      const dialect = dialects.get(id);
      assert.ok(dialect !== undefined);
      for (const tool of tools) assert.ok(dialect.toolNames.has(tool), tool);
      for (const tool of dialect.toolNames) {
        if (tools.has(tool)) continue;
        const { kind } = dialect.intentOf({ phase: 'preToolUse', event: 'x', tool, input, cwd: '/' });
        assert.equal(kind, 'shell', tool);
        assert.ok(shells.has(tool), `${tool} is left out`);
      }
      for (const tool of shells) assert.ok(dialect.toolNames.has(tool) && !tools.has(tool), tool);
    });
  }
});
