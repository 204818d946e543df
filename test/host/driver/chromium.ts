import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';
import { runToEnd } from './processes.ts';

const names = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome.exe',
  'microsoft-edge',
  'microsoft-edge-stable',
  'msedge.exe',
];

const usualPlaces = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/**
 * The executable of a Chromium, Chrome or Edge: the one `REDLINE_BROWSER` names, or the first that is installed.
 * On Debian and its relatives a missing one is installed, if we are root.
 * @throws Error that says exactly what to install, if there is none.
 */
export async function provideChromium(): Promise<string> {
  const found = findChromium();
  if (found !== undefined) return found;
  if (process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Installing Chromium with apt-get, once…');
    await aptGet('update', '-q');
    await aptGet('install', '-q', '-y', '-o', 'DPkg::Lock::Timeout=600', 'chromium', 'fonts-liberation');
    const installed = findChromium();
    if (installed !== undefined) return installed;
  }
  throw new Error(`No Chromium, Chrome or Edge was found. ${advice()}`);
}

/** Runs apt-get once at a time: tests that start side by side on a new machine all find the browser missing. */
async function aptGet(...args: readonly string[]): Promise<void> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await runToEnd('flock', ['/var/lib/apt', 'apt-get', ...args], { env });
}

function findChromium(): string | undefined {
  const named = process.env['REDLINE_BROWSER'];
  if (named !== undefined) {
    if (!executable(named)) throw new Error(`REDLINE_BROWSER names ${named}, which is not an executable file.`);
    return named;
  }
  const folders = (process.env['PATH'] ?? '').split(path.delimiter).filter((folder) => folder !== '');
  const candidates = folders.flatMap((folder) => names.map((name) => path.join(folder, name)));
  return [...candidates, ...usualPlaces].find(executable);
}

function executable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function advice(): string {
  const own: Partial<Record<NodeJS.Platform, string>> = {
    linux:
      'On Debian or Ubuntu run "sudo apt-get install chromium", on Fedora "sudo dnf install chromium", ' +
      'on Arch "sudo pacman -S chromium"',
    darwin: 'Run "brew install --cask google-chrome"',
    win32: 'Run "winget install Google.Chrome"',
  };
  return `${own[process.platform] ?? 'Install one of them'}, or set REDLINE_BROWSER to the executable of one.`;
}
