import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Change, FileContent, Location } from '../../src/core/change/change.ts';
import { sha256 } from '../../src/core/text/bytes.ts';
import { openDiskWindow } from './diskWindow.ts';

describe('a call that puts a folder in place of a link to another one', () => {
  it('writes its files into the new folder, with those below, and takes them back', async function () {
    if (process.platform === 'win32') this.skip();
    const root = mkdtempSync(path.join(tmpdir(), 'redline-link-'));
    try {
      const at = (name: string): string => path.join(root, 'work', name);
      mkdirSync(at('c/e'), { recursive: true });
      for (const name of ['c/a', 'c/e/b']) writeFileSync(at(name), 'other');
      symlinkSync('c', at('d'));
      const place = (name: string): Location => {
        const uri = pathToFileURL(at(name)).href;
        return { uri, path: name, real: uri };
      };
      const bytes = Buffer.from('one');
      const after: FileContent = { kind: 'binary', bytes, sha256: await sha256(bytes) };
      const changes: Change[] = [
        { kind: 'delete', at: place('d'), before: { kind: 'link', target: 'c' } },
        ...['d/a', 'd/e/b'].map((name): Change => ({ kind: 'create', at: place(name), after })),
      ];
      const window = await openDiskWindow(root);
      await window.apply(changes);
      const texts = (): string[] => ['c/a', 'c/e/b', 'd/a', 'd/e/b'].map((name) => readFileSync(at(name), 'utf8'));
      assert.deepEqual(texts(), ['other', 'other', 'one', 'one']);
      await window.revert();
      assert.equal(readlinkSync(at('d')), 'c');
      assert.deepEqual(texts(), ['other', 'other', 'other', 'other']);
      await window.revert();
      assert.deepEqual(texts(), ['other', 'other', 'one', 'one']);
      assert.ok(existsSync(at('c/e')));
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  });
});
