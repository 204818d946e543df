import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { ErrorCode } from '../../src/core/wording/errors.ts';
import { allTools } from '../../src/tools/allTools.ts';
import { repositoryRoot } from '../host/driver/paths.ts';
import { answersPage } from './page.ts';

/** The compiler holds that none is missing. */
const codes: Readonly<Record<ErrorCode, true>> = {
  VALIDATION_ERROR: true,
  NOT_FOUND: true,
  ALREADY_EXISTS: true,
  NO_MATCH: true,
  AMBIGUOUS_MATCH: true,
  NO_CHANGE: true,
  STALE: true,
  BINARY_FILE: true,
  ENCODING: true,
  TOO_LARGE: true,
  PATCH_INVALID: true,
  PATCH_CONFLICT: true,
  OUTSIDE_WORKSPACE: true,
  PERMISSION_DENIED: true,
  WRITES_DISABLED: true,
  REJECTED: true,
  IO_ERROR: true,
  PARTIALLY_APPLIED: true,
};

describe('docs/answers.md', () => {
  let page = '';
  before(async () => (page = await answersPage()));

  it('is up to date; `npm run answers` writes it', () => {
    assert.equal(readFileSync(path.join(repositoryRoot, 'docs/answers.md'), 'utf8'), page);
  });

  it('shows every tool, and every code in an answer', () => {
    for (const { name } of allTools) assert.ok(page.includes(`\`\`${name} {`), name);
    for (const code of Object.keys(codes)) assert.ok(page.includes(`\n[${code}] `), code);
  });

  it('has whole sentences in every failure, and says what to do next', () => {
    const failures = [...page.matchAll(/^\[[A-Z_]+\] (.*)$/gm)].map(([, text = '']) => text);
    for (const text of failures) {
      assert.match(text, /^[\p{Lu}\p{L}"\d./]/u);
      assert.match(text, /[.:;]$|\.[")]$/, text);
      assert.ok((text.match(/[.?!:;](?: |$)/g) ?? []).length > 1, `no next step: ${text}`);
    }
  });

  it('gets the number of nouns right', () => {
    assert.doesNotMatch(
      page,
      /(?<![\d.,-])1 (?:more )?(?:lines|files|bytes|entries|matches|changes|replacements|folders)\b/,
    );
    assert.doesNotMatch(
      page,
      /(?<![\d.,-])(?:[02-9]|[1-9]\d+) (?:more )?(?:line|file|byte|entry|match|change|folder)\b(?! endings?)/,
    );
  });
});
