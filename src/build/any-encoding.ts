import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin } from 'vite';

const decoder = new TextDecoder();

/** Some packages have scripts that are no UTF-8: a letter of theirs is lost, where the bundler would stop. */
export function anyEncoding(): Plugin {
  return {
    name: 'any-encoding',
    load: {
      filter: { id: /[\\/]node_modules[\\/].*\.[cm]?jsx?$/ },
      async handler(id) {
        if (!path.isAbsolute(id)) return undefined;
        const bytes = await readFile(id);
        return bytes.every((byte) => byte < 128) ? undefined : decoder.decode(bytes);
      },
    },
  };
}
