import assert from 'node:assert/strict';
import { findRequestId, readMessage } from '../../../src/bridge/relay/jsonRpc.ts';

describe('a JSON-RPC message', () => {
  for (const [title, message] of [
    ['a request with the id null', '{"jsonrpc":"2.0","id":null,"method":"ping"}'],
    ['a result with the id null', '{"jsonrpc":"2.0","id":null,"result":{}}'],
    ['a fraction as an id', '{"jsonrpc":"2.0","id":1.5,"method":"ping"}'],
  ] as const)
    it(`is not ${title}`, () => assert.equal(readMessage(message), undefined));

  for (const [part, id] of [
    ['{"jsonrpc":"2.0","id":12,"method":', 12],
    ['{"id" : "a\\"b", "params": {', 'a"b'],
    ['…"}},"id":-3}', -3],
    ['{"jsonrpc":"2.0","id":1.5,"method":', undefined],
    ['{"jsonrpc":"2.0","id":12.5,"method":', undefined],
    ['{"jsonrpc":"2.0","id":1e3,"method":', undefined],
    ['…"}},"id":1.5}', undefined],
  ] as const)
    it(`has ${id === undefined ? 'no usable id' : `the id ${JSON.stringify(id)}`} in ${part}`, () =>
      assert.equal(findRequestId(part), id));
});
