import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '../driver/paths.ts';
import { picture, useHost } from '../driver/use-host.ts';
import { waitFor } from '../driver/wait.ts';

/** What the manifest says of the picture of each step of the walkthrough, in their order. */
function pictureTexts(): string[] {
  const read = (name: string): string => readFileSync(path.join(repositoryRoot, name), 'utf8');
  const words: Readonly<Record<string, string>> = JSON.parse(read('package.nls.json'));
  const { contributes }: Manifest = JSON.parse(read('package.json'));
  const steps = contributes.walkthroughs.flatMap((walkthrough) => walkthrough.steps);
  return steps.map(({ media }) => words[media.altText.slice(1, -1)] ?? media.altText);
}

/** The part of the manifest that the first page is made of. */
interface Manifest {
  readonly contributes: {
    readonly walkthroughs: readonly { readonly steps: readonly { readonly media: { readonly altText: string } }[] }[];
  };
}

describe('the first page', () => {
  const host = useHost();

  it('shows its pictures between two side bars, and leads to a first review', async () => {
    const { evaluate, page, person, workspace } = host();
    const before = await workspace.hashes();
    const size = page.viewportSize() ?? { width: 1440, height: 900 };
    await page.setViewportSize({ width: 1500, height: 950 });
    await person.command('Redline: Get Started');
    const first = page.frameLocator('iframe.webview.ready').frameLocator('#active-frame');
    await first.getByRole('heading', { name: 'Get Started with Redline' }).waitFor();
    const shown = await first.locator('img:visible').evaluateAll(async (images: HTMLImageElement[]) => {
      await Promise.all(images.map((image) => image.decode()));
      const isWide = (image: HTMLImageElement): boolean => image.getBoundingClientRect().width > 300;
      return images.map((image) => (image.naturalWidth > 0 && isWide(image) ? image.alt : 'not to be seen'));
    });
    assert.deepEqual(shown, pictureTexts());
    await picture(host(), 'get-started');
    await page.setViewportSize(size);
    await first.getByText('Try a Review').click();
    await person.titleAction('Approve').waitFor();
    assert.deepEqual(await workspace.hashes(), before);
    await person.approve();
    await person.tab('redline-tour.md').waitFor();
    assert.equal(await workspace.exists('redline-tour.md'), true);
    await page
      .locator('.statusbar-item')
      .filter({ hasText: 'Redline applied: Create redline-tour.md · Undo' })
      .waitFor();
    await picture(host(), 'tried');
    await person.answerNotification('Written.', 'Undo');
    await person.answerDialog('Undo');
    await waitFor('the file to go', async () => !(await workspace.exists('redline-tour.md')));
    assert.deepEqual(await workspace.hashes(), before);
    await page.locator('.statusbar-item').filter({ hasText: 'Redline applied' }).waitFor({ state: 'hidden' });
    await evaluate((vscode) => vscode.commands.executeCommand('workbench.action.closeAllEditors').then(() => null));
  });
});

describe('the Extensions view', () => {
  const host = useHost();

  it('shows a page without dead pictures and links, and the pages that it names open by a command', async () => {
    const { evaluate, page, person } = host();
    await evaluate((vscode) =>
      vscode.commands.executeCommand('workbench.extensions.search', '@installed redline').then(() => null),
    );
    await page.locator('.extension-list-item').filter({ hasText: 'Redline' }).first().click();
    const details = page.frameLocator('iframe.webview.ready').frameLocator('#active-frame');
    await details.getByRole('heading', { name: 'Privacy and limits' }).waitFor();
    const dead = await details
      .locator('body')
      .evaluate((body) =>
        [...body.querySelectorAll('img:not([src]), a:not([href])')].map((element) => element.outerHTML),
      );
    assert.deepEqual(dead, []);
    await picture(host(), 'details');
    await person.command('Redline: Open Documentation…');
    await person.pick('The tools');
    await page
      .frameLocator('iframe.webview.ready')
      .last()
      .frameLocator('#active-frame')
      .getByRole('heading', { name: 'redline_read_file' })
      .waitFor();
    await picture(host(), 'documentation');
  });
});
