import assert from 'node:assert/strict';
import type { JsonEntry } from '../../../../src/core/connect/settingsEntry.ts';
import { isRecord, parseJsonSettings, valueOf } from '../../../../src/core/connect/json/jsonNodes.ts';
import { withJsonEntries, withoutJsonEntries } from '../../../../src/core/connect/json/jsonSettings.ts';
import { SettingsError } from '../../../../src/core/connect/settingsError.ts';
import { inEnglish } from '../../../../src/core/wording/phrase.ts';

const hook: JsonEntry = {
  kind: 'item',
  path: ['hooks', 'Pre'],
  value: { run: 'redline 2' },
  recognized: { field: 'run', matches: /^redline/ },
  group: 'runs',
};
const server: JsonEntry = {
  kind: 'member',
  path: ['servers', 'redline'],
  value: { command: 'redline' },
  recognized: { field: 'command', matches: /^redline(?:-old)?$/ },
};
const both = [hook, server];

/** A settings file before and after, in both cases to the byte. */
const files: readonly (readonly [string, string, string])[] = [
  [
    'none',
    '',
    '{\n  "hooks": {\n    "Pre": [\n      {\n        "run": "redline 2"\n      }\n    ]\n  },\n  "servers": {\n    "redline": {\n      "command": "redline"\n    }\n  }\n}\n',
  ],
  [
    'tabs, no final newline',
    '{\n\t"a": 1\n}',
    '{\n\t"a": 1,\n\t"hooks": {\n\t\t"Pre": [\n\t\t\t{\n\t\t\t\t"run": "redline 2"\n\t\t\t}\n\t\t]\n\t},\n\t"servers": {\n\t\t"redline": {\n\t\t\t"command": "redline"\n\t\t}\n\t}\n}',
  ],
  [
    'CRLF',
    '{\r\n    "a": 1\r\n}\r\n',
    '{\r\n    "a": 1,\r\n    "hooks": {\r\n        "Pre": [\r\n            {\r\n                "run": "redline 2"\r\n            }\r\n        ]\r\n    },\r\n    "servers": {\r\n        "redline": {\r\n            "command": "redline"\r\n        }\r\n    }\r\n}\r\n',
  ],
  [
    'one line',
    '{"a":1,"hooks":{"Pre":[{"run":"mine"}]}}',
    '{"a":1,"hooks":{"Pre":[{"run":"mine"}, {"run":"redline 2"}]}, "servers": {"redline":{"command":"redline"}}}',
  ],
  [
    'comments before, behind and below',
    '// mine\n{\n  /* a */ "a": 1 // note, with a comma\n  // last\n}\n',
    '// mine\n{\n  /* a */ "a": 1, // note, with a comma\n  // last\n  "hooks": {\n    "Pre": [\n      {\n        "run": "redline 2"\n      }\n    ]\n  },\n  "servers": {\n    "redline": {\n      "command": "redline"\n    }\n  }\n}\n',
  ],
  [
    'a trailing comma',
    '{\n  "a": 1,\n}\n',
    '{\n  "a": 1,\n  "hooks": {\n    "Pre": [\n      {\n        "run": "redline 2"\n      }\n    ]\n  },\n  "servers": {\n    "redline": {\n      "command": "redline"\n    }\n  },\n}\n',
  ],
  [
    'hooks and servers of others',
    '{\n  "hooks": {\n    "Pre": [\n      { "run": "mine" } // first\n    ],\n    "Post": []\n  },\n  "servers": {\n    "other": { "url": "x//y" }\n  }\n}\n',
    '{\n  "hooks": {\n    "Pre": [\n      { "run": "mine" }, // first\n      {\n        "run": "redline 2"\n      }\n    ],\n    "Post": []\n  },\n  "servers": {\n    "other": { "url": "x//y" },\n    "redline": {\n      "command": "redline"\n    }\n  }\n}\n',
  ],
];

