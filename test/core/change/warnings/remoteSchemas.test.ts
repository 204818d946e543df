import assert from 'node:assert/strict';
import { findNewRemoteSchemas } from '../../../../src/core/change/warnings/remoteSchemas.ts';

const schemas: readonly (readonly [
  title: string,
  before: string | undefined,
  after: string,
  found: readonly string[],
])[] = [
  ['a new file', undefined, '{ "$schema": "https://x.example/s.json" }', ['https://x.example/s.json']],
  ['one that was there', '{"$schema":"https://x/s"}', '{"$schema":"https://x/s","a":1}', []],
  ['one that is turned', '{"$schema":"https://x/s"}', '{"$schema":"https://y/s"}', ['https://y/s']],
  ['a query that carries content', '{}', '{"$schema":"http://x/?k=secret"}', ['http://x/?k=secret']],
  ['no scheme', '{}', '{"$schema":"//x/s"}', ['//x/s']],
  ['escaped', '{}', '{"\\u0024sch\\u0065ma":"http:\\/\\/x\\/s"}', ['http://x/s']],
  ['spread over lines', '{}', '{"$schema"\n:\n"HTTPS://x/s"}', ['HTTPS://x/s']],
  ['with comments around the colon', '{}', '{"$schema" /* "a */ : // b\n"https://x/s"}', ['https://x/s']],
  ['with something like a comment in a text', '{}', '{"a\\u0022/*":1,"$schema":/**/"https://x/s"}', ['https://x/s']],
  ['with a blank in the query', '{}', '{"$schema":"https://x/?k=a secret"}', ['https://x/?k=a secret']],
  ['YAML, as JetBrains writes it', '', '# $schema: https://x/s\na: 1', ['https://x/s']],
  ['very many comments that do not end', '', '"$schema"/*'.repeat(100_000), []],
  ['very many comments', '', '"$schema"/**/'.repeat(100_000), []],
  ['very many escaped quotes', '', `"$schema"/**/${'"\\'.repeat(100_000)}`, []],
  ['a very long text', '', `{"$schema":/**/"https://x/s","a":"${'a'.repeat(10_000_000)}"}`, ['https://x/s']],
  ['a local one', '{}', '{"$schema":"./schema.json"}', []],
  ['YAML', '', '# yaml-language-server: $schema=https://x/s\na: 1', ['https://x/s']],
  ['TOML', '', '#:schema https://x/s\na = 1', ['https://x/s']],
  ['YAML, indented, in a file of blank lines', '', '\n\n  # $schema = https://x/s\r\na: 1', ['https://x/s']],
  ['very many blank lines', '', `schema${'\n'.repeat(200_000)}`, []],
  ['very many line separators', '', `schema${'\u2028'.repeat(200_000)}`, []],
  ['very many YAML keys', '', '$schema: ! # '.repeat(100_000), []],
  ['very many YAML keys in comments', '', '# $schema:\n'.repeat(20_000), []],
  ['very many YAML keys in tags', '', '!$schema:\n'.repeat(20_000), []],
  ['very many YAML keys in one tag', '', '$schema:!'.repeat(20_000), []],
  ['very many tags of a YAML key', '', `$schema: ${'! '.repeat(100_000)}https://x/s`, ['https://x/s']],
  ['very many URLs of YAML', '', '$schema: https://x/s\n'.repeat(150_000), ['https://x/s']],
  ['very many URLs after comments', '', '"$schema"/**/:"https://x/s"\n'.repeat(150_000), ['https://x/s']],
  ['a long comment after a YAML key', '', `$schema: # ${'a'.repeat(1000)}\n  https://x/s`, ['https://x/s']],
  ['a YAML key that a text ends with', '', '$schema: # a', []],
  [
    'very many brackets after a YAML URL',
    '',
    `$schema: https://x/${'}'.repeat(200_000)}y`,
    [`https://x/${'}'.repeat(200_000)}y`],
  ],
  ['a YAML key', '', 'a: 1\n$schema: https://x/s\n', ['https://x/s']],
  ['a YAML key, with a comment', '', '$schema: https://x/s # a', ['https://x/s']],
  ['a YAML key, in single quotes', '', "'$schema': 'https://x/s'", ['https://x/s']],
  ['a YAML key, with a plain value', '', '"$schema": https://x/s', ['https://x/s']],
  ['a YAML key, escaped', '', '"\\x24schema": https://x/s', ['https://x/s']],
  ['a YAML key, in a flow', '', '{$schema: "https://x/s"}', ['https://x/s']],
  ['a YAML key, in a flow with a plain value', '', '{$schema: https://x/s, a: 1}', ['https://x/s']],
  ['a YAML key, with a tag and a block', '', '$schema: !!str >- # a\n  https://x/s\n', ['https://x/s']],
  ['a YAML key that was there', '$schema: https://x/s', '{"$schema": "https://x/s"}', []],
  ['YAML, behind a document start', '', '--- # yaml-language-server: $schema=https://x/s', ['https://x/s']],
  ['a TOML key', '', '"$schema" = "https://x/s"', ['https://x/s']],
  ['a TOML key, in single quotes', '', "'$schema' = '''https://x/s'''", ['https://x/s']],
  ['a YAML alias', '', 'a: &s https://x/s\n$schema: *s', ['https://x/s']],
  ['a YAML alias, in quotes and in a flow', '', '[&s # a\n!!str "https://x/s", {"$schema": *s}]', ['https://x/s']],
  ['a YAML alias of a local one', '', 'a: &s ./s\nb: &t https://x/t\n$schema: *s', []],
  [
    'a YAML alias that was there, for another URL',
    'a: &s https://x/s\n$schema: *s',
    'a: &s https://y/s\n$schema: *s',
    ['https://y/s'],
  ],
  ['very many YAML aliases', '', '$schema:*'.repeat(20_000), []],
  ['very many YAML anchors', '', `$schema: *a\n${'&a'.repeat(100_000)}`, []],
  ['very many YAML anchors of one name', '', `$schema: *a\n${'&a '.repeat(100_000)}`, []],
  ['a YAML key whose URL is continued', '', '$schema: "\\\n  https:\\\r\n  //x/s"', ['https://x/s']],
  ['a YAML key that is continued', '', '"$sch\\\n ema": https://x/s', ['https://x/s']],
  ['a YAML key, in quotes that begin with a line break', '', "$schema: '\n  https://x/s'", ['https://x/s']],
  [
    'a YAML key, folded in quotes',
    '$schema: "https://x/?\n  a"',
    '$schema: "https://x/?\n\n  b  \n c"',
    ['https://x/? b c'],
  ],
  ['very many continued lines', '', `$schema: ${'\\\n'.repeat(200_000)}`, []],
  ['a local YAML key', '', '$schema: ./schema.json', []],
  ['only words', '', 'the $schema property, "schema": "https://x/s"', []],
];

