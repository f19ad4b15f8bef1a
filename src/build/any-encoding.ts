import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin } from 'vite';

const decoder = new TextDecoder();

/** Some packages have scripts that aren't UTF-8. Replacing single letters is better than the bundler's refusal. */
export function acceptAnyEncoding(): Plugin {
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
