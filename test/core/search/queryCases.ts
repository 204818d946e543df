import type { SearchAnswer, SearchLimits, TextQuery } from '../../../src/core/search/textSearch.ts';

export const plain: TextQuery = { text: '', isRegex: false, caseSensitive: false, wholeWord: false, multiline: false };
export const few: SearchLimits = { maxMatches: 50, contextLines: 0, mode: 'matches' };

/** `path:line:column-endColumn`, with `endLine:` where that is another. */
export function places({ files }: Pick<SearchAnswer, 'files'>): string[] {
  return files.flatMap(({ path, matches }) =>
    matches.map(({ line, column, endLine, endColumn }) => {
      const end = endLine === line ? `${endColumn}` : `${endLine}:${endColumn}`;
      return `${path}:${line}:${column}-${end}`;
    }),
  );
}

/** A query, a text, and the places of its matches there, which every engine finds. */
export type QueryCase = readonly [what: string, query: Partial<TextQuery>, text: string, places: string];

const text = 'foo bar foo\nFOO\nfoobar (x)\n';
const regex = (source: string, more: Partial<TextQuery> = {}): Partial<TextQuery> => ({
  text: source,
  isRegex: true,
  caseSensitive: true,
  ...more,
});

export const queryCases: readonly QueryCase[] = [
  ['all matches on a line', { text: 'foo' }, text, '1:0-3 1:8-11 2:0-3 3:0-3'],
  ['case', { text: 'foo', caseSensitive: true }, text, '1:0-3 1:8-11 3:0-3'],
  ['whole words', { text: 'foo', wholeWord: true }, text, '1:0-3 1:8-11 2:0-3'],
  ['whole words of no word characters', { text: '(x)', wholeWord: true }, 'a (x) b(x)', '1:2-5'],
  ['whole words of a pattern', regex('fo+|x', { wholeWord: true }), text, '1:0-3 1:8-11 3:8-9'],
  ['letters of any case', { text: 'äΣ' }, 'Äσ äΣ', '1:0-2 1:3-5'],
  ['a literal, not a pattern', { text: '(x)' }, text, '3:7-10'],
  ['something like an option', { text: '--files' }, 'a --files b', '1:2-9'],
  ['columns in UTF-16 units', { text: 'x' }, 'é😀x数x', '1:3-4 1:5-6'],
  ['no overlaps', { text: 'aa' }, 'aaaaa', '1:0-2 1:2-4'],
  ['a literal over lines', { text: 'a\nb' }, 'a\r\nb\na\nb', '1:0-2:1 3:0-4:1'],
  ['lines that end at CR', { text: 'c' }, 'a\rb\rc\nc\n', '3:0-1 4:0-1'],
  ['lines that end at CR, one after the other', { text: 'c' }, '\r\r\n\rc\r\nc', '4:0-1 5:0-1'],
  ['an empty match', regex('^'), 'a\nb\n', '1:0-0 2:0-0'],
  ['the end of CRLF lines', regex('a$'), 'a\r\nba\r\n', '1:0-1 2:1-2'],
  ['a pattern over lines', regex('a\\nb'), 'a\r\nb\na\nb', '1:0-2:1 3:0-4:1'],
  ['lines, where no class goes beyond one', regex('a[^z]*'), 'xa\nb\nc', '1:1-2'],
  ['lines, where a class excludes line breaks', regex('[^\\n]+\\s+bar'), 'foo\nbar\n', ''],
  ['lines, where a character is no line break', regex('fo[^\\n]\\W?bar'), 'foo\nbar\n', ''],
  ['lines, where a backslash is before an n', regex('C:\\\\new\\s+bar'), 'C:\\new\nbar\n', ''],
  ['multiline', regex('a[^z]*c', { multiline: true }), 'xa\nb\nc', '1:1-3:1'],
  ['multiline, line by line', regex('^\\w$', { multiline: true }), 'a\nb\n', '1:0-1 2:0-1'],
  ['no line end by a dot', regex('a.b', { multiline: true }), 'a\nb', ''],
  ['a line end by a dot, if told so', regex('(?s)a.b', { multiline: true }), 'a\nb', '1:0-2:1'],
  ['the first alternative', regex('a|ab'), 'ab', '1:0-1'],
  ['as few as possible', regex('<.+?>'), '<a><b>', '1:0-3 1:3-6'],
  ['counted repetitions', regex('\\d{2,3}'), '1 12 1234', '1:2-4 1:5-8'],
  ['Unicode classes', regex('\\w+'), 'né_1 数', '1:0-4 1:5-6'],
  ['Unicode properties', regex('\\p{Lu}\\p{Greek}'), 'aΣσ', '1:1-3'],
  ['named classes', regex('[[:digit:]x]+'), 'a1x2', '1:1-4'],
  ['the edge of a word', regex('\\bfoo\\b'), text, '1:0-3 1:8-11'],
  ['the start and the end of a word', regex('\\<fo|o\\>'), text, '1:0-2 1:2-3 1:8-10 1:10-11 3:0-2'],
  ['flags inside', regex('(?i:FOO)b'), text, '3:0-4'],
  ['names of groups', regex('(?P<a>f)(?<b>o)'), 'fo', '1:0-2'],
  ['numbers of characters', regex('\\x66\\x{6F}\\u006F'), 'foo', '1:0-3'],
  ['numbers of the letters that begin such an escape', regex('\\x78\\u{75}\\U00000055'), 'xuU', '1:0-3'],
  ['any case in classes', regex('[A-F]+', { caseSensitive: false }), 'abX', '1:0-2'],
  ['nested repetition', regex('(a+)+$'), `${'a'.repeat(40)}b\naa`, '2:0-2'],
  ['the end of lines', regex('$'), 'a\nbc\n', '1:1-1 2:2-2'],
  ['empty lines', regex('^$'), 'a\n\nb\n', '2:0-0'],
];
