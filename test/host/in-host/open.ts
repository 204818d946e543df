import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sampleWorkspace } from '../driver/paths.ts';
import { copyWorkspace } from '../driver/workspace.ts';
import { memoryFolder, type Where } from './where.ts';

/** What a window opens: a folder's path, a folder's URI, or the path of a `.code-workspace`. */
export type Opened = { readonly folder: string } | { readonly folderUri: string } | { readonly workspace: string };

/** Makes below `root` what a window of the suites opens. */
export async function makeOpened({ opens }: Where, root: string): Promise<Opened> {
  switch (opens) {
    case 'disk':
      return { folder: (await copyWorkspace(sampleWorkspace, path.join(root, 'sample'))).root };
    case 'memory':
      return { folderUri: memoryFolder };
    case 'several':
      return { workspace: await makeSeveral(root) };
  }
}

/** Two folders of the same name, one inside another, one with a name of its own, and one in memory. */
async function makeSeveral(root: string): Promise<string> {
  for (const folder of ['one/app/packages/inner', 'two/app', 'docs']) {
    await mkdir(path.join(root, folder), { recursive: true });
  }
  const folders = [
    { path: 'one/app' },
    { path: 'two/app' },
    { path: 'one/app/packages/inner' },
    { path: 'docs', name: 'Handbook' },
    { uri: memoryFolder, name: 'memory' },
  ];
  const file = path.join(root, 'several.code-workspace');
  await writeFile(file, JSON.stringify({ folders, settings: {} }));
  return file;
}
