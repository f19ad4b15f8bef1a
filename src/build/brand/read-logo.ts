import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { PreparedSite } from '../site-build.ts';

/** The logo of the light theme. */
interface LogoPicture {
  url: string;
  bytes: Uint8Array;
  width: number;
  height: number;
}

/** Reads the logo of the navbar. Undefined if the site has none, or if it isn't the picture that its name promises. */
export async function readLogo({ assets, files }: PreparedSite['bundle']): Promise<LogoPicture | undefined> {
  const { src } = assets.logo ?? {};
  if (src === undefined) return undefined;
  const file = files.find(({ url }) => path.posix.basename(url) === path.posix.basename(src));
  if (file === undefined) return undefined;
  const bytes = await readFile(file.file);
  const size = await measurePicture(bytes);
  return size && { url: file.url, bytes, ...size };
}

/** Returns the size of a picture, or undefined for bytes that aren't one. */
export async function measurePicture(
  bytes: Uint8Array,
): Promise<{ width: number; height: number } | undefined> {
  // The library is loaded only here, because most builds have no such logo.
  const { imageSize } = await import('image-size');
  try {
    const { width, height } = imageSize(bytes);
    return width > 0 && height > 0 ? { width, height } : undefined;
  } catch {
    return undefined;
  }
}
