import assert from 'node:assert/strict';
import type { TomlEntry } from '../../../../src/core/connect/settingsEntry.ts';
import { SettingsError } from '../../../../src/core/connect/settingsError.ts';
import { withoutTomlEntries, withTomlEntries } from '../../../../src/core/connect/toml/tomlSettings.ts';
import { inEnglish } from '../../../../src/core/wording/phrase.ts';

const server: TomlEntry = {
  table: ['servers', 'redline'],
  values: { command: '/bin/redline', args: ['mcp'], limit: 3600 },
  recognized: { field: 'command', matches: /^\/bin\/redline$/ },
};
const key: TomlEntry = {
  table: [],
  values: { mode: 'held' },
  recognized: 'same',
};
const mark = '# Redline: Disconnect takes this out again.';
const table = `${mark}\n[servers.redline]\ncommand = "/bin/redline"\nargs = [ "mcp" ]\nlimit = 3600`;

/** A settings file without, and with the table and the key, to the byte. */
const files: readonly (readonly [string, string, string])[] = [
  ['none', '', `${mark}\nmode = "held"\n\n\n${table}\n`],
  ['a key', 'a = 1\n', `${mark}\nmode = "held"\n\na = 1\n\n${table}\n`],
  ['no final newline', 'a = 1', `${mark}\nmode = "held"\n\na = 1\n\n${table}`],
  [
    'CRLF',
    '# mine\r\n[servers.other]\r\nurl = "x" # note\r\n',
    `${mark}\nmode = "held"\n\n# mine\n[servers.other]\nurl = "x" # note\n\n${table}\n`.replaceAll('\n', '\r\n'),
  ],
  [
    'strings of several lines, dates and large numbers',
    'a = """\n[servers.redline]\n"""\nd = 2026-01-02T03:04:05Z\nn = 9223372036854775807\n[t]\nx = [\n 1, # one\n]\n',
    `${mark}\nmode = "held"\n\na = """\n[servers.redline]\n"""\nd = 2026-01-02T03:04:05Z\nn = 9223372036854775807\n[t]\nx = [\n 1, # one\n]\n\n${table}\n`,
  ],
];

