'use strict';

const { enableCompileCache } = require('node:module');
const path = require('node:path');
const { pathToFileURL } = require('node:url');

/** Loads `main` into this process. */
module.exports = function run(main, packageDir) {
  // `main.ts` does the same, but doing it here also caches the compilation of `main.ts` itself.
  enableCompileCache(path.join(packageDir, '.cache/code'));
  import(pathToFileURL(main).href).catch((error) => {
    console.error(error);
    // Connections and timers that the failed command left open would keep the process alive.
    process.exit(1);
  });
};
