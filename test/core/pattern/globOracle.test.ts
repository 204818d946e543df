import assert from 'node:assert/strict';
import { minimatch } from 'minimatch';
import { compileGlob } from '../../../src/core/pattern/glob.ts';

// Where the two speak the same language, minimatch is the oracle: patterns with a slash, no negation, no quoting.
const patterns = [
  'src/*.ts',
  'src/**',
  'src/**/*.ts',
  '**/*.ts',
  '**/test/**',
  'src/**/index.ts',
  'src/{a,b}.ts',
  'src/{a,b{c,d}}.ts',
  '{src,lib}/**/*.{ts,js}',
  'src/a?.ts',
  'src/[a-c].ts',
  'src/[!a-c].ts',
  'a/**/b/**/c',
  'src/*/*.ts',
  'src/.*',
  '**/.git/**',
  'src/a*b*c.ts',
  'src/**/*',
];
const paths = [
  'src/a.ts',
  'src/b.ts',
  'src/d.ts',
  'src/ab.ts',
  'src/axbyc.ts',
  'src/bc.ts',
  'src/bd.ts',
  'src/index.ts',
  'src/x/index.ts',
  'src/x/y/index.ts',
  'src/x/a.ts',
  'src/.hidden',
  'src/x/.hidden.ts',
  'lib/a.js',
  'lib/x/y.ts',
  'test/a.ts',
  'x/test/y/a.ts',
  'a/b/c',
  'a/x/b/y/z/c',
  'a/c',
  '.git/config',
  'sub/.git/hooks/pre-commit',
  'a.ts',
];

describe('compileGlob and minimatch', () => {
  for (const pattern of patterns) {
    it(`agree on ${pattern}`, () => {
      const glob = compileGlob(pattern);
      const ours = paths.filter((path) => glob.matches(path));
      assert.deepEqual(
        ours,
        paths.filter((path) => minimatch(path, pattern, { dot: true })),
      );
    });
  }
});
