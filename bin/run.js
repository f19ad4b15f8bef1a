'use strict';

const { enableCompileCache } = require('node:module');
const path = require('node:path');
const { pathToFileURL } = require('node:url');

/** Loads the program into this process. */
module.exports = function run(main, packageDir) {
  // As `main` does for itself; before it, no compiler of TypeScript has to be loaded for its sake.
  enableCompileCache(path.join(packageDir, '.cache/code'));
  import(pathToFileURL(main).href).catch((error) => {
    console.error(error);
    process.exitCode = 1;
  });
};
