// Checks that the files of each room import only from rooms below it.

import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * `npm run lint` runs this after the linter. The block ```rooms of CONTRIBUTING.md lists the rooms (folders) of each
 * floor of `src`, the highest in the first line. A file may import from its own room and from rooms on lower lines, but
 * not from other rooms on the same line.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const picture = /^```rooms\n([^]*?)^```/m.exec(readFileSync(path.join(root, 'CONTRIBUTING.md'), 'utf8'))?.[1];
if (picture === undefined) throw new Error('CONTRIBUTING.md has no picture of the rooms.');

/** The line of each room in the picture, counted from the top. */
const lineOfRoom = new Map();
let floor = '';
for (const [lineNumber, line] of picture.split('\n').entries()) {
  const [, named, rooms = ''] = /^(\w+)?\s+(.*)$/.exec(line) ?? [];
  floor = named ?? floor;
  for (const room of rooms.split(/\s+/).filter(Boolean)) lineOfRoom.set(`${floor}/${room}`, lineNumber);
}

/** The deepest room that contains a file; undefined outside the rooms. */
const roomOf = (file) => {
  const folder = path.posix.dirname(file).replace(/^src\//, '');
  const known = [...lineOfRoom.keys()].filter((room) => folder === room || folder.startsWith(`${room}/`));
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
    if (lineOfRoom.get(other) <= lineOfRoom.get(room))
      faults.push(`${file} imports ${imported}, which does not stand below it.`);
  }
}
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
else console.log(`${lineOfRoom.size} rooms, each importing only from those below it.`);
