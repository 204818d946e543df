import assert from 'node:assert/strict';
import {
  failure,
  forbidsRetry,
  isUnexpected,
  ToolError,
  toToolError,
  withoutAdvice,
  formatTrace,
} from '../../../src/core/wording/errors.ts';
import { inEnglish, phrase } from '../../../src/core/wording/phrase.ts';

const system = (code: string, message = 'something at /secret/place'): Error =>
  Object.assign(new Error(message), { code });

describe('words of failures', () => {
  const rows: readonly (readonly [cause: unknown, code: string, words: RegExp])[] = [
    [
      system('ENOSPC'),
      'IO_ERROR',
      /^Edit a failed \(ENOSPC\): the disk is full\. Nothing was changed\. Tell the user, and do not try again until/,
    ],
    [system('EDQUOT'), 'IO_ERROR', /the disk is full/],
    [system('Unknown', 'Error: ENOSPC: no space left on device, write'), 'IO_ERROR', /\(ENOSPC\): the disk is full/],
    [system('EMFILE'), 'IO_ERROR', /\(EMFILE\): too many files are open\. Nothing was changed\. Try once more/],
    [system('EBUSY'), 'IO_ERROR', /another program has the file open/],
    [system('EIO'), 'IO_ERROR', /^Edit a failed \(EIO\)\. Nothing was changed\./],
    [system('ENOENT'), 'NOT_FOUND', /redline_list_directory/],
    [system('EROFS'), 'PERMISSION_DENIED', /do not try again/],
    [system('ENAMETOOLONG'), 'VALIDATION_ERROR', /shorter name/],
    [
      new Error('Tab close: Invalid tab not found!'),
      'IO_ERROR',
      /^Edit a failed; see the Redline log for details\. Nothing/,
    ],
    [new DOMException('aborted', 'AbortError'), 'IO_ERROR', /^Edit a failed; see the Redline log/],
    ['thrown', 'IO_ERROR', /Nothing was changed/],
  ];
  for (const [cause, code, words] of rows) {
    it(`${code} for ${String(cause)} ${cause instanceof Error && 'code' in cause ? String(cause.code) : ''}`, () => {
      const error = toToolError(cause, phrase('Edit {0}', 'a'));
      assert.equal(error.code, code);
      assert.match(error.message, words);
      assert.doesNotMatch(error.message, /secret/);
      assert.equal(error.cause, cause, 'the log is told what it came from');
    });
  }

  it('tells people what happened, and no advice to a model', () => {
    for (const [cause] of rows) {
      const { userMessage: told } = toToolError(cause, phrase('Edit {0}', 'a'));
      assert.ok(told);
      assert.doesNotMatch(inEnglish(told), /redline_|user|[Tt]ry (once|again)/);
    }
  });

  it('has a code of its own for what left something changed, which is not to be tried again', () => {
    const error = failure('PARTIALLY_APPLIED', phrase('Half.'), 'Tell the user.');
    assert.equal(error.message, 'Half. Tell the user.');
    assert.ok(forbidsRetry(error.code));
    assert.ok(!forbidsRetry('IO_ERROR'));
  });

  it('sends to the log what nobody foresaw', () => {
    assert.deepEqual(
      [
        system('EIO'),
        new ToolError('IO_ERROR', 'a'),
        new ToolError('PARTIALLY_APPLIED', 'a'),
        new ToolError('STALE', 'a'),
      ].map(isUnexpected),
      [true, true, true, false],
    );
  });
});

describe('a trace for the log', () => {
  it('has kind, code, message, frames and causes', () => {
    const error = toToolError(system('EIO', 'i/o error'), 'Reading a');
    const trace = formatTrace(error);
    assert.match(
      trace,
      /^ToolError \(IO_ERROR\): Reading a failed[^]*\n\s+at [^]*\ncaused by Error \(EIO\): i\/o error\n\s+at /,
    );
  });

  it('quotes nothing that was read', () => {
    let cause: unknown;
    try {
      JSON.parse('SECRET');
    } catch (thrown) {
      cause = thrown;
    }
    assert.match(formatTrace(cause), /^SyntaxError\n\s+at /);
    assert.doesNotMatch(formatTrace(cause), /SECRET|"/);
  });

  it('ends where causes go in a circle', () => {
    const error = new Error('a');
    error.cause = error;
    assert.ok(formatTrace(error).length > 0);
    assert.equal(formatTrace('text'), 'text');
  });
});

describe('what a user is told of a failure that was worded for models', () => {
  const rows: readonly (readonly [message: string, told: string])[] = [
    ['a.txt does not exist. Find the right path with redline_find_files.', 'a.txt does not exist.'],
    [
      'a.txt has 3 lines. Nothing was changed. Call again with startLine from 1 to 3.',
      'a.txt has 3 lines. Nothing was changed.',
    ],
    ['a.txt has unsaved changes. Ask the user to save them, then call again.', 'a.txt has unsaved changes.'],
    ['The file system does not allow it; do not try again.', 'The file system does not allow it; do not try again.'],
    ['"v1. Old/a.txt" does not exist.', '"v1. Old/a.txt" does not exist.'],
  ];
  for (const [message, told] of rows) it(told, () => assert.equal(withoutAdvice(message), told));
});
