// Listens on a private Unix socket or named pipe.
import { randomBytes } from 'node:crypto';
import { lstatSync, rmSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { makePrivateFolder } from './privateFolder.ts';

/** Kernels keep socket paths in 104 (macOS) or 108 (Linux) bytes, the final zero included. */
const maxSocketPath = 103;

/** A socket that only this user's programs can open. */
export interface ListeningSocket {
  /** A path, or on Windows the name of a pipe. */
  readonly address: string;
  /** Whether the socket's file is still the one that was made. */
  isInPlace(): boolean;
  /** Stops listening, and leaves open connections alone. */
  retire(): void;
  /** Stops listening, ends open connections, and removes the socket's file, all at once. */
  close(): void;
}

/**
 * Listens on a new Unix socket (mode 0600, in a folder of mode 0700) or a named pipe; never on a TCP port.
 * @param id names the socket; no other window may use it.
 * @throws UnsafeFolderError where the folder of the socket is not this user's alone, or what the system throws.
 */
export async function listen(
  home: string,
  id: string,
  onConnection: (socket: Socket) => void,
): Promise<ListeningSocket> {
  const address = await addressFor(home, id);
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    // Without a listener, a bridge that is killed would end the extension host.
    socket.on('error', () => socket.destroy());
    onConnection(socket);
  });
  await listening(server, address);
  const isFile = process.platform !== 'win32';
  if (isFile) await chmod(address, 0o600);
  const made = isFile ? inodeOf(address) : undefined;
  return {
    address,
    isInPlace: () => !isFile || inodeOf(address) === made,
    retire: () => void server.close(),
    close() {
      for (const socket of open) socket.destroy();
      server.close();
      if (isFile) rmSync(address, { force: true });
    },
  };
}

/** Undefined if nothing is there. */
function inodeOf(file: string): number | undefined {
  return lstatSync(file, { throwIfNoEntry: false })?.ino;
}

async function addressFor(home: string, id: string): Promise<string> {
  if (process.platform === 'win32') {
    // The name cannot be guessed: a pipe has no folder that keeps others from it.
    return `\\\\.\\pipe\\redline-${id}-${randomBytes(16).toString('hex')}`;
  }
  const folder = path.join(home, 'windows');
  const address = path.join(folder, `${id}.sock`);
  if (Buffer.byteLength(address) <= maxSocketPath) {
    await makePrivateFolder(folder);
    return address;
  }
  const short = shortFolder();
  await makePrivateFolder(short);
  return path.join(short, `${id}.sock`);
}

/** Where sockets are whose path in the home would be too long. */
export function shortFolder(): string {
  return path.join(tmpdir(), `redline-${process.getuid?.() ?? 0}`);
}

function listening(server: Server, address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(address, () => {
      server.off('error', reject);
      // Such as too many open files: this connection fails, the extension host goes on.
      server.on('error', () => undefined);
      resolve();
    });
  });
}
