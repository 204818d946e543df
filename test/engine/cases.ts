import type { Change } from '../../src/core/change/change.ts';
import * as plan from './plans.ts';
import type { FakeEditor } from './fakeEditor.ts';
import type { WindowOptions } from './window.ts';
import { World } from './world.ts';

export interface Case {
  readonly changes: readonly Change[];
  readonly manner?: WindowOptions;
  readonly noTrash?: boolean;
  /** Whether something may remain even after recovery: a text that saving changed, or an empty folder. */
  readonly isLeft?: (manner: string) => boolean;
  /** Whether a part of it is in an unsaved document only, which is lost with its window. */
  readonly isUnsaved?: boolean;
  /** What the editor has open before the call. */
  readonly shows?: (editor: FakeEditor) => void;
}

const a = plan.long('a before');
const b = plan.long('b before');
const c = plan.long('c before');

/** The files before every call. */
export function newWorld({ noTrash = false }: Partial<Case> = {}): World {
  const world = new World();
  world.hasTrash = !noTrash;
  for (const folder of ['', '/tree', '/tree/inner', '/empty'])
    world.put(plan.root + folder, { kind: 'folder', mode: 0o755 });
  const texts = { a, b, c, 'tree/one': 'one', 'tree/inner/two': plan.long('two') };
  for (const [path, text] of Object.entries(texts)) world.putText(plan.at(path).uri, text);
  world.putText(plan.at('run').uri, 'run', 0o744);
  world.put(plan.at('link').uri, { kind: 'link', target: 'a' });
  return world;
}

const edits = [
  plan.edit('a', a, plan.long('a after')),
  plan.edit('b', b, 'b short'),
  plan.edit('c', c, plan.long('c after, longer')),
];
const many = Array.from({ length: 12 }, (_, at) => plan.create(`many/${at}`, `new ${at}`));
const tree = [
  plan.remove('tree/inner/two', plan.long('two')),
  plan.removeFolder('tree/inner'),
  plan.remove('tree/one', 'one'),
  plan.removeFolder('tree'),
];
const mixed = [
  plan.folder('new'),
  plan.create('new/x', plan.long('x')),
  plan.edit('a', a, 'a after'),
  plan.move('b', 'new/b', b, plan.long('b after')),
  plan.copy('c', 'new/c', c),
  plan.remove('tree/one', 'one'),
];
const virtual: WindowOptions = { isLocal: false };

/** Every kind of change, in every way in which it is written. */
export const cases: Readonly<Record<string, Case>> = {
  'create a file': { changes: [plan.create('x', plan.long('x'))] },
  'create in new folders': { changes: [plan.folder('new'), plan.folder('new/in'), plan.create('new/in/x', 'x')] },
  'create many files': { changes: [plan.folder('many'), ...many] },
  'create in folders that nobody planned': {
    changes: [plan.create('many/x', 'x'), plan.create('many/y', 'y')],
  },
  'create a folder': { changes: [plan.folder('new')] },
  'create a link': { changes: [plan.link('new', 'a'), plan.create('x', 'x')] },
  'edit a file': { changes: [plan.edit('a', a, plan.long('a after'))] },
  'edit a file that is open': { changes: edits.slice(0, 1), shows: (editor) => editor.open(plan.at('a').uri) },
  'edit a text with unsaved typing': {
    changes: [plan.edit('a', `${a}typed`, `${a}typed and edited`), ...edits.slice(1)],
    isUnsaved: true,
    shows: (editor) => editor.type(plan.at('a').uri, 'typed'),
  },
  'edit several files': { changes: edits },
  'edit many files': { changes: [...edits, plan.folder('many'), ...many] },
  'edit a file twice': { changes: [...edits, plan.edit('b', 'b short', 'b shorter')] },
  'replace a file by another': { changes: [plan.remove('a', a), plan.move('b', 'a', b), plan.edit('c', c, 'c after')] },
  'make a file executable': { changes: [plan.chmod('a', a, true), plan.chmod('run', 'run', false)] },
  'delete a file': { changes: [plan.remove('a', a)] },
  'delete without a trash': { changes: [plan.remove('a', a), plan.remove('run', 'run')], noTrash: true },
  'delete a folder': { changes: tree },
  'delete a folder without a trash': { changes: tree, noTrash: true },
  'replace a folder': { changes: [...tree, plan.create('tree/x', 'x'), plan.edit('c', c, 'c after')], noTrash: true },
  'delete what the call has created and moved': {
    changes: [plan.create('x', 'x'), plan.move('x', 'y', 'x'), plan.remove('y', 'x'), plan.edit('c', c, 'c after')],
    noTrash: true,
  },
  'delete what the call has edited and moved twice': {
    changes: [
      plan.edit('a', a, plan.long('a after')),
      plan.move('a', 'x', plan.long('a after')),
      plan.move('x', 'y', plan.long('a after'), 'y'),
      plan.remove('y', 'y'),
    ],
    noTrash: true,
  },
  'move a file': { changes: [plan.move('a', 'x', a)] },
  'move with an edit': { changes: [plan.move('a', 'x', a, plan.long('x after')), plan.edit('b', b, 'b after')] },
  'move a folder': { changes: [plan.moveFolder('tree', 'moved'), plan.edit('a', a, 'a after')] },
  'copy an executable file': { changes: [plan.copy('run', 'x', 'run')] },
  'copy a file and delete it': { changes: [plan.copy('run', 'x', 'run'), plan.remove('run', 'run')] },
  'move a file, and delete one like it at its old path': {
    changes: [plan.move('a', 'x', a), plan.create('a', a), plan.remove('a', a), plan.edit('c', c, 'c after')],
  },
  'copy a file': { changes: [plan.copy('run', 'x', 'run'), plan.copy('a', 'y', a)] },
  'all kinds at once': { changes: mixed },
  'all kinds, through the editor alone': { changes: mixed, manner: virtual },
  'edit through the editor alone': { changes: edits.slice(0, 1), manner: virtual },
  'delete through the editor alone': { changes: tree, manner: virtual, noTrash: true },
  'save with formatting': {
    // The journal does not have the text that saving made of it.
    isLeft: () => true,
    changes: [...edits, plan.create('x', 'x')],
    manner: { save: 'withParticipants', formatted: '!' },
  },
  'leave it unsaved': { changes: [...edits, plan.create('x', 'x')], manner: { save: 'never' }, isUnsaved: true },
};
