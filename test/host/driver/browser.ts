import { chromium, type Browser, type Page } from 'playwright-core';
import { provideChromium } from './chromium.ts';

/** A browser with one page, of the size of the screenshots. */
export interface Window {
  readonly page: Page;
  /** Whether the browser or its page has crashed. */
  readonly hasCrashed: () => boolean;
  readonly stop: () => Promise<void>;
}

/** Starts Chromium headless and quiet: it asks nothing of the internet, and no first-run page stands in the way. */
export async function openWindow(home: string): Promise<Window> {
  const browser: Browser = await chromium.launch({
    executablePath: await provideChromium(),
    headless: true,
    env: { ...definedEnvironment(), HOME: home },
    args: [
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-quic',
      '--disable-dev-shm-usage',
      '--no-first-run',
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  });
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  // What takes a moment takes a minute on a machine that is busy with other things.
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  let hasPageCrashed = false;
  page.once('crash', () => (hasPageCrashed = true));
  return { page, hasCrashed: () => hasPageCrashed || !browser.isConnected(), stop: () => browser.close() };
}

function definedEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
