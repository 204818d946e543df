import assert from 'node:assert/strict';
import { sha256 } from '../../../src/core/text/bytes.ts';
import { WriteLog } from '../../../src/vscode/watch/writeLog.ts';

const mebibyte = 1024 * 1024;

describe('what is written in the editor', () => {
  const write = (path: string, by: 'reviewed' | 'editor') =>
    ({ folder: 'file:///w', path, before: 'absent', after: 'any', by, isDone: true, time: 1 }) as const;

  for (const [many, one] of [
    ['editor', 'reviewed'],
    ['reviewed', 'editor'],
  ] as const) {
    it(`is still known where 2500 others are ${many}`, () => {
      const log = new WriteLog();
      log.add(write('mine', one));
      for (let index = 0; index < 2500; index++) log.add(write(String(index), many));
      const paths = log.since('file:///w', 0).map(({ path }) => path);
      assert.deepEqual([paths.length, paths[0], paths[1], paths.at(-1)], [2001, 'mine', '500', '2499']);
    });
  }

  it('keeps the texts that the person saved, however large the notebooks are that the editor saves', async () => {
    const log = new WriteLog();
    const text = Buffer.from('mine');
    const state = await log.store(text, 'user');
    const notebooks = Array.from({ length: 5 }, (_, index) => Buffer.alloc(8 * mebibyte, index));
    for (const notebook of notebooks) await log.store(notebook, 'editor');
    assert.equal(log.contentOf(state), text);
    const states = await Promise.all(notebooks.map((notebook) => sha256(notebook)));
    assert.deepEqual(
      states.map((each) => log.contentOf(each)?.length),
      [undefined, undefined, undefined, 8 * mebibyte, 8 * mebibyte],
    );
  });

  it('drops a text that was saved again after those that were not', async () => {
    const log = new WriteLog();
    const texts = Array.from({ length: 5 }, (_, index) => Buffer.alloc(8 * mebibyte, index));
    const [first, second, ...others] = texts;
    assert.ok(first !== undefined && second !== undefined);
    for (const text of [first, second, first, ...others]) await log.store(text, 'user');
    const states = await Promise.all([first, second].map((text) => sha256(text)));
    assert.deepEqual(
      states.map((state) => log.contentOf(state)?.length),
      [8 * mebibyte, undefined],
    );
  });

  it('has no content where nothing was there, or could be read', async () => {
    const log = new WriteLog();
    assert.deepEqual([await log.store(undefined, 'user'), await log.store('unread', 'user')], ['absent', 'any']);
  });
});
