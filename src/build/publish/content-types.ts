import path from 'node:path';

interface ContentType {
  type: string;
  /** Text-like content, worth a compressed variant. */
  compressible: boolean;
}

const types: Record<string, ContentType> = {
  '.html': { type: 'text/html; charset=utf-8', compressible: true },
  '.css': { type: 'text/css; charset=utf-8', compressible: true },
  '.js': { type: 'text/javascript; charset=utf-8', compressible: true },
  '.mjs': { type: 'text/javascript; charset=utf-8', compressible: true },
  '.json': { type: 'application/json; charset=utf-8', compressible: true },
  '.map': { type: 'application/json; charset=utf-8', compressible: true },
  '.txt': { type: 'text/plain; charset=utf-8', compressible: true },
  '.md': { type: 'text/markdown; charset=utf-8', compressible: true },
  '.csv': { type: 'text/csv; charset=utf-8', compressible: true },
  '.xml': { type: 'application/xml', compressible: true },
  '.yml': { type: 'application/yaml', compressible: true },
  '.yaml': { type: 'application/yaml', compressible: true },
  '.svg': { type: 'image/svg+xml', compressible: true },
  '.ico': { type: 'image/x-icon', compressible: true },
  '.webmanifest': { type: 'application/manifest+json', compressible: true },
  '.png': { type: 'image/png', compressible: false },
  '.jpg': { type: 'image/jpeg', compressible: false },
  '.jpeg': { type: 'image/jpeg', compressible: false },
  '.gif': { type: 'image/gif', compressible: false },
  '.webp': { type: 'image/webp', compressible: false },
  '.avif': { type: 'image/avif', compressible: false },
  '.mp4': { type: 'video/mp4', compressible: false },
  '.webm': { type: 'video/webm', compressible: false },
  '.mp3': { type: 'audio/mpeg', compressible: false },
  '.woff': { type: 'font/woff', compressible: false },
  '.woff2': { type: 'font/woff2', compressible: false },
  '.pdf': { type: 'application/pdf', compressible: false },
  '.zip': { type: 'application/zip', compressible: false },
};

/** By the file's extension; unknown ones are offered for download. */
export function contentType(file: string): ContentType {
  return types[path.extname(file).toLowerCase()] ?? { type: 'application/octet-stream', compressible: false };
}
