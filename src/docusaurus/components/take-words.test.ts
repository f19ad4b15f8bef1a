import { parseAst } from 'vite';
import { expect, test } from 'vitest';
import { extractWords } from './take-words.ts';

const extract = (code: string) => extractWords(code, parseAst(code));

test.each([
  ['an import', "import One from './one';"],
  ['an export', "export { One } from './one';"],
  ['a later import', "const load = () => import('./one');"],
  ['require()', "const load = () => require('./one').One;"],
  ['require() of a template', 'const load = () => require(`./one`);'],
  ['a worker', "const start = () => new Worker(new URL('./one.js', import.meta.url));"],
  ['a file', "const address = new URL('./one.png', import.meta.url).href;"],
])('leaves the path of a module to the bundler: %s', (_, code) => {
  expect(extract(code)).toEqual({ code, words: [] });
});

test.each([
  ["say('A word');", 'say(documentWords[0]);', 'A word'],
  ["say(require('./one'), 'A word');", "say(require('./one'), documentWords[0]);", 'A word'],
  [
    "const page = new URL('https://a.example', location.href);",
    'const page = new URL(documentWords[0], location.href);',
    'https://a.example',
  ],
  ["new Notice('A word', import.meta.url);", 'new Notice(documentWords[0], import.meta.url);', 'A word'],
])('takes out other texts: %s', (code, codeWithoutWords, word) => {
  expect(extract(code)).toEqual({ code: codeWithoutWords, words: [word] });
});
