// Listens for agents' bridges on a private Unix socket or named pipe, for `presence.ts`.

import { randomBytes } from 'node:crypto';
import { lstatSync, rmSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { makePrivateFolder } from './privateFolder.ts';

/** The lower of two limits, 104 bytes (macOS) and 108 (Linux), without the final zero that they include. */
const maxSocketPathBytes = 103;

/** A socket that only this user's programs can open. */
export interface ListeningSocket {
  /** Path, or on Windows the name of a pipe. */
  readonly address: string;
  /** Whether the socket's file is still the original one. Always true of a pipe, which has no file. */
  isInPlace(): boolean;
  /** Stops listening, but keeps open connections. */
  retire(): void;
  /** Synchronously stops listening, ends open connections, and removes the socket's file. */
  close(): void;
}

/**
 * Listens on a new Unix socket (mode 0600, in a folder of mode 0700) or a named pipe; never on a TCP port.
 * @param id unique name of the socket
 * @param onConnection need not handle the connection's errors: they close it
 * @throws UnsafeFolderError if the socket's folder is not this user's alone; system errors
 */
export async function listen(
  home: string,
  id: string,
  onConnection: (socket: Socket) => void,
): Promise<ListeningSocket> {
  const address = await prepareAddress(home, id);
  const openSockets = new Set<Socket>();
  const server = createServer((socket) => {
    openSockets.add(socket);
    socket.on('close', () => openSockets.delete(socket));
    // Without a listener, the error of a killed bridge would end the extension host.
    socket.on('error', () => socket.destroy());
    onConnection(socket);
  });
  await startListening(server, address);
  const hasFile = process.platform !== 'win32';
  if (hasFile) await chmod(address, 0o600);
  const inode = hasFile ? readInode(address) : undefined;
  return {
    address,
    isInPlace: () => !hasFile || readInode(address) === inode,
    retire: () => void server.close(),
    close() {
      for (const socket of openSockets) socket.destroy();
      server.close();
      if (hasFile) rmSync(address, { force: true });
    },
  };
}

/** Inode number of a file; undefined if it is missing. */
function readInode(file: string): number | undefined {
  return lstatSync(file, { throwIfNoEntry: false })?.ino;
}

/** Chooses an address, and creates the folder that protects it. */
async function prepareAddress(home: string, id: string): Promise<string> {
  if (process.platform === 'win32') {
    // Unguessable name: a pipe has no folder that protects it.
    return `\\\\.\\pipe\\redline-${id}-${randomBytes(16).toString('hex')}`;
  }
  const folder = path.join(home, 'windows');
  const address = path.join(folder, `${id}.sock`);
  if (Buffer.byteLength(address) <= maxSocketPathBytes) {
    await makePrivateFolder(folder);
    return address;
  }
  const fallbackFolder = getFallbackFolder();
  await makePrivateFolder(fallbackFolder);
  return path.join(fallbackFolder, `${id}.sock`);
}

/** Folder for sockets whose path below `home` would be too long. */
export function getFallbackFolder(): string {
  return path.join(tmpdir(), `redline-${process.getuid?.() ?? 0}`);
}

function startListening(server: Server, address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(address, () => {
      server.off('error', reject);
      // An error such as too many open files fails one connection. Without a listener, it would end the extension host.
      server.on('error', () => undefined);
      resolve();
    });
  });
}
