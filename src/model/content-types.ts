import path from 'node:path';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
  '.xml': 'application/xml',
  '.yml': 'application/yaml',
  '.yaml': 'application/yaml',
  '.svg': 'image/svg+xml',
  '.ico': 'image/x-icon',
  '.webmanifest': 'application/manifest+json',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.mp4': 'video/mp4',
  '.webm': 'video/webm',
  '.mp3': 'audio/mpeg',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.pdf': 'application/pdf',
  '.zip': 'application/zip',
};

const servedTypes = new Set([...Object.values(types), 'application/octet-stream'].map(essenceOf));

/** `text/html` of `text/html; charset=utf-8`. */
function essenceOf(type: string): string {
  return type.split(';', 1)[0] ?? '';
}

/** Whether a build gives files this content type: a manifest that has another one was made by something else. */
export function isServedType(type: string): boolean {
  return servedTypes.has(essenceOf(type)) && /^[a-z0-9.+/-]+(?:; charset=utf-8)?$/.test(type);
}

/** Text-like content, worth a compressed variant. */
const compressible = /^text\/|json|xml|yaml|x-icon/;

/** By the file's extension; unknown ones are offered for download. */
export function contentType(file: string): { type: string; compressible: boolean } {
  const type = types[path.extname(file).toLowerCase()] ?? 'application/octet-stream';
  return { type, compressible: compressible.test(type) };
}
