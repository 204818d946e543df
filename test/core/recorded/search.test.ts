import { ownFinder } from '../../../src/core/search/ownFinder.ts';
import { ownSearch } from '../../../src/core/search/ownSearch.ts';
import { parseRegex } from '../../../src/core/search/regex/parse.ts';
import { compileProgram } from '../../../src/core/search/regex/program.ts';
import { requiredText } from '../../../src/core/search/regex/requiredText.ts';
import { scanner } from '../../../src/core/search/regex/scanner.ts';
import { numbersFrom, type Draw } from '../../random.ts';
import { anywhere, memoryTree } from '../search/memoryTree.ts';
import { assertRecorded, outcomesOf, pick, some } from './recorded.ts';

const pieces =
  'a b ab . | ( ) (?:a|b) (a|) * + ? *? +? {2} {1,3} {2,} {,2} { [ab] [^a] [a-c] [[:alpha:]] [\\w-] []a] [a&&b] [ \\w \\W \\d \\s \\b \\B ^ $ \\A \\z (?i) (?i:A) (?s:.) (?m) (?x) (?P<n>a) (?<n>b) \\1 (?=a) \\p{L} \\p{Lu} \\pN \\P{Greek} \\x61 \\x{62} \\u0063 \\n \\t \\. \\/ \\é é ß ſ K 😀 \\Q \\ -'.split(
    ' ',
  );
const words = 'a b c ab AB aab foo Foo é É ß ſ K k 😀 σ ς Σ _ 1 - . ( x'.split(' ');

function hay(draw: Draw, most: number): string {
  return Array.from(
    { length: draw(most) },
    () => pick(draw, words) + pick(draw, ['', '', ' ', '\n', '\r\n', '\r', '\t']),
  ).join('');
}

describe('what comes of searching', () => {
  it('is as it was: expressions', async () => {
    const draw = numbersFrom(31);
    const make = () => ({
      source: some(draw, pieces, 6).join(''),
      text: hay(draw, 12),
      flags: { ignoreCase: draw(2) === 0, dotAll: draw(3) === 0 },
    });
    const work = ({ source, text, flags }: ReturnType<typeof make>) => {
      const regex = parseRegex(source, flags);
      const search = scanner(compileProgram(regex), text);
      const found: unknown[] = [requiredText(regex)];
      for (let next = search.next(50); next !== undefined && found.length < 50; next = search.next(50))
        found.push(next);
      return found;
    };
    assertRecorded('expressions', await outcomesOf(6000, make, work));
  });

  it('is as it was: queries', async () => {
    const draw = numbersFrom(32);
    const folders = ['', '', 'src/', 'src/b/', '.h/', 'out/', 'node_modules/x/', '.git/'];
    const globs = ['*.ts', '!*.js', 'src', 'src/**', '**/b/*', '{a,b}*', '*', '!src', '.h', '[a]', ''];
    const make = () => ({
      files: Object.fromEntries([
        ...Array.from({ length: 1 + draw(8) }, () => [
          pick(draw, folders) + pick(draw, ['a.ts', 'b.js', 'c', 'd.log', '.e']),
          draw(12) === 0 ? 'a\0' : hay(draw, 14),
        ]),
        ...(draw(2) === 0
          ? [['.gitignore', pick(draw, ['out', '*.log', '/src/b', '*\n!*.ts', 'src/*\n!src/a.ts'])]]
          : []),
      ]),
      query: {
        text: draw(2) === 0 ? pick(draw, words) : some(draw, [...words, '\n', ' '], 3).join(''),
        isRegex: draw(4) === 0,
        caseSensitive: draw(2) === 0,
        wholeWord: draw(3) === 0,
        multiline: draw(4) === 0,
      },
      scope: {
        path: pick(draw, ['', '', 'src', 'src/b', 'out', 'a.ts', 'x']),
        globs: some(draw, globs, 2),
        excludes: draw(3) === 0 ? some(draw, globs, 2) : [],
        includeHidden: draw(2) === 0,
        includeIgnored: draw(3) === 0,
      },
      limits: {
        maxMatches: 1 + draw(7),
        contextLines: draw(3),
        mode: pick(draw, ['matches', 'files', 'counts'] as const),
      },
      unsaved: draw(3) === 0 ? [{ path: pick(draw, ['src/a.ts', 'new.ts']), text: hay(draw, 8) }] : [],
    });
    const work = async ({ files, query, scope, limits, unsaved }: ReturnType<typeof make>) => [
      await ownSearch(() => memoryTree(files)).search(query, { ...anywhere, ...scope }, limits, unsaved),
      await ownFinder(() => memoryTree(files)).find(
        { ...anywhere, ...scope },
        limits.maxMatches,
        pick(numbersFrom(limits.maxMatches), ['path', 'modified'] as const),
      ),
    ];
    assertRecorded('queries', await outcomesOf(2500, make, work));
  });
});
