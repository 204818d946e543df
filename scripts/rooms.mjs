// Checks that the files of each room import only from rooms below it.

import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * `npm run lint` runs this after the linter: the rooms of each floor of `src` stand one above the other, as the picture in
 * CONTRIBUTING.md shows them (the block that begins with ```rooms), and a file imports from its own room and from those
 * below it only. Rooms that stand in one line of the picture know nothing of each other.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const picture = /^```rooms\n([^]*?)^```/m.exec(readFileSync(path.join(root, 'CONTRIBUTING.md'), 'utf8'))?.[1];
if (picture === undefined) throw new Error('CONTRIBUTING.md has no picture of the rooms.');

/** How high each room stands on its floor; the lowest line of a floor is the highest number. */
const heights = new Map();
let floor = '';
for (const [height, line] of picture.split('\n').entries()) {
  const [, named, rooms = ''] = /^(\w+)?\s+(.*)$/.exec(line) ?? [];
  floor = named ?? floor;
  for (const room of rooms.split(/\s+/).filter(Boolean)) heights.set(`${floor}/${room}`, height);
}

const roomOf = (file) => {
  const folder = path.posix.dirname(file).replace(/^src\//, '');
  const known = [...heights.keys()].filter((room) => folder === room || folder.startsWith(`${room}/`));
  return known.sort((a, b) => b.length - a.length)[0];
};

const faults = [];
for (const file of globSync('src/*/**/*.ts', { cwd: root }).map((each) => each.replaceAll('\\', '/'))) {
  const room = roomOf(file);
  if (room === undefined && path.posix.dirname(file).split('/').length > 2) faults.push(`${file} stands in no room.`);
  if (room === undefined) continue;
  const text = readFileSync(path.join(root, file), 'utf8');
  for (const [, imported] of text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/g)) {
    const other = roomOf(path.posix.join(path.posix.dirname(file), imported));
    if (other === undefined || other === room || other.split('/')[0] !== room.split('/')[0]) continue;
    if (heights.get(other) <= heights.get(room))
      faults.push(`${file} imports ${imported}, which does not stand below it.`);
  }
}
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
else console.log(`${heights.size} rooms, each importing only from those below it.`);
