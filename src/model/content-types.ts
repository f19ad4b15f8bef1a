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

const servedTypes = new Set([...Object.values(types), 'application/octet-stream'].map(removeParameters));

/** Returns `text/html` for `text/html; charset=utf-8`. */
function removeParameters(type: string): string {
  return type.split(';', 1)[0] ?? '';
}

/** Whether builds use this content type. A manifest with another one wasn't made by a build. */
export function isServedType(type: string): boolean {
  return servedTypes.has(removeParameters(type)) && /^[a-z0-9.+/-]+(?:; charset=utf-8)?$/.test(type);
}

/** Types of text-like content, which is worth compressing. */
const compressible = /^text\/|json|xml|yaml|x-icon/;

/** Content type by file extension. Browsers download files with an unknown one. */
export function getContentType(file: string): { type: string; compressible: boolean } {
  const type = types[path.extname(file).toLowerCase()] ?? 'application/octet-stream';
  return { type, compressible: compressible.test(type) };
}
