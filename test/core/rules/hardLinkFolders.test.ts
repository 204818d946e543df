import assert from 'node:assert/strict';
import { hardLinkFolders } from '../../../src/core/rules/hardLinkFolders.ts';

describe('the folders to look in for other names of a hard link', () => {
  it('are the nearest of many ancestors', () => {
    const folder = Array.from({ length: 14 }, (_, index) => index).join('/');
    assert.ok(hardLinkFolders(`${folder}/f`).includes(folder));
  });
});
