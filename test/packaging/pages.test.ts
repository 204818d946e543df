import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { deadLinksOf, forExtensionsView } from '../../scripts/pages.mjs';
import { repositoryRoot } from '../host/driver/paths.ts';

const read = (page: string): string => readFileSync(path.join(repositoryRoot, page), 'utf8');
const readme = read('README.md');

interface Setting {
  readonly default: string | number | boolean | readonly string[];
}

/** What the tests need of package.json. */
interface Manifest {
  readonly contributes: {
    readonly commands: readonly { readonly title: string }[];
    readonly configuration: readonly { readonly properties: Readonly<Record<string, Setting>> }[];
  };
}

const { contributes }: Manifest = JSON.parse(read('package.json'));
const texts: Readonly<Record<string, string>> = JSON.parse(read('package.nls.json'));
const settings = contributes.configuration.flatMap(({ properties }) => Object.entries(properties));

/** Pages that `Open Documentation` shows, beside those of the Extensions view. */
const packaged = ['SECURITY.md', 'docs/guide.md', 'docs/tools.md', 'docs/answers.md'];

/** The anchors of a page's headings, as Markdown viewers make them. */
const anchorsOf = (text: string): string[] =>
  [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  );

describe('the pages of the package', () => {
  const cases: readonly (readonly [text: string, bare: string, withAddress: string])[] = [
    ['[a](b.md)', 'a', '[a](b.md)'],
    ['[a](#b), [c](https://d.example), [e](mailto:f@g.example)', '', ''],
    ['x\n\n![a](b.png)\n\ny', 'x\n\n\n\ny', '![a](b.png)'],
    [
      'x\n\n<picture>\n  <source media="m" srcset="d.webp">\n  <img alt="a" src="l.webp">\n</picture>\n\ny',
      'x\n\ny',
      'x\n\n<img alt="a" src="l.webp">\n\ny',
    ],
  ];
  for (const [text, bare, withAddress] of cases) {
    it(`shows ${JSON.stringify(text)} with what works there`, () => {
      assert.equal(forExtensionsView(text, false), bare === '' ? text : bare);
      assert.ok(forExtensionsView(text, true).includes(withAddress));
      assert.deepEqual(deadLinksOf(forExtensionsView(text, false)), []);
    });
  }

  for (const page of ['README.md', 'CHANGELOG.md']) {
    it(`${page} has no dead link in the Extensions view`, () => {
      assert.deepEqual(deadLinksOf(forExtensionsView(read(page), false)), []);
    });
  }

  it('links to files that are there, and from the packaged ones to packaged ones', () => {
    for (const page of ['README.md', ...packaged]) {
      for (const target of deadLinksOf(read(page))) {
        const file = path.posix.join(path.posix.dirname(page), target.replace(/#.*/, ''));
        assert.ok(existsSync(path.join(repositoryRoot, file)), `${page} links to ${file}`);
        const [, heading] = target.split('#');
        if (heading !== undefined) assert.ok(anchorsOf(read(file)).includes(heading), `${page} links to ${target}`);
        if (page === 'README.md') continue;
        assert.ok(packaged.includes(file) || /^(?:agents|prompts)\//.test(file), `${page} links to ${file}`);
      }
    }
  });
});

describe('the pages for developers', () => {
  const files = ['src', 'test', 'scripts'].flatMap((folder) =>
    readdirSync(path.join(repositoryRoot, folder), { encoding: 'utf8', recursive: true }).map(
      (file) => `${folder}/${file.replaceAll(path.sep, '/')}`,
    ),
  );
  const pages = [
    'README',
    'CONTRIBUTING',
    'SECURITY',
    'docs/guide',
    'docs/agents',
    'docs/api',
    'docs/architecture',
    'docs/performance',
  ];
  for (const page of [...pages, 'docs/releasing', 'docs/security-tests'].map((name) => `${name}.md`)) {
    it(`${page} names source files that are there`, () => {
      const named = [...read(page).matchAll(/`([\w./-]+\.(?:ts|mjs))`/g)].map(([, file = '']) => file);
      const missing = named.filter((name) => !files.some((file) => file === name || file.endsWith(`/${name}`)));
      assert.deepEqual(missing, []);
    });
  }
});

describe('the README', () => {
  it('begins with what it is, the moving picture and what it does not do; contributors come last', () => {
    const headings = [...readme.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading);
    assert.deepEqual(headings, [
      'Install',
      'Your first review',
      'Agents in a terminal',
      'The tools',
      'Settings',
      'Privacy and limits',
      'For contributors',
    ]);
    const [beginning = ''] = readme.split('\n## ');
    assert.match(beginning, /docs\/images\/tour-light\.webp/);
    assert.match(beginning, /What it does not do/);
    const last = readme.slice(readme.lastIndexOf('\n## '));
    for (const command of ['npm start', 'npm test', '.ci/run']) {
      assert.ok(last.includes(command), command);
      assert.ok(!readme.slice(0, -last.length).includes(command), `${command} is for contributors`);
    }
  });

  it('has every setting in its table, with the default unless that is a list', () => {
    const cellTexts = (cell: string): string[] => cell.match(/(?<=`)[^`,]+(?=`)/g) ?? [];
    const rows = readme.split('\n').filter((row) => row.startsWith('| `redline.'));
    const defaults = rows.flatMap((row) => {
      const [, names = '', values = ''] = row.split('|');
      return cellTexts(names).map((name, index) => [name, cellTexts(values)[index]] as const);
    });
    const told = new Map(defaults);
    for (const [name, { default: value }] of settings) {
      assert.ok(told.has(name), name);
      if (typeof value !== 'object') assert.equal(told.get(name), String(value), name);
    }
    assert.equal(told.size, settings.length);
  });
});

describe('the pages for users', () => {
  const titles = new Set(contributes.commands.map(({ title }) => texts[title.slice(1, -1)]));
  for (const page of ['README.md', 'SECURITY.md', 'docs/guide.md', 'CHANGELOG.md']) {
    it(`name commands by their titles: ${page}`, () => {
      const named = [...read(page).matchAll(/(?<=\*\*|`)Redline: ([^*`]+)(?=\*\*|`)/g)].map(([, title = '']) => title);
      // The list in the Source Control view has such a name, too.
      assert.deepEqual(
        named.filter((title) => title !== 'To Review' && !titles.has(title)),
        [],
      );
    });
  }
});