describe('findNewRemoteSchemas', function () {
  this.timeout(10_000);

  for (const [title, before, after, found] of schemas) {
    it(title, () =>
      assert.deepEqual(
        findNewRemoteSchemas(before, after, 'a').map(({ url }) => url),
        found,
      ),
    );
  }

  it('leaves out what only looks like YAML in a program', () => {
    const code = "const schema = { $schema: 'https://x/s' };";
    assert.deepEqual(findNewRemoteSchemas('', code, 'src/a.ts'), []);
    assert.equal(findNewRemoteSchemas('', '{"$schema":"https://x/s"}', 'src/a.ts').length, 1);
  });

  for (const [title, text, line] of [
    ['after a comment with the same URL', '// see https://x/s\n{\n"a": 1,\n"$schema": "https://x/s" }', 4],
    ['after a longer URL', '{ "a": "https://x/longer",\r\n"$schema": "https://x/l" }', 2],
    ['of the value, not of the key', '{ "$schema":\n\n"https://x/s" }', 3],
    ['of YAML, below continued lines', 'a: "b\\\n  c"\n$schema: "\\\n  https://x/s"', 3],
    ['behind comments of several lines', '/* a\nb */ { "$schema" /* c\n */: // d\n"https://x/s" }', 4],
  ] as const)
    it(`gives the line of a URL ${title}`, () => {
      assert.deepEqual(
        findNewRemoteSchemas('', text, 'a.json').map((schema) => schema.line),
        [line],
      );
    });
});
