// Writes pictures into the documentation and the walkthrough.

import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { repositoryRoot } from '../../test/host/driver/paths.ts';
import type { Size, Theme } from './stage.ts';
import { toWebp } from './webp.ts';

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
export async function publish(page: Page, scene: string, theme: Theme, size: Size, png: Buffer): Promise<void> {
  if (!shownThemes.includes(theme)) return;
  for (const { folder } of published.filter((each) => each.scene === scene && each.size === size)) {
    await mkdir(path.join(repositoryRoot, folder), { recursive: true });
    await writeFile(path.join(repositoryRoot, folder, `${scene}-${theme}.webp`), await toWebp(page, png));
  }
}
