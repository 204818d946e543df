import { itSees, type Look } from './looks.ts';

const looks: readonly Look[] = [
  ...['HEAD', 'objects', 'refs'].map((part) => ({
    title: `a repository inside that is damaged, so that git takes it for none (${part})`,
    files: { a: '1' },
    setUp: 'git init -q sub; echo 1 > sub/f; echo 1 > sub/g',
    script: `rm -r sub/.git/${part}; echo 2 > sub/g`,
    changes: ['* sub/g'],
  })),
  {
    title: 'a repository inside, without a commit',
    files: { a: '1', 'sub/b': '1' },
    setUp: 'git init -q new; echo 1 > new/f',
    script: 'echo 2 > new/f; echo 2 > sub/b; rm a',
    changes: ['* new/f', '* sub/b', '- a'],
  },
  {
    title: 'a repository inside that comes, one that goes, and one that is no longer one',
    files: { a: '1' },
    setUp:
      'git init -q gone; echo 1 > gone/f; git init -q flat; echo 1 > flat/f; (cd flat; git add f; git commit -qm f)',
    script: 'rm -rf gone flat/.git; git init -q new; echo 1 > new/f; (cd new; git add f; git commit -qm f)',
    changes: ['+ new/f', '- gone/f'],
  },
  {
    title: 'a linked worktree inside whose repository goes, so that it is none any more',
    files: { a: '1', '.gitignore': '' },
    setUp: 'git worktree add -q tree',
    script: 'rm -rf .git; echo 2 > tree/a',
    changes: ['* tree/a'],
  },
  {
    title: 'a repository inside that an ignore rule hid until now',
    files: { '.gitignore': 'dep/\n' },
    setUp: 'git init -q dep; echo 1 > dep/f',
    script: 'rm .gitignore',
    changes: ['- .gitignore'],
  },
  {
    title: 'a repository inside that an ignore rule hides from now on, then is none any more',
    files: { '.gitignore': '' },
    setUp: 'git init -q sub; echo 1 > sub/f; echo 1 > sub/g',
    script: 'echo sub/ > .gitignore; rm -r sub/.git sub/g',
    changes: ['* .gitignore', '- sub/g'],
  },
  {
    title: 'a repository inside that is replaced by a link to another one, outside',
    files: { a: '1' },
    setUp: 'git init -q sub; echo 1 > sub/f; git init -q ../other; echo 2 > ../other/f',
    script: 'rm -r sub; ln -s ../other sub',
    changes: ['+ sub', '- sub/f'],
  },
  {
    title: 'a repository inside whose folder is replaced by a link to a copy, outside',
    files: { a: '1' },
    setUp: 'mkdir d; git init -q d/sub; echo 1 > d/sub/f; cp -r d ../d',
    script: 'rm -r d; ln -s ../d d; echo 2 > ../d/sub/f',
    changes: ['+ d', '- d/sub/f'],
  },
  {
    title: 'a repository in place of a file',
    files: { sub: '1' },
    script: 'rm sub; git init -q sub; echo 1 > sub/f; (cd sub; git add f; git commit -qm f)',
    changes: ['+ sub/f', '- sub'],
  },
  {
    title: 'git init in a folder that was there',
    files: { 'd/a': '1' },
    script: 'cd d; git init -q; echo 2 > a; echo 3 > b',
    changes: ['* d/a', '+ d/b'],
  },
  {
    title: 'a linked worktree inside',
    files: { a: '1', '.gitignore': '' },
    setUp: 'git worktree add -q tree',
    script: 'echo 2 > tree/a',
    changes: ['* tree/a'],
  },
  {
    title: 'a submodule',
    files: { a: '1' },
    setUp:
      'git init -q ../origin; (cd ../origin; echo 1 > f; git add f; git commit -qm f); git -c protocol.file.allow=always submodule -q add ../origin sub; git commit -qm sub',
    script: 'echo 2 > sub/f; echo 3 > sub/n; echo 2 > a',
    changes: ['* a', '* sub/f', '+ sub/n'],
  },
  {
    title: 'a submodule that is checked out, and one that goes',
    files: { a: '1' },
    setUp:
      'git init -q ../origin; (cd ../origin; echo 1 > f; git add f; git commit -qm f); for s in one two; do git -c protocol.file.allow=always submodule -q add ../origin $s; done; git commit -qm s; git submodule -q deinit one',
    script: 'git -c protocol.file.allow=always submodule -q update --init one; git submodule -q deinit -f two',
    changes: ['+ one/f', '- two/f'],
  },
];

describe('looks at a folder with repositories inside', () => itSees(looks));
