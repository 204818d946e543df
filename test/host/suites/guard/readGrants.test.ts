import assert from 'node:assert/strict';
import type { Change } from '../../../../src/core/change/change.ts';
import type { ResolvedPath } from '../../../../src/vscode/files/paths/resolvedPath.ts';
import { inGate } from './data/readGate.ts';

function pathOutside(uri: string, { isFolder = false, isMissing = false } = {}): ResolvedPath {
  const path = uri.replace('file://', '');
  return {
    location: { uri, path, real: uri },
    subject: {
      display: path,
      isInside: false,
      spellings: [],
      spellingsWithFolderName: [path.slice(1)],
      isLinked: false,
      isFolder,
      warnings: [],
    },
    folders: [],
    isLink: false,
    identity: undefined,
    isMissing,
    nestedRoots: [],
    size: 1,
  };
}

const outside = pathOutside('file:///outside/file.txt');
const folder = pathOutside('file:///outside', { isFolder: true });
const creation: Change = { kind: 'createDirectory', at: outside.location };

it(
  'the question what a file outside is offers nothing for its folder',
  inGate(async ({ call, asked }) => {
    await call('redline_path_info').requireStat(outside);
    assert.deepEqual(
      asked.map(({ answers }) => answers),
      [['no', 'once', 'session']],
    );
  }),
);

describe('"Allow in This Session" of a path outside', () => {
  it(
    'for a call that only looks covers later looks, and no later read',
    inGate(async ({ call, countAsked }) => {
      await call('redline_path_info').requireStat(outside);
      await call('redline_path_info').requireStat(outside);
      assert.equal(countAsked(), 1);
      await call('redline_read_file').allow(outside);
      assert.equal(countAsked(), 2);
    }),
  );

  it(
    'for a call that only looks at a folder covers nothing that is in it',
    inGate(async ({ call, countAsked }) => {
      await call('redline_path_info').requireStat(folder);
      await call('redline_path_info').requireStat(folder);
      assert.equal(countAsked(), 1);
      await call('redline_read_file').allow(outside);
      assert.equal(countAsked(), 2);
      await call('redline_list_directory').allow(folder);
      assert.equal(countAsked(), 3);
    }),
  );

  it(
    'for a call that looks at a secret does not answer the question of its content',
    inGate(async ({ call, countAsked }) => {
      const secret = pathOutside('file:///outside/.env');
      const write = call('redline_write_file');
      await write.requireStat(secret);
      await write.allow(secret);
      assert.equal(countAsked(), 2);
    }),
  );

  it(
    'for a call that looks and reads covers later reads',
    inGate(async ({ call, countAsked }) => {
      const first = call('redline_read_file');
      await first.requireStat(outside);
      await first.allow(outside);
      const second = call('redline_read_file');
      await second.requireStat(outside);
      await second.allow(outside);
      assert.equal(countAsked(), 1);
    }),
  );

  for (const [what, path, below] of [
    ['a file', outside, outside],
    ['a folder', folder, outside],
  ] as const)
    it(
      `for a call that tells what ${what} is, and reads it for that, covers no later read`,
      inGate(async ({ call, countAsked }) => {
        const info = call('redline_path_info');
        await info.requireStat(path);
        await info.allow(path);
        await info.allow(path);
        assert.equal(info.readAction(path)(path.subject), 'allow');
        assert.equal(countAsked(), 1);
        await call('redline_read_file').allow(below);
        assert.equal(countAsked(), 2);
      }),
    );

  for (const uri of ['file:///outside/new.txt', 'file:///outside/.env'])
    it(
      `for a path where nothing is covers no content that is there later: ${uri}`,
      inGate(async ({ call, countAsked }) => {
        const missing = pathOutside(uri, { isMissing: true });
        const present = pathOutside(uri);
        const first = call('redline_read_file');
        await first.requireStat(missing);
        await first.allow(missing);
        assert.equal(countAsked(), 1);
        await first.allow(present);
        assert.equal(countAsked(), 2);
      }),
    );

  for (const tool of ['redline_read_file', 'redline_search_text'])
    for (const uri of ['file:///outside/new.txt', 'file:///outside/.env'])
      it(
        `for a path where nothing is covers no later call that finds something: ${tool} ${uri}`,
        inGate(async ({ call, countAsked }) => {
          const missing = pathOutside(uri, { isMissing: true });
          await call(tool).allow(missing);
          await call(tool).requireStat(missing);
          await call(tool).allow(missing);
          assert.equal(countAsked(), 1);
          await call(tool).allow(pathOutside(uri));
          assert.equal(countAsked(), 2);
        }),
      );

  it(
    'says that listing a folder covers reading in it',
    inGate(async ({ call, asked }) => {
      await call('redline_path_info').requireStat(folder);
      await call('redline_find_files').allow(folder);
      await call('redline_list_directory').allow(outside);
      const coverings = asked.map(({ text }) => text.includes('"Allow in This Session" covers reading everything in'));
      assert.deepEqual(coverings, [false, true]);
    }),
  );
});

describe('the questions about a change outside that is not made', () => {
  const onlyOnce = ['no', 'once'];

  for (const plan of ['failed', 'tried'] as const)
    it(
      `tell that the contents are seen, and are answered for the call alone: ${plan}`,
      inGate(async ({ call, asked }) => {
        const edit = call('redline_edit_file', true);
        await edit.requireStat(outside);
        await edit.allow(outside);
        await edit.requireDisclosure(plan);
        assert.deepEqual(
          asked.map(({ answers }) => answers),
          [onlyOnce],
        );
        assert.match(asked[0]?.text ?? '', /will see its contents/);
        assert.doesNotMatch(asked[0]?.text ?? '', /session/i);
      }),
    );

  it(
    'allow for the session no more paths than they name',
    inGate(async ({ call, asked }) => {
      for (const count of [3, 4]) {
        const edit = call('redline_edit_file', true);
        for (let index = 0; index < count; index++)
          await edit.allow(pathOutside(`file:///outside/${count}-${index}.txt`));
        await edit.requireDisclosure([]);
      }
      assert.deepEqual(
        asked.map(({ answers }) => answers),
        [[...onlyOnce, 'session'], onlyOnce],
      );
    }),
  );

  it(
    'cover nothing in a folder that the plan only looked at',
    inGate(async ({ call, countAsked }) => {
      const write = call('redline_write_file', true);
      await write.requireStat(folder);
      await write.requireDisclosure([]);
      assert.equal(countAsked(), 1);
      await call('redline_read_file').allow(outside);
      assert.equal(countAsked(), 2);
    }),
  );

  it(
    'are asked again although an earlier plan would have shown every read',
    inGate(async ({ call, countAsked }) => {
      const edit = call('redline_edit_file', true);
      await edit.requireStat(folder);
      await edit.allow(outside);
      await edit.requireDisclosure([creation]);
      assert.equal(countAsked(), 0);
      await edit.allow(outside);
      await edit.requireDisclosure('failed');
      assert.equal(countAsked(), 1);
    }),
  );
});
