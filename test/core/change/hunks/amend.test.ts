import assert from 'node:assert/strict';
import { applyEditorEdits } from '../../../../src/core/change/hunks/amend.ts';

describe('applyEditorEdits', () => {
  it('keeps the line endings of unchanged lines, and gives the usual one to the others', () => {
    assert.equal(applyEditorEdits('a\r\nb\nc\r\nd\re', 'a\nb\nC\nd\ne'), 'a\r\nb\nC\r\nd\re');
    assert.equal(applyEditorEdits('a\r\nb\r\n', 'a\nnew\nb\nlast'), 'a\r\nnew\r\nb\r\nlast');
    assert.equal(applyEditorEdits('a\nb\nc', 'a\nc'), 'a\nc');
    assert.equal(applyEditorEdits('a\n', ''), '');
    assert.equal(applyEditorEdits('a\rb\nc\n', 'a\n\nc\n'), 'a\r\rc\n');
    assert.equal(applyEditorEdits('a\rb\n\n', 'a\n\n'), 'a\r\r');
    assert.equal(applyEditorEdits('', 'a\n'), 'a\n');
    assert.equal(applyEditorEdits('a\nb\n', 'a\nb'), 'a\nb');
  });

  it('keeps bytes that the editor could not show, and does not guess where their line was changed', () => {
    assert.equal(applyEditorEdits('a\udc80\nb\n', 'a\ufffd\nB\n'), 'a\udc80\nB\n');
    assert.equal(applyEditorEdits('a\udc80\nb\n', 'A\ufffd\nb\n'), undefined);
    assert.equal(applyEditorEdits('a\udc80\nb\n', 'b\n'), undefined);
  });

  it('returns the text itself if nothing was amended', () => {
    const text = Array.from({ length: 2000 }, (_, at) => `line ${at % 7}${['\n', '\r\n', '\r'][at % 3]}`).join('');
    assert.equal(applyEditorEdits(text, text.replace(/\r\n?/g, '\n')), text);
  });
});
