import assert from 'node:assert/strict';
import { listDirectory } from '../../../src/tools/read/listDirectory.ts';
import { runTool } from '../../../src/tools/pipeline/run.ts';
import type { FolderEntry } from '../../../src/tools/ports/queryPorts.ts';
import { MemoryWorld } from '../memoryWorld.ts';

describe('a folder of a million entries', () => {
  it('is looked through without holding others up, and no further once the call is stopped', async () => {
    const world = new MemoryWorld({});
    const ports = world.world();
    const at = { uri: 'file:///ws/x', path: 'x', real: 'file:///ws/x' };
    const stop = new AbortController();
    let looked = 0;
    const entry: FolderEntry = {
      type: 'file',
      isIgnored: false,
      locate: () => at,
      get name() {
        if (looked++ === 0) setImmediate(() => stop.abort());
        return 'x';
      },
    };
    const entries = Array.from({ length: 1_000_000 }, () => entry);
    const outcome = await runTool(
      listDirectory,
      { pattern: 'y' },
      { ...world.call, signal: stop.signal },
      { ...ports, queriesFor: (call) => ({ ...ports.queriesFor(call), list: () => Promise.resolve(entries) }) },
    );
    assert.equal(outcome.ok, false);
    assert.ok(looked < entries.length, `looked at ${looked}`);
  });
});
