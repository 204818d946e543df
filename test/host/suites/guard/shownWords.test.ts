import assert from 'node:assert/strict';
import { phrase } from '../../../../src/core/wording/phrase.ts';
import type { Change } from '../../../../src/core/change/change.ts';
import { cardText } from '../../../../src/vscode/review/card/cardText.ts';
import { warningsOf } from '../../../../src/vscode/review/warnings/warningText.ts';
import { toPlainItem } from '../../../../src/vscode/messages/ask.ts';
import { plainText } from '../../../../src/vscode/messages/notify.ts';

const sha256 = '0'.repeat(64);
const content = (text: string) =>
  ({ kind: 'text', text, encoding: 'utf8', bytes: new TextEncoder().encode(text), sha256 }) as const;
const at = (path: string) => ({ uri: `file:///ws/${encodeURIComponent(path)}`, path, real: 'file:///ws/x' });
const create = (path: string, text: string): Change => ({ kind: 'create', at: at(path), after: content(text) });

/** The card of a call, as the host gets it. */
function cardOf(changes: readonly Change[], title = changes[0]?.at.path ?? ''): { title: string; message: string } {
  const warnings = changes.flatMap((change) => warningsOf(change).map(({ text }) => text));
  const card = cardText({
    title: phrase('{0}', title),
    changes,
    planned: changes,
    excluded: [],
    isAmended: false,
    hasExcludedParts: false,
    warnings,
    commentCount: 0,
  });
  assert.notEqual(card.message.isTrusted, true);
  assert.notEqual(card.message.supportHtml, true);
  assert.notEqual(card.message.supportThemeIcons, true);
  return { title: card.title, message: card.message.value };
}

