import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type {
  ExcludedCounts,
  SearchAnswer,
  SearchLimits,
  SearchScope,
  TextQuery,
  UnsavedFile,
} from '../../../src/core/search/textSearch.ts';
import { countExcluded } from '../../../src/node/ripgrep/scope/listFiles.ts';
import { toRgScope } from '../../../src/node/ripgrep/scope/scope.ts';
import { findRipgrep } from '../../../src/node/ripgrep/loadRipgrep.ts';
import { createRipgrepSearch } from '../../../src/node/ripgrep/ripgrepSearch.ts';
import { few, plain } from '../../core/search/queryCases.ts';
import { installHost } from '../../host/driver/install-host.ts';

/** A folder made anew for each test, and the ripgrep of the pinned VS Code. */
export interface Searching {
  readonly rg: string;
  readonly root: string;
  files(contents: Readonly<Record<string, string | Uint8Array>>): void;
  scope(scope?: Partial<SearchScope>): SearchScope;
  search(
    query: string | Partial<TextQuery>,
    scope?: Partial<SearchScope>,
    limits?: Partial<SearchLimits>,
    unsaved?: readonly UnsavedFile[],
  ): Promise<SearchAnswer>;
  /** What a search of the scope leaves out, counted in as much time as that takes. */
  excluded(scope: Partial<SearchScope>): Promise<ExcludedCounts>;
}

/** Call inside `describe`. */
export function searching(): Searching {
  let rg = '';
  let root = '';
  before(async function () {
    this.timeout(300_000);
    rg = (await findRipgrep(await installHost())) ?? '';
    assert.notEqual(rg, '');
  });
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'ripgrep-'));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));
  const scope = (part: Partial<SearchScope> = {}): SearchScope => ({
    root,
    path: '',
    globs: [],
    excludes: [],
    includeHidden: true,
    includeIgnored: false,
    ...part,
  });
  return {
    get rg() {
      return rg;
    },
    get root() {
      return root;
    },
    files(contents) {
      for (const [path, content] of Object.entries(contents)) {
        mkdirSync(dirname(join(root, path)), { recursive: true });
        writeFileSync(join(root, path), content);
      }
    },
    scope,
    search(query, part, limits, unsaved = []) {
      const asked = typeof query === 'string' ? { text: query } : query;
      return createRipgrepSearch(rg).search({ ...plain, ...asked }, scope(part), { ...few, ...limits }, unsaved);
    },
    async excluded(part) {
      return countExcluded(rg, await toRgScope(scope(part), 'filesAndFolders', undefined), 1e7, undefined);
    },
  };
}

/** A small repository with `q` in each file. */
export const tree = {
  '.gitignore': '/out/\n*.log\n!keep.log\n',
  'src/.gitignore': 'g.ts\n',
  '.hid/f.ts': 'q',
  'a.ts': 'q',
  'x.log': 'q',
  'keep.log': 'q',
  'out/x.ts': 'q',
  'src/a.js': 'q',
  'src/b.ts': 'q',
  'src/g.ts': 'q',
  'src/in/c.ts': 'q',
  '.git/q': 'q',
};
