#!/usr/bin/env node
/**
 * Runs a command of Gatehouse with a recent Node: this one, or the one in the npm package `node`.
 *
 * Even an old Node must be able to read this file, so that it can explain which Node is needed. Therefore the file is
 * ES5 without imports (newer versions learn that from `package.json` beside it). Code for newer versions is in `run.js`.
 */
'use strict';

var childProcess = require('child_process');
var fs = require('fs');
var path = require('path');

var NODE_MAJOR = 24;
var packageDir = path.resolve(__dirname, '..');
// Node strips types from TypeScript files, but not inside `node_modules`. An installed package has JavaScript in `lib/`.
var isInstalled = packageDir.split(path.sep).indexOf('node_modules') !== -1;
var main = path.join(packageDir, isInstalled ? 'lib/cli/main.js' : 'src/cli/main.ts');

if (parseMajor(process.versions.node) >= NODE_MAJOR) require('./run.js')(main, packageDir);
else handOver();

function handOver() {
  var node = findPackagedNode(process.cwd()) || findPackagedNode(packageDir);
  if (node === undefined) {
    console.error(
      'Gatehouse needs Node ' +
        NODE_MAJOR +
        ', but this is Node ' +
        process.versions.node +
        '. Install Node ' +
        NODE_MAJOR +
        ', or add it to the project: npm install node@' +
        NODE_MAJOR
    );
    process.exit(1);
  }
  var child = childProcess.spawn(node, [main].concat(process.argv.slice(2)), { stdio: 'inherit' });
  child.on('error', function (error) {
    console.error('Gatehouse needs Node ' + NODE_MAJOR + ', but ' + node + " can't be run: " + error.message);
    process.exit(1);
  });
  // A terminal sends Ctrl+C to both processes. Forwarding it would be a second signal, which ends the server at once.
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
    // End with the same signal as the child. Our own handler would catch it.
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

/** The program in the npm package `node`, if it is installed in this folder or a folder above it. */
function findPackagedNode(folder) {
  var inPackage = path.join(folder, 'node_modules', 'node');
  var program = path.join(inPackage, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (fs.existsSync(program) && parseMajor(readVersion(inPackage)) >= NODE_MAJOR) return program;
  var parent = path.dirname(folder);
  return parent === folder ? undefined : findPackagedNode(parent);
}

function readVersion(inPackage) {
  try {
    return JSON.parse(fs.readFileSync(path.join(inPackage, 'package.json'), 'utf8')).version;
  } catch (_error) {
    return undefined;
  }
}

function parseMajor(version) {
  return parseInt(version, 10);
}
