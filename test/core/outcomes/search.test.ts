import { createOwnFinder } from '../../../src/core/search/ownFinder.ts';
import { createOwnSearch } from '../../../src/core/search/ownSearch.ts';
import { parseRegex } from '../../../src/core/search/regex/parse.ts';
import { compileProgram } from '../../../src/core/search/regex/program.ts';
import { findRequiredText } from '../../../src/core/search/regex/requiredText.ts';
import { createScanner } from '../../../src/core/search/regex/scanner.ts';
import type { RegexFlags } from '../../../src/core/search/regex/syntax.ts';
import type { SearchLimits, SearchScope, TextQuery, UnsavedFile } from '../../../src/core/search/textSearch.ts';
import { anywhere, memoryTree } from '../search/memoryTree.ts';
import { outcomesHold } from './outcomes.ts';

interface ExpressionInput {
  readonly source: string;
  readonly text: string;
  readonly flags: RegexFlags;
}

interface QueryInput {
  readonly files: Readonly<Record<string, string>>;
  readonly query: TextQuery;
  readonly scope: Partial<SearchScope>;
  readonly limits: SearchLimits;
  readonly unsaved: readonly UnsavedFile[];
  readonly sortBy: 'path' | 'modified';
}

describe('what comes of searching', () => {
  outcomesHold('expressions', ({ source, text, flags }: ExpressionInput) => {
    const regex = parseRegex(source, flags);
    const search = createScanner(compileProgram(regex), text);
    const found: unknown[] = [];
    for (let next = search.next(50); next !== undefined && found.length < 50; next = search.next(50)) found.push(next);
    return { required: findRequiredText(regex), found };
  });

  outcomesHold('queries', async ({ files, query, scope, limits, unsaved, sortBy }: QueryInput) => {
    const tree = () => memoryTree(files);
    const whole = { ...anywhere, ...scope };
    return {
      found: await createOwnSearch(tree).search(query, whole, limits, unsaved),
      files: await createOwnFinder(tree).find(whole, limits.maxMatches, sortBy),
    };
  });
});
