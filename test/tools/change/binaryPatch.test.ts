import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { findWarningsSync } from '../../../src/core/change/warnings/warnings.ts';
import { inEnglish, phrase } from '../../../src/core/wording/phrase.ts';
import { applyPatch } from '../../../src/tools/change/applyPatch.ts';
import { succeed } from '../call.ts';
import { MemoryWorld } from '../memoryWorld.ts';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~';

/** A `literal` of `git diff --binary`. */
function literal(bytes: Uint8Array): string {
  const data = deflateSync(bytes);
  const lines: string[] = [];
  for (let at = 0; at < data.length; at += 52) {
    const part = data.subarray(at, at + 52);
    const mark = part.length <= 26 ? 64 + part.length : 70 + part.length;
    lines.push(String.fromCharCode(mark) + base85(part));
  }
  return `literal ${bytes.length}\n${lines.join('\n')}\n`;
}

function base85(bytes: Uint8Array): string {
  let out = '';
  for (let at = 0; at < bytes.length; at += 4) {
    let word = 0;
    for (let each = 0; each < 4; each++) word = word * 256 + (bytes[at + each] ?? 0);
    const digits = Array.from({ length: 5 }, () => {
      const digit = word % 85;
      word = Math.floor(word / 85);
      return alphabet[digit];
    });
    out += digits.toReversed().join('');
  }
  return out;
}

const blob = (bytes: Uint8Array): string =>
  createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');

const none = '0'.repeat(40);
const binary = Uint8Array.of(0, 1, 2, 0, 255);
const text = Buffer.from('#!/bin/sh\n# ... existing code ...\necho \u202e"x"\n');

function patchOf(head: readonly string[], before: Uint8Array | undefined, after: Uint8Array): string {
  const index = `index ${before === undefined ? none : blob(before)}..${blob(after)}${before === undefined ? '' : ' 100644'}`;
  return [...head, index, 'GIT binary patch', literal(after)].join('\n');
}

/** Patches in git's binary form whose result is a text, on `a.bin`; what stands at which path afterwards. */
const forms: [string, Uint8Array | undefined, readonly string[], string][] = [
  ['a new file', undefined, ['diff --git a/a.sh b/a.sh', 'new file mode 100755'], 'a.sh'],
  ['a text', Buffer.from('old\n'), ['diff --git a/a.bin b/a.bin'], 'a.bin'],
  ['bytes', binary, ['diff --git a/a.bin b/a.bin'], 'a.bin'],
  ['bytes that move', binary, ['diff --git a/a.bin b/a.sh', 'rename from a.bin', 'rename to a.sh'], 'a.sh'],
  ['bytes that are copied', binary, ['diff --git a/a.bin b/a.sh', 'copy from a.bin', 'copy to a.sh'], 'a.sh'],
];

describe('a patch in git\u2019s binary form', () => {
  for (const [name, before, head, path] of forms) {
    it(`that makes a text of ${name} is shown and judged as a text`, async () => {
      const world = new MemoryWorld(before === undefined ? {} : { 'a.bin': before });
      world.verdict = { action: 'allow', reason: phrase('Allowed.'), protected: false, rememberable: false };
      const { text: answer } = await succeed(applyPatch, world, { patchText: patchOf(head, before, text) });
      assert.deepEqual(Buffer.from(world.files.get(path) ?? ''), text);
      const change = world.asked[0]?.changes.at(-1);
      assert.ok(change !== undefined && 'after' in change && change.after.kind === 'text');
      assert.equal(change.after.text, text.toString());
      assert.match((change.cautions ?? []).map(({ message }) => inEnglish(message)).join(), /line 2 stands in for/);
      assert.deepEqual(
        findWarningsSync(change)?.hidden.map(({ codePoint }) => codePoint),
        ['U+202E'],
      );
      assert.match(answer, /echo/);
    });
  }

  it('shows the text in the diff of a dry run, and what was there before', async () => {
    const world = new MemoryWorld({ 'a.bin': binary });
    const patchText = patchOf(['diff --git a/a.bin b/a.bin'], binary, Buffer.from('rm -rf x\n'));
    const { text: answer } = await succeed(applyPatch, world, { patchText, dryRun: true });
    assert.match(answer, /Edit a\.bin \(5 → 9 bytes\)\n[^]*\+rm -rf x/);
  });

  it('keeps what is no text as bytes, and changes a text that has no byte order mark to the byte', async () => {
    const after = Uint8Array.of(0, 3, 0, 255);
    const world = new MemoryWorld({ 'a.bin': binary });
    await succeed(applyPatch, world, { patchText: patchOf(['diff --git a/a.bin b/a.bin'], binary, after) });
    assert.deepEqual(world.files.get('a.bin'), after);
    const [old, fresh] = [Buffer.from('one\n', 'utf16le'), Buffer.from('two\n', 'utf16le')];
    const other = new MemoryWorld({ 'a.bin': old });
    await succeed(applyPatch, other, { patchText: patchOf(['diff --git a/a.bin b/a.bin'], old, fresh) });
    assert.deepEqual(Buffer.from(other.files.get('a.bin') ?? ''), fresh);
    const [change] = other.asked[0]?.changes ?? [];
    assert.ok(change?.kind === 'update' && change.after.kind === 'text');
    assert.equal(change.after.text, 'two\n');
    assert.equal(change.after.lossy, true);
  });
});
