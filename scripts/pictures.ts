// Takes the pictures of the documentation and the walkthrough in a real VS Code.

import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { startHost, type Host } from '../test/host/driver/host.ts';
import { repositoryRoot } from '../test/host/driver/paths.ts';
import { packageExtension } from './package.mjs';
import { scenes } from './pictures/scenes.ts';
import {
  clearHistory,
  hideServer,
  paint,
  pictureFolder,
  pictureSettings,
  sizes,
  still,
  themes,
  type Scene,
  type Size,
  type Theme,
} from './pictures/stage.ts';
import { playTour } from './pictures/tour.ts';
import { toAnimation, toWebp } from './pictures/webp.ts';

/**
 * `npm run pictures [-- scene…]`: takes a picture of each scene in a real VS Code, in every theme and size, into
 * `out/pictures/`. Also writes the pictures and the animated `tour` of the documentation and the walkthrough.
 */
async function main(wanted: readonly string[]): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
  await packageExtension();
  await mkdir(pictureFolder, { recursive: true });
  const host = await startHost({ settings: pictureSettings });
  try {
    // An empty page, in which pictures are encoded.
    const desk = await host.page.context().newPage();
    await host.page.bringToFront();
    await hideServer(host);
    const isWanted = (name: string): boolean => wanted.length === 0 || wanted.includes(name);
    if (isWanted('tour')) await animate(host, desk);
    for (const [name, scene] of Object.entries(scenes)) if (isWanted(name)) await takeAll(host, desk, name, scene);
  } finally {
    await host.stop();
  }
}

async function takeAll(host: Host, desk: Page, name: string, scene: Scene): Promise<void> {
  await host.page.setViewportSize(sizes.large);
  await scene.show(host);
  // Moves the mouse away, so that no tooltip covers anything.
  await host.page.mouse.move(700, 700);
  for (const size of Object.keys(sizes) as Size[]) {
    await host.page.setViewportSize(sizes[size]);
    if (size === 'card') await hideBeside(host, scene);
    for (const theme of Object.keys(themes) as Theme[]) {
      await paint(host, theme);
      const png = await still(host);
      await writeFile(path.join(pictureFolder, `${name}-${theme}-${size}.png`), png);
      await publish(desk, name, theme, size, png);
    }
  }
  await scene.clear?.(host);
  await host.reset();
  await clearHistory(host);
  console.log(name);
}

/** Makes room in a narrow window: the chat goes, or the side bar where the scene is about the chat. */
async function hideBeside({ evaluate }: Host, { chat }: Scene): Promise<void> {
  const command = chat === true ? 'workbench.action.closeSidebar' : 'workbench.action.closeAuxiliaryBar';
  await evaluate((vscode, id) => vscode.commands.executeCommand(id).then(() => null), command);
}

async function animate(host: Host, desk: Page): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    await paint(host, theme);
    const animation = await toAnimation(desk, await playTour(host));
    await writeFile(path.join(repositoryRoot, 'docs/images', `tour-${theme}.webp`), animation);
    console.log(`tour, ${theme}: ${animation.length} bytes`);
    await host.reset();
    await clearHistory(host);
  }
}

/** The pictures that the documentation and the walkthrough show, by their scene. */
const published: readonly { readonly scene: string; readonly size: Size; readonly folder: string }[] = [
  { scene: 'review', size: 'large', folder: 'docs/images' },
  { scene: 'terminal', size: 'large', folder: 'docs/images' },
  { scene: 'terminal', size: 'small', folder: 'media/walkthrough' },
  ...['connect', 'review', 'several', 'toReview', 'history', 'settings'].map(
    (scene) => ({ scene, size: 'card', folder: 'media/walkthrough' }) as const,
  ),
];

const shownThemes: readonly Theme[] = ['light', 'dark'];

/** Writes a picture to where it is shown, if it is shown anywhere. */
async function publish(page: Page, scene: string, theme: Theme, size: Size, png: Buffer): Promise<void> {
  if (!shownThemes.includes(theme)) return;
  for (const { folder } of published.filter((each) => each.scene === scene && each.size === size)) {
    await mkdir(path.join(repositoryRoot, folder), { recursive: true });
    await writeFile(path.join(repositoryRoot, folder, `${scene}-${theme}.webp`), await toWebp(page, png));
  }
}

await main(process.argv.slice(2));
