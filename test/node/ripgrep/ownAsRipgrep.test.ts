import assert from 'node:assert/strict';
import { createOwnSearch } from '../../../src/core/search/ownSearch.ts';
import type { SearchAnswer, SearchLimits, SearchScope, TextQuery } from '../../../src/core/search/textSearch.ts';
import { anywhere, memoryTree } from '../../core/search/memoryTree.ts';
import { few, places, plain } from '../../core/search/queryCases.ts';
import { searching } from './searching.ts';
import { numbersFrom } from '../../random.ts';

/** How many generated queries both engines are asked; raise it to search for differences. */
const rounds = Number(process.env['SEARCH_ROUNDS'] ?? 60);

const words =
  'foo¦Foo¦foo_bar¦bar¦x¦é¦É¦数¦😀¦ß¦ſ¦K¦1¦42¦(x)¦a.b¦ ¦  ¦\t¦-¦--x¦\\¦$¦^¦"¦foofoo¦ΣΑΣ¦σας¦İ¦e\u0301'.split('¦');
/** No CR by itself: to ripgrep's patterns it is a character like others. */
const ends = ['\n', '\n', '\n', '\r\n', '\n\n'];
const pieces =
  'foo¦o¦.¦\\w¦\\d¦\\s¦[a-f]¦[^x]¦(a|b)¦(?:foo|bar)¦^¦$¦\\b¦\\B¦x¦é¦数¦😀¦(?i:FOO)¦\\.¦\\W¦[é-ü]¦\\p{L}¦\\S¦b?¦ ¦[[:alpha:]]¦\\x41'.split(
    '¦',
  );
/** They match something, so that no match is empty: where those are, the engines differ among words. */
const solid = 'foo¦o¦.¦\\w¦[a-f]¦(a|b)¦(?:foo|bar)¦é¦数¦(?i:FOO)¦\\p{L}¦\\S¦x¦ '.split('¦');
const repeats = ['', '', '', '*', '+', '?', '{2}', '{1,3}', '+?', '*?'];

describe('both engines', function () {
  this.timeout(600_000);
  const at = searching();

  it('answer the same to generated queries', async () => {
    const draw = numbersFrom(20_260_103);
    const pick = (from: readonly string[]): string => from[draw(from.length)] ?? '';
    const line = (): string => Array.from({ length: draw(7) }, () => pick(words)).join(draw(2) === 0 ? '' : ' ');
    const folders = ['', 'src/', 'src/in/', '.hid/', 'out/', 'b c/', '[id]/'];
    const files: Record<string, string> = { '.gitignore': 'out/\n*.log\n!keep.log\n', 'src/.gitignore': '/in/skip*\n' };
    for (let file = 0; file < 40; file++) {
      const lines = Array.from({ length: draw(12) }, () => line() + pick(ends));
      const name = `${pick(['a', 'b', 'keep', 'skip', 'x-y', 'é'])}${file}${pick(['.ts', '.js', '.log', '.md', ''])}`;
      files[pick(folders) + name] = `${lines.join('')}${draw(3) === 0 ? line() : ''}${draw(15) === 0 ? '\0' : ''}`;
    }
    at.files(files);
    const regex = (): string =>
      pick(solid) + Array.from({ length: draw(4) }, () => pick(pieces) + pick(repeats)).join('');
    const flag = (): boolean => draw(3) === 0;
    const different: string[] = [];
    for (let round = 0; round < rounds; round++) {
      const isRegex = draw(2) === 0;
      const text = isRegex ? regex() : pick(words) + (draw(3) === 0 ? pick(words) : '') + (draw(12) === 0 ? '\n' : '');
      const query: TextQuery = {
        ...plain,
        text,
        isRegex,
        caseSensitive: flag(),
        wholeWord: flag(),
        multiline: isRegex && flag(),
      };
      const scope: Partial<SearchScope> = {
        globs: flag() ? [pick(['*.ts', 'src/**', '!*.md', '{a,b}*', '**/in/*', '[id]', 'src', '*[0-4].*'])] : [],
        excludes: flag() ? [pick(['src', '**/*.js', 'src/in', '**/in'])] : [],
        includeHidden: !flag(),
        includeIgnored: flag(),
        path: flag() ? pick(['src', 'out', 'src/in', '.gitignore']) : '',
      };
      const mode = pick(['matches', 'matches', 'counts', 'files']) as SearchLimits['mode'];
      const limits = { ...few, mode, maxMatches: 1 + draw(400), contextLines: draw(3) };
      const [theirs, ours] = await Promise.all([
        told(at.search(query, scope, limits)),
        told(createOwnSearch(() => memoryTree(files)).search(query, { ...anywhere, ...scope }, limits, [])),
      ]);
      // What it cannot take it says.
      if (theirs === ours || ours === 'VALIDATION_ERROR') continue;
      different.push(
        `${JSON.stringify({ query, scope, limits })} ripgrep: ${only(theirs, ours)} own: ${only(ours, theirs)}`,
      );
    }
    assert.deepEqual(different.slice(0, 12), [], `${different.length} of ${rounds}`);
  });
});

/** What one of two answers has, and the other has not. */
function only(one: string, other: string): string {
  const others = new Set(other.split(' '));
  return one
    .split(' ')
    .filter((part) => !others.has(part))
    .join(' ')
    .slice(0, 300);
}

/** Places, counts and context of an answer, or the code of its failure. */
async function told(answer: Promise<SearchAnswer>): Promise<string> {
  try {
    const found = await answer;
    const context = found.files.flatMap((file) => file.context.map(({ line, text }) => `${file.path}:${line}=${text}`));
    const counts = found.files.map(({ path, count }) => `${path}×${count}`);
    return [...(places(found).length > 0 ? places(found) : counts), ...context.sort(), found.truncated].join(' ');
  } catch (cause) {
    return cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
  }
}
