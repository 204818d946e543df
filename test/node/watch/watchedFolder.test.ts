import { itSees, type Look } from './looks.ts';

const looks: readonly Look[] = [
  { title: 'nothing', files: { a: '1' }, script: 'true', changes: [] },
  { title: 'sed -i', files: { a: 'one\n', b: 'two\n' }, script: 'sed -i s/one/1/ a', changes: ['* a'] },
  { title: 'a heredoc', files: { a: '1' }, script: "cat > d/n <<'E'\nx\nE", setUp: 'mkdir d', changes: ['+ d/n'] },
  { title: 'mv', files: { a: '1', 'd/b': '2' }, script: 'mv a c; mv d e', changes: ['+ c', '+ e/b', '- a', '- d/b'] },
  { title: 'rm -rf', files: { 'd/a': '1', 'd/e/b': '2', c: '3' }, script: 'rm -rf d', changes: ['- d/a', '- d/e/b'] },
  {
    title: 'git checkout -- .',
    files: { a: '1', b: '2' },
    setUp: 'echo later > a; rm b',
    script: 'git checkout -q -- .',
    changes: ['* a', '+ b'],
  },
  {
    title: 'git stash',
    files: { a: '1' },
    setUp: 'echo later > a; echo new > n',
    script: 'git stash -q -u',
    changes: ['* a', '- n'],
  },
  { title: 'a mode', files: { a: '1' }, script: 'chmod +x a', changes: ['x a'] },
  { title: 'a link in place of a file', files: { a: '1', b: '1' }, script: 'ln -sf b a', changes: ['* a'] },
  { title: 'a dangling link', files: { a: '1' }, script: 'ln -s nowhere l', changes: ['+ l'] },
  {
    title: 'a file replaced by a folder',
    files: { a: '1' },
    script: 'rm a; mkdir a; echo 2 > a/b',
    changes: ['+ a/b', '- a'],
  },
  {
    title: 'a folder replaced by a file',
    files: { 'a/b': '1' },
    script: 'rm -r a; echo 2 > a',
    changes: ['+ a', '- a/b'],
  },
  {
    title: 'a folder replaced by a link',
    files: { 'a/b': '1', 'c/b': '1' },
    script: 'rm -r a; ln -s c a',
    changes: ['+ a', '- a/b'],
  },
  { title: 'a circle of links', files: { 'a/b': '1' }, script: 'rm -r a; ln -s a/b a', changes: ['+ a', '- a/b'] },
  {
    title: 'a name in another case',
    files: { readme: '1' },
    script: 'mv readme README',
    changes: ['+ README', '- readme'],
  },
  { title: 'touched only', files: { a: '1', b: '2' }, script: 'touch -d 2001-01-01 a b', changes: [] },
  {
    title: 'a build into an ignored folder',
    files: { '.gitignore': 'out/\n' },
    script: 'mkdir out; echo 1 > out/a',
    changes: [],
  },
  {
    title: 'names of all kinds',
    files: { a: '1' },
    script: `printf x > 'n
l'; printf x > ' s'; printf x > '"q"'; printf x > ':(top)p'; printf x > 'ü'`,
    changes: ['+  s', '+ "q"', '+ :(top)p', '+ n\nl', '+ ü'],
  },
  {
    title: 'a name that is no UTF-8',
    files: { a: '1' },
    script: String.raw`printf x > "$(printf 'a\377')"`,
    changes: ['+ a\udcff'],
  },
  { title: 'a secret', files: { a: '1', '.env': 'K=1' }, script: 'echo K=2 > .env', changes: ['* .env (secret)'] },
  { title: 'a new secret', files: { a: '1' }, script: 'mkdir d; echo K=2 > d/.env', changes: ['+ d/.env (secret)'] },
  { title: 'a secret that goes', files: { a: '1', '.env': 'K=1' }, script: 'rm .env', changes: ['- .env (secret)'] },
  {
    title: 'an ignored secret that is in the index',
    files: { '.env': 'K=1' },
    setUp: 'echo .env > .gitignore',
    script: 'echo K=2 > .env',
    changes: ['* .env (secret)'],
  },
  {
    title: 'files that an ignore rule hid until now',
    files: { '.gitignore': 'data/\n*.log\n', 'sub/.gitignore': 'x\n' },
    setUp: 'mkdir -p data/d; echo 1 > data/d/a; echo 1 > b.log; echo 1 > sub/x',
    script: ': > .gitignore; rm sub/.gitignore; echo 2 > new',
    changes: ['* .gitignore', '+ new', '- sub/.gitignore'],
  },
  {
    title: 'files that a rule hid until now whose file ignores itself',
    files: { a: '1' },
    setUp:
      'mkdir -p venv/d data; echo "*" > venv/.gitignore; echo 1 > venv/d/x; printf ".gitignore\\ndata/\\n" > .gitignore; echo 1 > data/x',
    script: 'rm venv/.gitignore; echo .gitignore > .gitignore; echo 2 > new',
    changes: ['+ new'],
  },
  {
    title: 'a folder that ignores itself',
    files: { a: '1' },
    script: 'mkdir venv; echo "*" > venv/.gitignore; echo 1 > venv/x',
    changes: [],
  },
  {
    title: 'files that an ignore rule hides from now on',
    files: { 'data/a': '1', 'data/b': '1', '.gitignore': '' },
    script: 'echo data/ > .gitignore; rm data/a; echo 2 > data/b; echo 3 > data/c',
    changes: ['* .gitignore', '* data/b', '- data/a'],
  },
  {
    title: 'the middle of a rebase',
    files: { a: '1\n' },
    setUp:
      'git checkout -qb x; echo 2 > a; git commit -qam 2; git checkout -q -; echo 3 > a; git commit -qam 3; git rebase -q x || true',
    script: 'echo resolved > a',
    changes: ['* a'],
  },
  {
    title: 'the middle of a merge, with conflicts',
    files: { a: '1\n', b: '1\n' },
    setUp:
      'git checkout -qb x; echo 2 > a; git commit -qam 2; git checkout -q -; echo 3 > a; git commit -qam 3; git merge -q x || true',
    script: 'git checkout -q --theirs a; echo 2 > b',
    changes: ['* a', '* b'],
  },
  {
    title: 'pointers of LFS, whose filter is set but not installed',
    files: {
      '.gitattributes': '*.bin -text\n',
      'a.bin': 'version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n',
    },
    setUp:
      'echo "*.bin filter=lfs diff=lfs merge=lfs -text" > .gitattributes; git config filter.lfs.clean "no-such-lfs clean -- %f"; git config filter.lfs.smudge "no-such-lfs smudge -- %f"; git config filter.lfs.process "no-such-lfs process"; git config filter.lfs.required true',
    script: 'echo content > a.bin; echo more > b.bin',
    changes: ['* a.bin', '+ b.bin'],
  },
  {
    title: 'a formatter over 2,000 files',
    files: Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`d${index % 40}/f${index}`, 'x\n'])),
    script: 'for f in d*/f*; do echo y > $f; done',
    changes: Array.from({ length: 2000 }, (_, index) => `* d${index % 40}/f${index}`).sort(),
  },
  {
    title: 'a repository that is deleted',
    files: { a: '1', b: '1' },
    script: 'rm -rf .git; echo 2 > a',
    changes: ['* a'],
  },
  {
    title: 'flags of the index',
    files: { a: '1', b: '1', c: '1' },
    setUp: 'git update-index --assume-unchanged a; git update-index --skip-worktree b; echo 1 > n; git add -N n',
    script: 'echo 2 > a; echo 2 > b; echo 2 > n',
    changes: ['* a', '* b', '* n'],
  },
  {
    title: 'an index of version 4',
    files: { 'd/a': '1', 'd/ab': '1', e: '1' },
    setUp: 'git update-index --index-version 4',
    script: 'echo 2 > d/ab',
    changes: ['* d/ab'],
  },
  {
    title: 'a split index',
    files: { a: '1', b: '1' },
    setUp: 'git update-index --split-index; echo 3 > c; git add c',
    script: 'echo 2 > b',
    changes: ['* b'],
  },
];

describe('looks at a folder', () => itSees(looks));
