import assert from 'node:assert/strict';
import { withoutAddedMarks } from '../../../src/vscode/files/addedMarks.ts';

const mark = '\uFEFF';

describe('a saved proposal is read without the byte order marks that were added to it', () => {
  it('whether the settings asked for one then or not', () => {
    assert.equal(withoutAddedMarks('let a;', 'let b;'), 'let a;');
    assert.equal(withoutAddedMarks(`${mark}let a;`, 'let b;'), 'let a;');
    assert.equal(withoutAddedMarks('', 'let b;'), '');
  });

  it('but with its own, unless the user removed it', () => {
    assert.equal(withoutAddedMarks(`${mark}${mark}${mark}let a;`, `${mark}let b;`), `${mark}let a;`);
    assert.equal(withoutAddedMarks(`${mark}${mark}let a;`, `${mark}let b;`), 'let a;');
  });
});
