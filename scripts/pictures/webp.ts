// Encodes screenshots as WebP pictures and animations, in a page of the browser.

import type { Page } from 'playwright-core';

/** One picture of an animation: a screenshot, how long it stays (milliseconds), and where the mouse is. */
export interface Frame {
  readonly png: Buffer;
  readonly duration: number;
  readonly mouse?: { readonly x: number; readonly y: number } | undefined;
}

/** A part of a frame, in pixels, encoded as a WebP file of its own. */
interface Patch {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly duration: number;
  readonly base64: string;
}

/** From 0 to 1. Letters stay clear, and a picture takes half the bytes of its PNG. */
const quality = 0.85;

/** Converts a PNG to WebP. */
export async function toWebp(page: Page, png: Buffer): Promise<Buffer> {
  const [patch] = await patchesOf(page, [{ png, duration: 0 }]);
  if (patch === undefined) throw new Error('The browser encoded nothing.');
  return Buffer.from(patch.base64, 'base64');
}

/**
 * An animated WebP that plays over and over. Each frame holds only what differs from the one before.
 * The container is that of the WebP specification: RIFF chunks `VP8X`, `ANIM`, and an `ANMF` for each frame.
 */
export async function toAnimation(page: Page, frames: readonly Frame[]): Promise<Buffer> {
  const patches = await patchesOf(page, frames);
  const [first] = patches;
  if (first === undefined) throw new Error('An animation needs a frame.');
  const extended = Buffer.alloc(10);
  extended[0] = 0b10; // animated
  extended.writeUIntLE(first.width - 1, 4, 3);
  extended.writeUIntLE(first.height - 1, 7, 3);
  // A white background, and no end of repetitions.
  const animation = Buffer.from([255, 255, 255, 255, 0, 0]);
  const body = Buffer.concat([
    Buffer.from('WEBP'),
    chunk('VP8X', extended),
    chunk('ANIM', animation),
    ...patches.map((patch) => chunk('ANMF', frameOf(patch))),
  ]);
  return chunk('RIFF', body);
}

function frameOf({ x, y, width, height, duration, base64 }: Patch): Buffer {
  const head = Buffer.alloc(16);
  head.writeUIntLE(x / 2, 0, 3);
  head.writeUIntLE(y / 2, 3, 3);
  head.writeUIntLE(width - 1, 6, 3);
  head.writeUIntLE(height - 1, 9, 3);
  head.writeUIntLE(duration, 12, 3);
  head[15] = 0b10; // put over what is there, without blending
  return Buffer.concat([head, imageChunks(Buffer.from(base64, 'base64'))]);
}

/** The chunks of a still WebP file that hold its pixels. */
function imageChunks(file: Buffer): Buffer {
  const found: Buffer[] = [];
  for (let at = 12; at < file.length;) {
    const name = file.toString('latin1', at, at + 4);
    const end = at + 8 + file.readUInt32LE(at + 4);
    const padded = end + (end % 2);
    if (['VP8L', 'VP8 ', 'ALPH'].includes(name)) found.push(file.subarray(at, padded));
    at = padded;
  }
  return Buffer.concat(found);
}

function chunk(name: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(name, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}

/** Encodes the frames one after the other: of each, the part that differs from the one before. */
async function patchesOf(page: Page, frames: readonly Frame[]): Promise<readonly Patch[]> {
  const patches: Patch[] = [];
  await page.evaluate(forget);
  for (const { png, duration, mouse } of frames) {
    await page.evaluate(draw, { url: `data:image/png;base64,${png.toString('base64')}`, mouse: mouse ?? null });
    const [x, y, width, height] = await page.evaluate(findDifference);
    const base64 = await page.evaluate(encode, { x, y, width, height, quality });
    patches.push({ x, y, width, height, duration, base64 });
  }
  return patches;
}

/** What the page stores in its global object between the steps. */
interface Desk {
  picture?: ImageData | undefined;
  earlier?: ImageData | undefined;
}

/**
 * Forgets earlier frames. Runs in the page, like the following functions, so it can use nothing from outside itself.
 */
function forget(): void {
  const desk = globalThis as Desk;
  desk.picture = undefined;
  desk.earlier = undefined;
}

/** Draws a screenshot, and over it the mouse pointer, which screenshots lack. */
async function draw({ url, mouse }: { url: string; mouse: { x: number; y: number } | null }): Promise<void> {
  const desk = globalThis as Desk;
  const bitmap = await createImageBitmap(await (await fetch(url)).blob());
  const on = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
  if (on === null) throw new Error('The browser cannot draw.');
  on.drawImage(bitmap, 0, 0);
  if (mouse !== null) {
    const arrow = '0,0 0,24 5.5,18 10,27 13.5,25.5 9.5,17 17,17'
      .split(' ')
      .map((point) => point.split(',').map(Number));
    on.beginPath();
    for (const [x = 0, y = 0] of arrow) on.lineTo(mouse.x + x, mouse.y + y);
    on.closePath();
    on.fillStyle = 'black';
    on.fill();
    on.strokeStyle = 'white';
    on.lineWidth = 1.5;
    on.stroke();
  }
  desk.earlier = desk.picture;
  desk.picture = on.getImageData(0, 0, bitmap.width, bitmap.height);
}

/** The smallest rectangle around what differs: x, y (even, as the format requires), width, height. */
function findDifference(): [number, number, number, number] {
  const { picture: now, earlier: before } = globalThis as Desk;
  if (now === undefined) throw new Error('Nothing was drawn.');
  const { width, height } = now;
  if (before === undefined) return [0, 0, width, height];
  const [a, b] = [new Uint32Array(now.data.buffer), new Uint32Array(before.data.buffer)];
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let at = 0; at < a.length; at++) {
    if (a[at] === b[at]) continue;
    const [x, y] = [at % width, Math.floor(at / width)];
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  if (right < 0) return [0, 0, 2, 2];
  left -= left % 2;
  top -= top % 2;
  return [left, top, right - left + 1, bottom - top + 1];
}

/** The rectangle of what was drawn last, as a WebP file in base64. */
async function encode(part: { x: number; y: number; width: number; height: number; quality: number }): Promise<string> {
  const { picture: now } = globalThis as Desk;
  const canvas = new OffscreenCanvas(part.width, part.height);
  const on = canvas.getContext('2d');
  if (on === null || now === undefined) throw new Error('Nothing was drawn.');
  on.putImageData(now, -part.x, -part.y);
  const blob = await canvas.convertToBlob({ type: 'image/webp', quality: part.quality });
  let text = '';
  for (const byte of new Uint8Array(await blob.arrayBuffer())) text += String.fromCharCode(byte);
  return btoa(text);
}