describe('settings files of TOML', () => {
  for (const [title, before, after] of files) {
    it(`takes the entries in, once, and out again: ${title}`, () => {
      assert.equal(withTomlEntries(before, [key, server]), after);
      assert.equal(withTomlEntries(after, [key, server]), after);
      const left = withoutTomlEntries(after, [key, server]);
      assert.equal(left.trim(), before.trim());
      if (before !== '') assert.equal(left, before);
    });
  }

  it('leaves what others wrote since when it takes itself out', () => {
    const text = withTomlEntries('a = 1\n', [server]);
    const since = `${text.replace('limit = 3600', 'limit = 60\nmore = true')}\n# mine\n[other]\nb = 2\n`;
    assert.equal(withoutTomlEntries(since, [server]), 'a = 1\n\n# mine\n[other]\nb = 2\n');
  });

  it('leaves a key at the top that a person has changed since, and takes the others out', () => {
    const keys: TomlEntry = { table: [], values: { mode: 'held', asks: 'never' }, recognized: 'same' };
    const text = withTomlEntries('a = 1\n', [keys]);
    assert.equal(withoutTomlEntries(text.replace('"never"', '"always"'), [keys]), 'asks = "always"\n\na = 1\n');
    assert.equal(withoutTomlEntries(text.replace('"held"', '"free"'), [keys]), `${mark}\nmode = "free"\n\na = 1\n`);
    assert.equal(withoutTomlEntries(text, [keys]), 'a = 1\n');
  });

  it('adds only the keys at the top that are missing, and names those that are in the way', () => {
    const keys: TomlEntry = { table: [], values: { mode: 'held', asks: 'never' }, recognized: 'same' };
    const made = `${mark}\nmode = "held"\n\nasks = "never" # mine\n`;
    assert.equal(withTomlEntries('asks = "never" # mine\n', [keys]), made);
    assert.equal(withTomlEntries(made, [keys]), made);
    assert.equal(withoutTomlEntries(made, [keys]), '');
    assert.throws(
      () => withTomlEntries('mode = "held"\nasks = "always"\n', [keys]),
      (error) =>
        error instanceof SettingsError && inEnglish(error.userMessage).startsWith('"asks" already has another value'),
    );
  });

  const rewritten: readonly (readonly [string, string])[] = [
    ['a list on several lines', table.replace('[ "mcp" ]', '[\n  "mcp", # ]\n]')],
    ['a header with spaces and quotes', table.replace('[servers.redline]', '[ servers . "redline" ] # mine')],
    ['keys behind a comment', table.replace('limit', '# note\n\nlimit')],
    ['a table inside', `${table}\n\n[servers.redline.tools.edit] # by the agent\nmode = "approve"`],
    ['without the mark', table.replace(`${mark}\n`, '')],
  ];
  for (const [title, text] of rewritten) {
    it(`takes its table out after it was rewritten: ${title}`, () => {
      const file = `a = 1\n\n${text}\n\n# theirs\n[servers.other]\nurl = "x"\n`;
      assert.equal(withTomlEntries(file, [server]), file);
      assert.equal(withoutTomlEntries(file, [server]), 'a = 1\n\n# theirs\n[servers.other]\nurl = "x"\n');
    });
  }

  it('takes its keys out from between others', () => {
    const file = `a = 1\n${mark}\nmode = "held" # now\nb = 2\n\n[t]\nmode = "held"\n`;
    assert.equal(withoutTomlEntries(file, [key]), 'a = 1\nb = 2\n\n[t]\nmode = "held"\n');
  });

  it('takes its blank line along where a person has written above its keys', () => {
    const keys: TomlEntry = { table: [], values: { mode: 'held', asks: 'never' }, recognized: 'same' };
    for (const text of ['a = 1\n', '\n[a]\n', '\r\n# mine\r\na = 1\r\n'])
      assert.equal(withoutTomlEntries(`mine = 1\n${withTomlEntries(text, [keys])}`, [keys]), `mine = 1\n${text}`);
  });

  it('renews the keys that have other values in their places, and leaves what a person has added', () => {
    const own: TomlEntry = { ...server, recognized: 'any' };
    const file = `[servers.redline]\r\ncommand = "/old/bin/redline"\r\nargs = [\r\n "mcp" ]\r\nenabled = true\r\n[t]\r\nx = 1`;
    const renewed = file.replace('/old', '').replace('enabled = true\r\n', 'enabled = true\r\nlimit = 3600\r\n');
    assert.equal(withTomlEntries(file, [own]), renewed);
    assert.equal(withTomlEntries(renewed, [own]), renewed);
    assert.equal(
      withTomlEntries('[servers.redline]\nargs = ["mcp"]\nlimit = 3600', [own]),
      '[servers.redline]\nargs = ["mcp"]\nlimit = 3600\ncommand = "/bin/redline"',
    );
    assert.throws(() => withTomlEntries('servers.redline = { command = "/old" }\n', [own]), SettingsError);
  });

  it('leaves a table of somebody else alone when it takes itself out', () => {
    const text = '[servers.redline]\ncommand = "other"\n';
    assert.equal(withoutTomlEntries(text, [server]), text);
  });

  const refused: readonly (readonly [string, string, RegExp])[] = [
    ['broken', 'a = \n', /not valid TOML: .*Correct it first/],
    ['a table of the same name', '[servers.redline]\nurl = "x"\n', /"servers\.redline" already has another value/],
    ['the same key', 'mode = "open"\n', /"mode" already has another value/],
    ['servers in one line', 'servers = { other = 1 }\n', /without changing something else/],
    ['a list of servers', '[[servers]]\nname = "x"\n', /without changing something else|already has another value/],
    ['huge', `a = "${'x'.repeat(9 * 1024 * 1024)}"`, /too large/],
  ];
  for (const [title, text, words] of refused) {
    it(`refuses a file with words: ${title}`, () => {
      assert.throws(
        () => withTomlEntries(text, [server, key]),
        (error) => error instanceof SettingsError && words.test(inEnglish(error.userMessage)),
      );
    });
  }

  it('says so where its table was rewritten by hand', () => {
    const text = 'servers.redline = { command = "/bin/redline" }\n';
    assert.throws(() => withoutTomlEntries(text, [server]), SettingsError);
  });
});