describe('settings files of JSON', () => {
  for (const [title, before, after] of files) {
    it(`takes the entries in, once, and out again: ${title}`, () => {
      assert.equal(withJsonEntries(before, both), after);
      assert.equal(withJsonEntries(after, both), after);
      const left = withoutJsonEntries(after, both);
      assert.equal(left, before === '' ? '{}\n' : before);
    });
  }

  it('puts its entries into empty lists and objects', () => {
    for (const before of [
      '{}',
      '{ }',
      '{\n}\n',
      '{ "hooks": {}, "servers": {} }',
      '{\n\t"hooks": { "Pre": [] }\n}',
      '{ // x\n}',
    ]) {
      const after = withJsonEntries(before, both);
      const value = valueOf(parseJsonSettings(after));
      assert.ok(isRecord(value), before);
      assert.deepEqual(value['servers'], { redline: { command: 'redline' } });
      assert.deepEqual(value['hooks'], { Pre: [{ run: 'redline 2' }] });
    }
  });

  it('renews what an older version of it wrote, in its place', () => {
    const old =
      '{\n  "hooks": { "Pre": [{ "run": "redline 1" }, 7] },\n  "servers": { "redline": { "command": "redline-old" } }\n}\n';
    const renewed = withJsonEntries(old, both);
    assert.deepEqual(valueOf(parseJsonSettings(renewed)), {
      hooks: { Pre: [{ run: 'redline 2' }, 7] },
      servers: { redline: { command: 'redline' } },
    });
  });

  it('renews objects in them, and leaves what a person has added there', () => {
    const old = '{\n  "servers": { "redline": { "command": "redline-old", "env": { "A": "1" } /* mine */ } }\n}\n';
    const renewed = withJsonEntries(old, [server]);
    assert.equal(renewed, old.replace('redline-old', 'redline'));
    assert.equal(withJsonEntries(renewed, [server]), renewed);
    assert.equal(withoutJsonEntries(renewed, [server]), '{}\n');
  });

  it('takes its part out of an item that is shared with others, and leaves their comments', () => {
    const text =
      '{ "hooks": { "Pre": [\n  { "runs": [ { "run": "redline 1" }, /* mine */ { "run": "x" } ] } // note\n] } }';
    assert.equal(
      withoutJsonEntries(text, [hook]),
      '{ "hooks": { "Pre": [\n  { "runs": [ /* mine */ { "run": "x" } ] } // note\n] } }',
    );
    const own = text.replace('"x"', '"redline 2"');
    assert.equal(withoutJsonEntries(own, [hook]).replaceAll(/\s/g, ''), '{}');
  });

  it('has one item of its own, wherever older ones stand', () => {
    const text =
      '{ "hooks": { "Pre": [{ "runs": [{ "run": "redline 1" }, 7] }, { "run": "redline 1" }, { "run": "redline 2" }] } }';
    const made = withJsonEntries(text, [hook]);
    assert.deepEqual(valueOf(parseJsonSettings(made)), { hooks: { Pre: [{ runs: [7] }, { run: 'redline 2' }] } });
    assert.equal(withJsonEntries(made, [hook]), made);
  });

  it('keeps lists and objects that were empty before', () => {
    const before = '{ "hooks": { "Pre": [] }, "servers": {} }';
    assert.equal(withoutJsonEntries(withJsonEntries(before, both), both, before), before);
    assert.equal(withoutJsonEntries(withJsonEntries(before, both), both), '{}');
  });

  for (const [text, left] of [
    [
      '{ "a": 1 /* one */, "servers": { "redline": { "command": "redline" } } /* two */, }',
      '{ "a": 1 /* one */, /* two */ }',
    ],
    ['{ "servers": { "redline": { "command": "redline" } } /* two */, "a": 1 }', '{ /* two */ "a": 1 }'],
    ['{ "a": 1 // one\n, "servers": { "redline": { "command": "redline" } } }', '{ "a": 1 // one\n }'],
  ] as const)
    it(`takes the right comma out of ${JSON.stringify(text)}`, () => {
      const found = withoutJsonEntries(text, [server]);
      assert.equal(found, left);
      parseJsonSettings(found);
    });

  const own = '"servers": { "redline": { "command": "redline" } }';
  for (const [text, left] of [
    [`{ "x": 1, // note\n  ${own} }`, '{ "x": 1 // note\n }'],
    [`{ "x": 1, // note\n  ${own}, "b": 2 }`, '{ "x": 1, // note\n "b": 2 }'],
    [`{ // note\r\n  ${own} }`, '{ // note\r\n }'],
    [`{ "x": 1, // note\n  ${own} /* of\nmine */ }`, '{ "x": 1 // note\n /* of\nmine */ }'],
    [`{ "x": 1, // note\n  ${own}, // mine\n  "b": 2 }`, '{ "x": 1, // note // mine\n  "b": 2 }'],
  ] as const)
    it(`takes nothing into the comment above it: ${JSON.stringify(text)}`, () => {
      assert.equal(withoutJsonEntries(text, [server]), left);
    });

  it('takes no more into the comment above it when it takes several items out', () => {
    const text = '{ "hooks": { "Pre": [ // note\n  { "run": "redline 1" },\n  { "run": "redline 2" }, 7] } }';
    assert.equal(withoutJsonEntries(text, [hook]), '{ "hooks": { "Pre": [ // note\n 7] } }');
    const grouped =
      '{ "hooks": { "Pre": [{ "runs": [ 1, // note\n  { "run": "redline" },\n  { "run": "redline" }, 7] }] } }';
    assert.equal(withoutJsonEntries(grouped, [hook]), '{ "hooks": { "Pre": [{ "runs": [ 1, // note\n 7] }] } }');
  });

  it('leaves what others wrote since when it takes itself out', () => {
    const text = withJsonEntries('{\n  "a": 1\n}\n', both);
    const since = text.replace('"Pre": [', '"Pre": [\n      { "run": "mine" },').replace('"a": 1,', '"a": 2, // new');
    assert.equal(
      withoutJsonEntries(since, both),
      '{\n  "a": 2, // new\n  "hooks": {\n    "Pre": [\n      { "run": "mine" }\n    ]\n  }\n}\n',
    );
  });

  const refused: readonly (readonly [string, string, RegExp])[] = [
    ['cut off', '{\n  "a": 1,\n  "b": ', /not valid JSON: \w+ in line 3\. Correct it first\./],
    ['no object', '[1]', /does not contain a JSON object/],
    ['only a comment', '// nothing\n', /not valid JSON|not contain a JSON object/],
    ['a name twice on the way', '{ "hooks": {}, "hooks": {} }', /has "hooks" twice/],
    ['a list where an object belongs', '{ "hooks": [] }', /"hooks" already has another value/],
    ['an object where a list belongs', '{ "hooks": { "Pre": {} } }', /"hooks\.Pre" already has another value/],
    [
      'a server of the same name',
      '{ "servers": { "redline": { "url": "x" } } }',
      /"servers\.redline" already has another value/,
    ],
    ['nested too deeply', `{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}`, /nested too deeply/],
    ['huge', `{"a":"${'x'.repeat(9 * 1024 * 1024)}"}`, /too large/],
  ];
  for (const [title, text, words] of refused) {
    it(`refuses a file with words: ${title}`, () => {
      assert.throws(
        () => withJsonEntries(text, both),
        (error) => error instanceof SettingsError && words.test(inEnglish(error.userMessage)),
      );
    });
  }

  it('takes out the rest where something else stands in the place of an entry', () => {
    for (const text of ['{ "hooks": 1 }', '{ "hooks": [] }', '{ "servers": "x" }', '{ "hooks": { "Pre": {} } }'])
      assert.equal(withoutJsonEntries(text, both), text);
    const server = withJsonEntries(
      '{}',
      both.filter(({ kind }) => kind === 'member'),
    );
    const changed = server.replace('{', '{\n  "hooks": [],');
    assert.equal(withoutJsonEntries(changed, both), '{\n  "hooks": []\n}');
  });

  it('minds names that are twice elsewhere as little as the programs that read the file', () => {
    const before = '{\n  "a": 1,\n  "a": 2\n}\n';
    assert.equal(withoutJsonEntries(withJsonEntries(before, both), both), before);
  });
});
