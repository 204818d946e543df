import { envelopeKinds, toEnvelope } from '../../scripts/patch-cases/envelope.ts';
import { kinds } from '../../scripts/patch-cases/malform.ts';
import { moreKinds } from '../../scripts/patch-cases/malformMore.ts';
import { patched } from './targets.ts';

const before = 'one\ntwo\n\nfunction three() {\n  return 3;\n}\n\nfour\n  five\n\tsix \u201cand\u201d\r\nseven\n';
const good = `diff --git a/${patched} b/${patched}
--- a/${patched}
+++ b/${patched}
@@ -2,7 +2,7 @@ one
 two
 
 function three() {
-  return 3;
+  return 33;
 }
 
 four
@@ -8,3 +8,4 @@
 four
   five
+added
 \tsix \u201cand\u201d
`;
const moved = `diff --git a/${patched} b/c.txt\nsimilarity index 100%\nrename from ${patched}\nrename to c.txt\n`;
const gone = `*** Begin Patch\n*** Delete File: ${patched}\n*** Add File: d/e.txt\n+e\n*** End Patch\n`;

const patches = [
  good,
  moved,
  gone,
  ...Object.values({ ...kinds, ...moreKinds }).map((malform) => malform(good, () => 0.4)),
  ...Object.values(envelopeKinds).map((malform) => malform(toEnvelope(good) ?? '', () => 0.4)),
].map((patch) => [before, patch]);

const location = { uri: 'file:///ws/a', path: 'a', real: '/ws/a' };
const content = { kind: 'text', encoding: 'utf8', sha256: 'a'.repeat(64) };
const entry = {
  version: 2,
  id: '1',
  time: '2024-01-01T00:00:00Z',
  title: 'x',
  tool: 'y',
  state: 'applying',
  bytes: 2,
  changes: [
    { kind: 'update', at: location, before: content, after: content },
    { kind: 'move', from: location, at: location, before: content, after: { kind: 'directory' } },
    { kind: 'delete', at: location, before: { kind: 'link', target: 'b' } },
  ],
};

/** Where the fuzzing of each target begins: inputs that reach deep. */
export const seeds: Readonly<Record<string, readonly (readonly string[])[]>> = {
  patch: patches,
  tools: patches,
  edit: [
    [before, 'two\n', 'TWO\n'],
    [before, 'return 3;\n}', '$& return 4;\n}'],
    [before, 'six "and"', 'seven'],
    [before, 'function three() {\nreturn 3;\n}', 'x'],
    ['aaaa', 'aa', 'b'],
    ['\ufeffa\r\nb\rc\n', 'a\nb', 'c'],
  ],
  merge: [
    [before, before.replace('two', '2'), before.replace('four', '4')],
    ['a\nb\n', 'a\nB\n', 'a\nC'],
    ['', 'a', 'a'],
  ],
  encoding: [[before], ['\ufeffa\ud83d\ude00'], ['\xff\xfe\xe2\x82']],
  path: [
    ['src/a.ts'],
    ['/home/u/ws/b'],
    ['c:\\Users\\u\\ws\\x'],
    ['../x'],
    ['a/../../b'],
    ['file:///home/u/ws/x'],
    ['a:b'],
    ['con'],
    ['x. '],
  ],
  glob: [
    ['**/*.{ts,js}', 'src/a.ts'],
    ['a[!b-d]?/**', 'ae1/x'],
    ['{a,{b,c}}/*', 'b/d'],
  ],
  ignore: [
    ['*.log\n!keep.log\n/build/\n', 'a/keep.log'],
    ['a/**/b\n\\#x\n[a-c]\\ ', 'a/x/b'],
  ],
  regex: [
    ['(a|b)*c+?\\b', 'abac cc'],
    ['[^\\d\\p{L}]{2,5}$', '12ab--'],
    ['(?:x|y)(?:a*)*$', 'xaaa\n'],
  ],
  journal: [[JSON.stringify(entry)], ['{}'], ['[']],
  recovery: [
    ['one two', 'one three', 'one tho'],
    ['a longer text', 'short', 'shoonger text'],
    ['', 'new', 'ne'],
  ],
};
