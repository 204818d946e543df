import assert from 'node:assert/strict';
import { Meddling } from './meddling.ts';
import * as plan from './plans.ts';

const [a, b] = ['a before', 'b before'].map(plan.long);
const [after, other] = ['a after', 'b after'].map(plan.long);
assert.ok(a && b && after && other);
const { uri } = plan.at('a');

describe('a group of texts whose documents are about to reload', () => {
  it('waits for a document that is about to reload what a call wrote', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const call = new Meddling({ hear: promise });
    call.window.editor.open(uri);
    assert.equal(await call.apply([plan.edit('a', a, 'between')]), 'applied');
    // The document reloads only after it was loaded for the call.
    call.at('load b', () => void setImmediate(resolve));
    assert.equal(await call.apply([plan.edit('a', 'between', after), plan.edit('b', b, other)]), 'applied');
    assert.deepEqual([call.text('a'), call.text('b'), call.unsaved], [after, other, []]);
    assert.ok(call.took('edit'));
  });

  it('is planned again if the person types in one of its texts while another is about to reload', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const call = new Meddling({ hear: promise });
    const text = call.window.editor.open(uri);
    call.window.editor.open(plan.at('b').uri);
    assert.equal(await call.apply([plan.edit('b', b, 'between')]), 'applied');
    call.at('load b', () => {
      setImmediate(() => {
        call.window.editor.type(uri, 'typed');
        setImmediate(resolve);
      });
    });
    assert.equal(await call.apply([plan.edit('a', a, after), plan.edit('b', 'between', other)]), 'STALE');
    assert.deepEqual([call.text('a'), call.text('b'), text.getText()], [a, 'between', `${a}typed`]);
  });
});
