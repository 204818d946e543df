import assert from 'node:assert/strict';
import { posix as posixPath, win32 } from 'node:path';
import * as fc from 'fast-check';
import { ToolError } from '../../../src/core/wording/errors.ts';
import { pathForms } from '../../../src/core/path/misleadingNames.ts';
import { absolutePathOf, locatePath } from '../../../src/core/path/locatePath.ts';
import { resolvePath } from './resolvePath.ts';
import type { PathContext } from '../../../src/core/path/pathParts.ts';
import { mac, posix, several, windows } from './workspaces.ts';

/** Pieces that paths are made of, the dangerous ones many times as often as chance would have them. */
const piece = fc.oneof(
  fc.constantFrom(
    '..',
    '.',
    '/',
    '//',
    '\\',
    ':',
    '~',
    '%2e',
    '%2f',
    'c:',
    'C:\\',
    'file://',
    '\u0000',
    '\u200b',
    '\uff0e',
    ' ',
    '.git',
  ),
  fc.constantFrom(
    'home',
    'u',
    'ws',
    'ws-evil',
    'Users',
    'repo',
    'app',
    'packages',
    'lib',
    'twin',
    'one',
    'Café',
    '?',
    '#',
    '$HOME',
  ),
  fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code)),
);
const anyPath = fc.oneof(
  fc.array(piece, { maxLength: 10 }).map((pieces) => pieces.join('')),
  fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join('/')),
  fc.array(piece, { maxLength: 8 }).map((pieces) => `/home/u/ws/${pieces.join('/')}`),
  fc.array(piece, { maxLength: 8 }).map((pieces) => `c:\\Users\\u\\ws\\${pieces.join('\\')}`),
);

const contexts: readonly (readonly [string, PathContext])[] = [
  ['POSIX', posix],
  ['case folding', mac],
  ['Windows', windows],
  ['several folders', several],
];

describe('any string', () => {
  for (const [title, context] of contexts) {
    it(`is refused or inside, by the platform's own reckoning (${title})`, () => {
      fc.assert(
        fc.property(anyPath, (asked) => holds(asked, context)),
        { numRuns: 200 },
      );
    });
  }

  it('folds to something stable', () => {
    fc.assert(
      fc.property(anyPath, (path) => {
        const first = pathForms(path)[0] ?? '';
        assert.equal(pathForms(first)[0], first);
      }),
      { numRuns: 200 },
    );
  });
});

function holds(asked: string, context: PathContext): void {
  try {
    const at = resolvePath(asked, context);
    const segments = at.relative === '' ? [] : at.relative.split('/');
    for (const segment of segments) {
      assert.ok(!['', '.', '..'].includes(segment) && !segment.includes('\u0000'));
    }
    const { isWindows } = context.flavour;
    const path = isWindows ? win32 : posixPath;
    const absolute = absolutePathOf(at, isWindows);
    assert.equal(path.normalize(absolute), absolute, 'already normal');
    const back = path.relative(at.root.path, absolute);
    assert.ok(!back.split(path.sep).includes('..') && !path.isAbsolute(back), `${asked} left by ${back}`);
    const again = resolvePath(at.display, context);
    assert.deepEqual([again.root, again.relative], [at.root, at.relative], at.display);
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    assert.ok(error.code === 'VALIDATION_ERROR' || error.code === 'OUTSIDE_WORKSPACE');
    assert.ok(error.message.length < 600);
    assert.doesNotThrow(() => tryLocate(asked, context));
  }
}

/** Outside is an answer only as an absolute path; everything else is a ToolError. */
function tryLocate(asked: string, context: PathContext): void {
  try {
    const located = locatePath(asked, context);
    if (located.kind === 'outside')
      assert.ok((context.flavour.isWindows ? win32 : posixPath).isAbsolute(located.absolute));
  } catch (error) {
    assert.ok(error instanceof ToolError);
  }
}
