import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';
import { commitEnvironment } from '../../commitEnvironment.ts';
import { numbersFrom, type Draw } from '../../random.ts';
import { Ground, told } from './ground.ts';

/** Sequences (more by hand: REDLINE_SEQUENCES=500), and looks in each. */
const [sequences, looks] = [Number(process.env['REDLINE_SEQUENCES'] ?? 3), 6];
const folders = ['.', 'a', 'b', 'a/s', 'in', 'in/d'];
const files = ['f', 'x.log', '.env', 'F'];
const rules = ['*.log', '/a', '*', '.gitignore', '!f', 's/', 'd', '.env', 'in/'];

/** What is on disk besides git's folders: mode and content, by path. */
function readDisk(root: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const walk = (below: string): void => {
    for (const entry of readdirSync(path.join(root, below), { withFileTypes: true })) {
      const name = path.join(below, entry.name);
      const at = path.join(root, name);
      if (entry.name === '.git') continue;
      else if (entry.isDirectory()) walk(name);
      else if (entry.isSymbolicLink()) found.set(name, `link ${readlinkSync(at)}`);
      else found.set(name, `${lstatSync(at).mode & 0o100} ${readFileSync(at, 'latin1')}`);
    }
  };
  walk('');
  return found;
}

/** What git sees that has no index, in the folder and all repositories inside. */
function listVisible(root: string, repositories: Set<string>): ReadonlySet<string> {
  const [visible, visited] = [new Set<string>(), new Set<string>()];
  const env = { ...commitEnvironment(), GIT_INDEX_FILE: '/nowhere/index' };
  const visit = (below: string): void => {
    if (visited.has(below)) return;
    visited.add(below);
    const args = ['ls-files', '-o', '-z', '--exclude-standard'];
    const out = execFileSync('git', args, { cwd: path.join(root, below), env, encoding: 'utf8' });
    for (const name of out.split('\0').filter((each) => each !== '')) {
      if (name.endsWith('/')) visit(path.join(below, name.slice(0, -1)));
      else visible.add(path.join(below, name));
    }
  };
  visit('');
  for (const name of repositories) if (existsSync(path.join(root, name, '.git/HEAD'))) visit(name);
  repositories.clear();
  for (const name of visited) repositories.add(name);
  return visible;
}

/** A command that changes something. @param count makes names that are new */
function drawCommand(draw: Draw, count: number): string {
  const folder = folders[draw(folders.length)] ?? '.';
  const file = `${folder}/${files[draw(files.length)] ?? ''}`;
  switch (draw(12)) {
    case 0:
      return `rm -f ${file}`;
    case 1:
      return folder === '.' ? 'true' : `rm -rf ${folder}`;
    case 2:
      return folder === '.' ? 'true' : `mv ${folder} new${count}`;
    case 3:
      return folder === '.' ? 'true' : `cp -r ${folder} copy${count}`;
    case 4:
      return `chmod ${draw(2) === 0 ? 755 : 644} ${file}`;
    case 5:
      return folder === '.' ? 'true' : `rm -rf ${folder}; mkdir -p $(dirname ${folder}); ln -s /nowhere ${folder}`;
    case 6:
      return `git init -q repository${count}; echo 1 > repository${count}/f`;
    case 7:
      return `rm -rf in/.git/${['HEAD', 'objects', ''][draw(3)] ?? ''}`;
    case 8:
      return `rm -f ${folder}/.gitignore`;
    case 9:
    case 10:
      return `test ! -d ${folder} || printf '${rules[draw(rules.length)] ?? ''}\\n${rules[draw(rules.length)] ?? ''}\\n' > ${folder}/.gitignore`;
    default:
      return `rm -f ${folder === '.' ? 'none' : folder}; mkdir -p ${folder} && echo ${count} > ${file}`;
  }
}

async function play(seed: number): Promise<void> {
  const draw = numbersFrom(seed);
  const ground = Ground.repository();
  ground.sh('mkdir -p a/s b in/d; for f in f a/f a/s/f b/x.log in/f in/d/f; do echo $f > $f; done; git init -q in');
  const watched = await ground.open();
  const commands: string[] = [];
  try {
    await ground.look(watched);
    const repositories = new Set<string>();
    let disk = readDisk(ground.root);
    const known = new Map([...listVisible(ground.root, repositories)].map((name) => [name, disk.get(name)]));
    for (let look = 0; look < looks; look++) {
      const command = drawCommand(draw, look);
      commands.push(command);
      // Some do nothing, as where a file is in the place of their folder.
      ground.sh(`{ ${command}; } 2> ../error || true`);
      const [now, before] = [readDisk(ground.root), new Set(repositories)];
      const visible = listVisible(ground.root, repositories);
      const expected: string[] = [];
      for (const [name, was] of known) {
        const is = now.get(name);
        // A rule of the folder around hides what was in a repository that is none any more.
        const isHidden = [...before].some((each) => !repositories.has(each) && name.startsWith(`${each}/`));
        if (is === undefined) expected.push(`- ${name}`);
        else if (is !== was) expected.push(`* ${name}`);
        if (is === undefined || (isHidden && !visible.has(name))) known.delete(name);
        else known.set(name, is);
      }
      for (const name of visible) {
        if (!known.has(name) && !disk.has(name)) expected.push(`+ ${name}`);
        known.set(name, now.get(name));
      }
      disk = now;
      const seen = told(await ground.look(watched)).map((each) => each.replace(/^x/, '*').replace(/ \(secret\)$/, ''));
      assert.deepEqual(seen.toSorted(), expected.toSorted(), `seed ${seed}: ${commands.join(' ; ')}`);
      assert.deepEqual(told(await ground.look(watched)), [], `seed ${seed}`);
    }
  } finally {
    watched.repository.dispose();
    ground.dispose();
  }
}

describe('random changes of files, ignore rules and repositories inside', () => {
  it(`are seen as git sees the disk, in ${sequences} sequences`, async function () {
    this.timeout(0);
    for (let seed = 1; seed <= sequences; seed++) await play(seed);
  });
});
