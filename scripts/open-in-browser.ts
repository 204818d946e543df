// Opens an address in the browser.

import { spawn } from 'node:child_process';

/** Opens the address where there is a display; where there is none, or no way to, the printed address has to do. */
export function openInBrowser(address: string): void {
  const { DISPLAY, WAYLAND_DISPLAY } = process.env;
  const [command, ...args] =
    process.platform === 'darwin'
      ? ['open', address]
      : process.platform === 'win32'
        ? ['cmd', '/c', 'start', '""', address.replaceAll('&', '^&')]
        : ['xdg-open', address];
  if (process.platform === 'linux' && DISPLAY === undefined && WAYLAND_DISPLAY === undefined) return;
  const opener = spawn(command ?? '', args, { stdio: 'ignore', detached: true });
  opener.on('error', () => console.log('No browser could be opened; open the address by hand.'));
  opener.unref();
}
