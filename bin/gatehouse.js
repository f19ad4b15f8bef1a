#!/usr/bin/env node
/**
 * Runs a command of Gatehouse with a Node that is new enough: this one, or the one that the npm package `node` brings.
 * Whatever Node somebody has reads this file, the oldest too, so that it can say what is missing: it is ES5 without
 * imports (`package.json` beside it says so to newer ones), and what newer ones need is in `run.js`.
 */
'use strict';

var childProcess = require('child_process');
var fs = require('fs');
var path = require('path');

var NODE_MAJOR = 24;
var packageDir = path.resolve(__dirname, '..');
// Node takes the types off files as they are, but not off those of packages: installed as one, it is JavaScript.
var isInstalled = packageDir.split(path.sep).indexOf('node_modules') !== -1;
var main = path.join(packageDir, isInstalled ? 'lib/cli/main.js' : 'src/cli/main.ts');

if (majorOf(process.versions.node) >= NODE_MAJOR) require('./run.js')(main, packageDir);
else handOver();

function handOver() {
  var node = nodeOfPackage(process.cwd()) || nodeOfPackage(packageDir);
  if (node === undefined) {
    console.error(
      'Gatehouse needs Node ' +
        NODE_MAJOR +
        ', and this is ' +
        process.versions.node +
        ': install it, or add it to the project with "npm install node@' +
        NODE_MAJOR +
        '".'
    );
    process.exit(1);
  }
  var child = childProcess.spawn(node, [main].concat(process.argv.slice(2)), { stdio: 'inherit' });
  child.on('error', function (error) {
    console.error(
      'Gatehouse needs Node ' + NODE_MAJOR + ', and ' + node + ' cannot be run: ' + error.message
    );
    process.exit(1);
  });
  // A terminal sends Ctrl-C to both of us, and a second one would end the server at once.
  process.on('SIGINT', function () {
    if (!process.stdin.isTTY) child.kill('SIGINT');
  });
  ['SIGTERM', 'SIGHUP'].forEach(function (signal) {
    process.on(signal, function () {
      child.kill(signal);
    });
  });
  child.on('exit', function (code, signal) {
    if (!signal) process.exit(code === null ? 1 : code);
    // As the child ended, so do we: our own handler would keep us.
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

/** The program of the npm package `node`, as it is installed in this folder or one above it. */
function nodeOfPackage(folder) {
  var inPackage = path.join(folder, 'node_modules', 'node');
  var program = path.join(inPackage, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (fs.existsSync(program) && majorOf(versionIn(inPackage)) >= NODE_MAJOR) return program;
  var above = path.dirname(folder);
  return above === folder ? undefined : nodeOfPackage(above);
}

function versionIn(inPackage) {
  try {
    return JSON.parse(fs.readFileSync(path.join(inPackage, 'package.json'), 'utf8')).version;
  } catch (_error) {
    return undefined;
  }
}

function majorOf(version) {
  return parseInt(version, 10);
}
