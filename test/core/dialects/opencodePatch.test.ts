import assert from 'node:assert/strict';
import { callOf, dialectOf } from './table.ts';

const opencode = dialectOf('opencode');
const before = 'a\n\nb\nk\na\nb\n';

/** As OpenCode 1.18.33 did them, where it does otherwise than Codex; undefined where an exact patch is to be sent instead. */
const updates: readonly (readonly [name: string, body: string, after: string | undefined])[] = [
  ['an exact one', '@@\n-k\n+K\n a', 'a\n\nb\nK\na\nb\n'],
  ['a blank line of context with its mark', '@@\n a\n \n-b\n+B', 'a\n\nB\nk\na\nb\n'],
  ['one without it, which OpenCode passes over: it edits the last line', '@@\n a\n\n-b\n+B', undefined],
  ['an end of file, which it does not know: it edits the first line', '@@\n-a\n+A\n*** End of File', undefined],
  ['lines before the first header, which it passes over', '-k\n+K', undefined],
  ['an anchor, which it trims', '@@ k\n-a\n+A', undefined],
  ['carriage returns', '@@\r\n-k\r\n+K', undefined],
];

describe("dialect: OpenCode's patches", () => {
  for (const [name, body, after] of updates) {
    it(`of a file: ${name}`, () => {
      const patch = `*** Begin Patch\n*** Update File: a.txt\n${body}\n*** End Patch\n`;
      const result = opencode.predictPatch(patch, () => before);
      if (after === undefined) return assert.ok('reason' in result, JSON.stringify(result));
      assert.deepEqual(result, { files: [{ path: 'a.txt', before, after }] });
    });
  }

  const odd: readonly (readonly [name: string, patch: string])[] = [
    ['a new file with a blank last line, which OpenCode drops', '*** Add File: n.txt\n+x\n+'],
    ['a new file of one blank line', '*** Add File: n.txt\n+'],
    ['an indented mark, which it passes over', ' *** Update File: a.txt\n@@\n-k\n+K'],
    ['a new file whose path begins with a blank, which OpenCode drops', '*** Add File:  n.txt\n+x'],
    ['a deleted file whose path begins with U+FEFF, which it drops', '*** Delete File: \ufeffa.txt'],
    ['a move without a header before its lines', '*** Update File: a.txt\n*** Move to: n.txt\n-k\n+K'],
  ];
  for (const [name, body] of odd) {
    it(`cannot be predicted: ${name}`, () => {
      const read = (path: string): string | undefined => (path === 'a.txt' ? before : undefined);
      assert.ok('reason' in opencode.predictPatch(`*** Begin Patch\n${body}\n*** End Patch`, read));
    });
  }

  it('cannot be predicted of a file with a blank last line, which OpenCode drops', () => {
    const patch = '*** Begin Patch\n*** Update File: a.txt\n@@\n-k\n+K\n*** End Patch';
    assert.ok('reason' in opencode.predictPatch(patch, () => 'k\na\n\n'));
  });

  it('cannot be predicted of a file with a byte order mark, nor with two after it', () => {
    const patch = '*** Begin Patch\n*** Update File: a.txt\n@@\n-\ufeffk\n+K\n*** End Patch';
    assert.ok('reason' in opencode.predictPatch(patch, () => '\ufeffk\na\n'));
    const marking = '*** Begin Patch\n*** Add File: n.txt\n+\ufeff\ufeffk\n*** End Patch';
    assert.ok('reason' in opencode.predictPatch(marking, () => undefined));
  });

  it('move files, and make them', () => {
    const patch =
      '*** Begin Patch\n*** Update File: a.txt\n*** Move to: n.txt\n@@\n-k\n+K\n*** Add File: m.txt\n+x\n*** End Patch';
    const result = opencode.predictPatch(patch, (path) => (path === 'a.txt' ? before : undefined));
    assert.deepEqual(result, {
      files: [
        { path: 'n.txt', before, after: 'a\n\nb\nK\na\nb\n', movedFrom: 'a.txt' },
        { path: 'm.txt', before: undefined, after: 'x\n' },
      ],
    });
  });

  it('are not written anew with what OpenCode would read otherwise', () => {
    const input = { patchText: '*** Begin Patch\n*** End Patch' };
    const call = callOf(opencode, { tool: 'apply_patch', sessionID: 's', callID: 'c', args: input, cwd: '/p' });
    const cannot: readonly (readonly [text: string | undefined, after: string])[] = [
      [undefined, 'x\n\n'],
      ['*** End Patch\nx\n', '*** End Patch\ny\n'],
      ['x\n*** Update File: foo\na\nb\nc\n', 'x\n*** Update File: foo\nA1\nb\nc\n'],
    ];
    for (const [text, after] of cannot)
      assert.ok('reason' in opencode.amend(call, [{ path: 'a.txt', before: text, after }]), after);
    const made = opencode.amend(call, [{ path: 'a.txt', before, after: before.replace('k', 'K') }]);
    assert.deepEqual(made, {
      input: { patchText: '*** Begin Patch\n*** Update File: a.txt\n@@\n b\n-k\n+K\n a\n*** End Patch\n' },
    });
  });
});
