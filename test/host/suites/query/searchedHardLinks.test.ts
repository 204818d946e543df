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
});
