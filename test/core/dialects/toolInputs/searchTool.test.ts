import assert from 'node:assert/strict';
import type { Intent } from '../../../../src/core/dialects/dialect.ts';
import { dialects } from '../../../../src/core/dialects/dialects.ts';

function search(agent: string, tool: string, input: object): Intent | undefined {
  return dialects.get(agent)?.intentOf({ phase: 'preToolUse', event: 'PreToolUse', tool, input, cwd: '/ws' });
}

const names = (count: number, start = 'a'): string => Array.from({ length: count }, (_, i) => `${start}${i}`).join(',');

describe('a search whose globs name too much', () => {
  const refused: readonly (readonly [what: string, glob: unknown])[] = [
    ['more alternatives than are looked at, a secret among them', `{.env,${names(300)}}`],
    ['the same after another glob', `*.ts {.env,${names(300)}}`],
    ['the same after an escaped brace', `\\{.env,${names(300)}}`],
    ['alternatives that multiply to a secret', `{.,x}{e,x}{n,x}{v,x}${'{,x}'.repeat(5)}`],
    ['blanks in the braces', `{.env,${names(200)}, ${names(200, 'b')}}`],
    ['more text than is read', ','.repeat(200_000)],
    ['many long texts', Array.from({ length: 2000 }, () => 'a.ts b.ts')],
  ];
  for (const [what, glob] of refused)
    it(`is refused: ${what}`, () => {
      for (const [agent, tool, input] of [
        ['claude', 'Grep', { pattern: 'K', glob }],
        ['vscode', 'grep_search', { query: 'K', includePattern: glob }],
        ['gemini', 'grep_search', { pattern: 'K', include: glob }],
      ] as const) {
        const intent = search(agent, tool, input);
        assert.ok(intent?.kind === 'unpredictable', `${agent}: ${intent?.kind}`);
        assert.match(intent.why, /nothing was read\. Use \* or several calls/);
      }
    });

  it('is refused where its files in all its folders are too many', () => {
    const paths = Array.from({ length: 50_000 }, (_, index) => `${index}`);
    assert.equal(search('copilot', 'rg', { pattern: 'K', paths, glob: names(500) })?.kind, 'unpredictable');
    assert.equal(search('copilot', 'rg', { pattern: 'K', paths: paths.slice(0, 50), glob: 'a,b' })?.kind, 'read');
  });

  const read = [
    'a{b',
    '*.{ts, tsx}',
    '}{',
    `{${names(200)}}`,
    '*.{a,b,c,d,e,f,g} x/*.{a,b,c,d,e,f,g} y/*.{a,b,c,d,e,f,g}',
  ];
  for (const glob of read)
    it(`is not each with braces: ${glob.slice(0, 60)}`, () =>
      assert.equal(search('claude', 'Grep', { pattern: 'K', glob })?.kind, 'read'));
});

describe('an address with many blanks', () => {
  it('is read in time proportional to its length', () => {
    const blanks = ' '.repeat(200_000);
    assert.deepEqual(search('vscode', 'read_file', { filePath: `${blanks}file:///ws/a${blanks}b` }), {
      kind: 'read',
      paths: [`/ws/a${blanks}b`],
    });
    const urls = [`\0 file:///ws/\n.env${blanks}`, `${blanks}x${blanks}y?`, blanks, 'file:///b '];
    const intent = search('vscode', 'fetch_webpage', { urls });
    assert.deepEqual(intent, { kind: 'read', paths: ['/ws/.env', `x${blanks}y`, '/b'] });
  });
});
