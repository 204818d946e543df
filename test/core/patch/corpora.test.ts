import assert from 'node:assert/strict';
import { ToolError } from '../../../src/core/wording/errors.ts';
import { readCases } from './cases.ts';
import { applyTo, type Tree } from './memoryWorkspace.ts';

interface CodexCase {
  readonly id: string;
  readonly before: Readonly<Record<string, string>>;
  readonly patch: string;
  readonly after: Readonly<Record<string, string>> | null;
}

/** Where the original breaks a promise of ours: what happens here instead, and why. */
const codexOtherwise: Readonly<
  Record<string, { readonly after: Readonly<Record<string, string>> | null; readonly why: string }>
> = {
  'scenario/010_move_overwrites_existing_destination': { after: null, why: 'a move never overwrites' },
  'scenario/011_add_overwrites_existing_file': { after: null, why: 'an added file never overwrites' },
  'scenario/014_update_file_appends_trailing_newline': {
    after: { 'no_newline.txt': 'first line\nsecond line' },
    why: 'the file keeps its way to end where the patch does not speak of it; the other corpus expects the same',
  },
  'tool/crlf_for_new_trailing_newline': {
    after: { 'no_trailing_newline.txt': 'ONE\r\ntwo' },
    why: 'a line that no hunk changes stays as it is to the byte',
  },
  'parser/chunk_without_at_at_second': {
    after: { 'a.txt': 'b\nbad\n' },
    why: 'a context line may lack its space, as those of 50 of the 55 patches in the other corpus do',
  },
  'seek/trim': {
    after: null,
    why: 'the removed lines are indented unequally, so that the indentation of the added line would be a guess',
  },
};

describe('patches of the codex corpus', () => {
  for (const { id, before, patch, after } of readCases<CodexCase>('codex-apply-patch.jsonl')) {
    const expected = id in codexOtherwise ? codexOtherwise[id]?.after : after;
    it(`${id}${codexOtherwise[id] === undefined ? '' : `: ${codexOtherwise[id].why}`}`, async () => {
      const tree: Tree = id === 'tool/delete_empty_directory' ? { dir: null } : before;
      if (expected === null || expected === undefined) await assert.rejects(applyTo(tree, patch), ToolError);
      else assert.deepEqual(await applyTo(tree, patch), expected);
    });
  }
});

interface GptCase {
  readonly id: string;
  readonly before: Readonly<Record<string, string>>;
  readonly patch: string;
  readonly after: Readonly<Record<string, string>> | null;
}

const gptOtherwise: Readonly<Record<string, string>> = {
  'copilot-corpus-33': 'its second chunk and its anchor fit at two places alike, so it is refused, naming both',
};

describe('patches of the GPT corpus', () => {
  for (const { id, before, patch, after } of readCases<GptCase>('gpt-patches.jsonl')) {
    const path = /^\*\*\* Update File: (.*)$/m.exec(patch)?.[1] ?? '';
    const [text = ''] = Object.values(before);
    it(`${id}${id in gptOtherwise ? `: ${gptOtherwise[id] ?? ''}` : ''}`, async () => {
      const outcome = applyTo({ [path]: text }, patch);
      if (id in gptOtherwise) {
        await assert.rejects(outcome, { code: 'PATCH_CONFLICT', message: /lines 340 and 438/ });
      } else if (after === null) {
        // The corpus leaves its result open; the lines follow the file's indentation.
        assert.match(String((await outcome)[path]), /\n {4}- item20b\n {6}- nested3\n {6}- nested2\n/);
      } else assert.equal((await outcome)[path], Object.values(after)[0]);
    });
  }
});
