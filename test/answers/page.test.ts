import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { allTools } from '../../src/tools/allTools.ts';
import { repositoryRoot } from '../host/driver/paths.ts';
import { answersPage } from './page.ts';

const codes = [
  ...['VALIDATION_ERROR', 'NOT_FOUND', 'ALREADY_EXISTS', 'NO_MATCH', 'AMBIGUOUS_MATCH', 'NO_CHANGE', 'STALE'],
  ...['BINARY_FILE', 'ENCODING', 'TOO_LARGE', 'PATCH_INVALID', 'PATCH_CONFLICT', 'OUTSIDE_WORKSPACE'],
  ...['PERMISSION_DENIED', 'WRITES_DISABLED', 'REJECTED', 'IO_ERROR', 'PARTIALLY_APPLIED'],
];

describe('docs/answers.md', () => {
  let page = '';
  before(async () => (page = await answersPage()));

  it('is up to date; `npm run answers` writes it', () => {
    assert.equal(readFileSync(path.join(repositoryRoot, 'docs/answers.md'), 'utf8'), page);
  });

  it('shows every tool, and every code in an answer', () => {
    for (const { name } of allTools) assert.ok(page.includes(`\`\`${name} {`), name);
    for (const code of codes) assert.ok(page.includes(`\n[${code}] `), code);
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
