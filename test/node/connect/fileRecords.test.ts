import assert from 'node:assert/strict';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deleteRecord, hasRecords, saveRecord } from '../../../src/node/connect/fileRecords.ts';

describe('the records of settings files', () => {
  const homeBefore = process.env['REDLINE_HOME'];
  let root = '';
  beforeEach(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'redline-records-')));
    process.env['REDLINE_HOME'] = join(root, '.redline');
  });
  afterEach(() => {
    if (homeBefore === undefined) delete process.env['REDLINE_HOME'];
    else process.env['REDLINE_HOME'] = homeBefore;
    rmSync(root, { recursive: true });
  });

  it('are there from the first connection of an agent until the last is taken back', async () => {
    assert.equal(hasRecords(), false);
    for (const file of ['a', 'b']) await saveRecord(file, 'connect', { before: undefined, after: 'x' });
    await deleteRecord('a', 'connect');
    assert.equal(hasRecords(), true);
    await deleteRecord('b', 'connect');
    assert.equal(hasRecords(), false);
  });
});