/** Markdown without what is escaped in it, and without its blocks of code, which must end where they should. */
function live(markdown: string): string {
  const fence = /^(`{3,})diff$/m.exec(markdown);
  if (fence === null) return markdown.replace(/\\./g, '');
  const open = markdown.slice(0, fence.index);
  const lines = markdown.slice(fence.index + fence[0].length + 1).split('\n');
  const end = lines.findIndex((line) => line.trimEnd() === fence[1]);
  assert.ok(end >= 0, 'the block of code ends');
  return [open, ...lines.slice(end + 1)].join('\n').replace(/\\./g, '');
}

const hostile = [
  'docs/[click](command:workbench.action.quit).md',
  'a/![x](https:\u2044\u2044evil.example).png',
  '[![a](b)](c)',
  '<img src=x onerror=alert(1)>.md',
  '<a href="command:workbench.action.quit">ok</a>',
  '$(check) Allowed.md',
  '**Redline: approved**',
  '`code`',
  '```',
  '~~~',
  '# heading',
  '- [x] list',
  '> quote',
  '| a | b |',
  '&lt;b&gt; &nbsp; &#x5b;x&#x5d;',
  'www.evil.example',
  'https:evil.example',
  'mail@evil.example',
  '_a_ *b* ~c~ ==d==',
  'a\\[b](c)',
  '    indented',
  '---',
  '{{template}} ${x}',
];

describe('what the person is shown', () => {
  for (const path of hostile) {
    it(`is no markup that a model wrote: a path ${JSON.stringify(path)}`, () => {
      const { title, message } = cardOf([create(path, 'x\n'), create(`b/${path}`, 'x\n')], path);
      for (const text of [title.replace(/\\./g, ''), live(message)]) {
        assert.doesNotMatch(text, /[[\]<>`$|~]|\*\*|https?:|command:|www\.|@|&(?!nbsp;)/, text);
      }
    });

    it(`is no markup that a model wrote: content ${JSON.stringify(path)}`, () => {
      const text = live(cardOf([create('a.md', `${path}\n\`\`\`\n${path}\n\`\`\`\`\`\n~~~\n${path}\n`)]).message);
      assert.doesNotMatch(text, /[[\]<>`$|~]|\*\*|https?:|command:|www\./, text);
    });

    it(`is no link and no icon in notifications and lists: ${JSON.stringify(path)}`, () => {
      const item = { label: path, description: path, detail: path };
      const plain = toPlainItem(item);
      assert.equal(plain.item, item);
      for (const text of [plainText(`Redline could not undo "${path}".`), plain.label, plain.description, plain.detail])
        assert.doesNotMatch(text ?? '', /\[[^\]]*\]\(|\$\(/);
    });
  }

  it('is named by the title of the card only where the host shows that as it is', () => {
    const named = (path: string): string => cardOf([create(path, 'x\n')], `Create ${path}`).title.replaceAll('\\', '');
    assert.equal(named('src/app-2.ts'), 'Redline: Create src/app-2.ts\u200e (+1 −0)');
    for (const path of ['my_file.ts', '**a**.ts', '`a`.ts', 'a>b', 'a#b', '$(check) a', 'a\\b']) {
      assert.equal(named(path), 'Redline: 1 change is waiting for your review\u200e (+1 −0)', path);
    }
  });

  const large: readonly (readonly [title: string, changes: readonly Change[]])[] = [
    ['a hundred thousand lines', [create('a.txt', 'line\n'.repeat(100_000))]],
    ['one line of two megabytes', [create('a.txt', 'x'.repeat(2_000_000))]],
    ['many long lines that hide', [create('a.txt', `${'\u202e'.repeat(50_000)}\n`.repeat(20))]],
    ['five hundred files', Array.from({ length: 500 }, (_, index) => create(`f${index}.txt`, 'x\n'))],
    [
      'paths of four thousand characters',
      Array.from({ length: 20 }, (_, index) => create('[*'.repeat(2000) + index, 'x')),
    ],
    [
      'a schema\u2019s address of a megabyte',
      [create('a.json', `{"$schema":"https://evil.example/${'x'.repeat(1_000_000)}"}`)],
    ],
  ];
  for (const [title, changes] of large) {
    it(`is not cut silently by the host: ${title}`, () => {
      const card = cardOf(changes);
      assert.ok(card.message.length < 60_000, String(card.message.length));
      assert.ok(card.title.length < 2000);
      const lines = changes.map((change) =>
        'after' in change && change.after.kind === 'text' ? change.after.text : '',
      );
      const added = lines.join('').split('\n').length - 1;
      if (changes.length > 10) assert.match(card.message, new RegExp(`${changes.length}.*\\+`));
      else if (added > 24) assert.match(card.message, new RegExp(`\\+${added}\\b`));
    });
  }

  const flagged: readonly (readonly [title: string, change: Change, words: RegExp])[] = [
    ['a reversal in new content', create('a.ts', 'const a = "\u202e;";\n'), /U\+202E/],
    ['an isolate in new content', create('a.ts', '/*\u2066*/\n'), /U\+2066/],
    ['an invisible space in new content', create('a.ts', 'a\u200bb\n'), /U\+200B/],
    ['tags in new content', create('a.md', 'hi\u{e0041}\u{e0042}\n'), /U\+E0041/],
    ['a Cyrillic letter in a word', create('a.ts', 'p\u0430ssword = 1\n'), /U\+0430/],
    ['a control character', create('a.ts', 'a\u0008b\n'), /U\+0008/],
    ['a line separator', create('a.ts', 'a\u2028b\n'), /U\+2028/],
    [
      '600 blanks before text',
      create('a.ts', `a;${' '.repeat(600)}evil();\n`),
      /spaces push text far to the right, out of sight/,
    ],
    ['blank lines before text', create('a.ts', `a;${'\n'.repeat(200)}evil();\n`), /blank lines .* line 201/],
    ['a reversal in a path', create('a\u202etxt.exe', 'x\n'), /the name .*U\+202E/],
    ['an invisible character in a path', create('pack\u200bage.json', 'x\n'), /the name .*U\+200B/],
    [
      'a schema from afar',
      create('a.json', '{ "$schema": "https://evil.example/s?x" }\n'),
      /fetch a schema from https:\/\/evil/,
    ],
    [
      'a schema in an escape',
      create('a.json', '{ "\\u0024schema": "http:\\/\\/evil.example" }\n'),
      /fetch a schema from/,
    ],
    [
      'a schema in a comment',
      create('a.yaml', '# yaml-language-server: $schema=https://evil.example\n'),
      /fetch a schema/,
    ],
    [
      'a file that becomes executable',
      { ...create('a.sh', '#!/bin/sh\n'), mode: { after: true } } as Change,
      /executable/,
    ],
  ];
  for (const [title, change, words] of flagged) {
    it(`names ${title}, without showing it`, () => {
      const texts = warningsOf(change)
        .map(({ text }) => text)
        .join('\n');
      assert.match(texts, words);
      assert.doesNotMatch(texts, /[\u202a-\u202e\u2066-\u2069\u200b\u{e0000}-\u{e007f}]/u);
      const { message } = cardOf([change]);
      assert.match(message.replaceAll('\\', ''), words);
      assert.doesNotMatch(message, /[\u202a-\u202e\u2066-\u2069\u200b\u2028\u{e0000}-\u{e007f}]/u);
    });
  }
});
