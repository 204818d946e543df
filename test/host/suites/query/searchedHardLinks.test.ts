import assert from 'node:assert/strict';
import { linkSync } from 'node:fs';
import path from 'node:path';
import { set, useGround } from '../ground.ts';
import { describeNeeds } from '../place.ts';

describeNeeds('links', 'a search that ends at its limit', () => {
  const ground = useGround('limited');
  before(() =>
    set('redline.rules', [
      { operations: ['read'], paths: ['**'], action: 'allow' },
      { operations: ['read'], paths: ['**/denied.txt'], action: 'deny' },
    ]),
  );

  for (const outputMode of ['matches', 'files', 'counts'])
    for (const [what, isDenied, text, isTruncated] of [
      ['not of a denied file, by the name of a hard link', true, 'needle\nneedle\n', false],
      ['of a readable file', false, 'needle\n', true],
      ['not of a file without a match', false, 'hay\n', false],
    ] as const)
      it(`tells in the mode ${outputMode} that there are more matches, but ${what}`, async () => {
        ground.put('a.txt', 'needle\n');
        ground.put(isDenied ? 'denied.txt' : 'other.txt', text);
        if (isDenied) linkSync(path.join(ground.folder, 'denied.txt'), path.join(ground.folder, 'link.txt'));
        const query = { query: 'needle', path: ground.path(''), outputMode, maxMatches: 1 };
        const found = JSON.stringify(await ground.done('redline_search_text', query));
        assert.match(found, /a\.txt/);
        assert.doesNotMatch(found, /denied|link|other/);
        assert.match(found, isTruncated ? /"truncated":true,"nextOffset":1/ : /"truncated":false,"nextOffset":null/);
      });

  for (const [isDenied, expected] of [
    [true, 'none of a hard link to a denied one'],
    [false, 'those that may be read'],
  ] as const)
    it(`names of the files with matches on lines too long to list ${expected}`, async () => {
      const name = isDenied ? 'denied.txt' : 'other.txt';
      ground.put(name, `needle${'x'.repeat(2 ** 21)}\nend\n`);
      linkSync(path.join(ground.folder, name), path.join(ground.folder, 'link.txt'));
      const query = { query: 'needlex*\\nend', isRegex: true, multiline: true, path: ground.path('') };
      const found = JSON.stringify(await ground.done('redline_search_text', query));
      if (isDenied) assert.doesNotMatch(found, /link\.txt|denied/);
      else assert.match(found, /longer than about 1 MB are not listed; there are some in .*link\.txt/);
    });
});
