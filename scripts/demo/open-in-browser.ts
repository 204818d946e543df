// Opens an address in the browser.

import { spawn } from 'node:child_process';

/** Opens the address, if there is a display. */
export function openInBrowser(address: string): void {
  const { DISPLAY, WAYLAND_DISPLAY } = process.env;
  if (process.platform === 'linux' && DISPLAY === undefined && WAYLAND_DISPLAY === undefined) return;
  const [command = '', ...args] = openCommand(address);
  const opener = spawn(command, args, { stdio: 'ignore', detached: true });
  opener.on('error', () => console.log('No browser could be opened; open the address by hand.'));
  opener.unref();
}

function openCommand(address: string): readonly string[] {
  if (process.platform === 'darwin') return ['open', address];
  // `start` takes the first quoted argument for a title, and `cmd` splits at `&`.
  if (process.platform === 'win32') return ['cmd', '/c', 'start', '""', address.replaceAll('&', '^&')];
  return ['xdg-open', address];
}
