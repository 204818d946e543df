import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { startHost, type Host } from '../test/host/driver/host.ts';
import { packageExtension } from './package.mjs';
import { scenes } from './pictures/scenes.ts';
import { paint, pictureFolder, sizes, still, themes, type Size, type Theme } from './pictures/stage.ts';

/** `npm run pictures [-- scene…]`: takes each scene in the real VS Code, in every colour and size, into `out/pictures/`. */
async function main(wanted: readonly string[]): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
  await packageExtension();
  await mkdir(pictureFolder, { recursive: true });
  const host = await startHost();
  try {
    for (const [name, scene] of Object.entries(scenes)) {
      if (wanted.length > 0 && !wanted.includes(name)) continue;
      await host.page.setViewportSize(sizes.large);
      await scene.show(host);
      await takeAll(host, name);
      await scene.clear?.(host);
      await host.reset();
    }
  } finally {
    await host.stop();
  }
}

async function takeAll(host: Host, scene: string): Promise<void> {
  // Out of the way, so that no tooltip covers anything.
  await host.page.mouse.move(700, 700);
  for (const theme of Object.keys(themes) as Theme[]) {
    await paint(host, theme);
    for (const size of Object.keys(sizes) as Size[]) {
      await host.page.setViewportSize(sizes[size]);
      await writeFile(path.join(pictureFolder, `${scene}-${theme}-${size}.png`), await still(host));
    }
    await host.page.setViewportSize(sizes.large);
  }
  console.log(scene);
}

await main(process.argv.slice(2));
