import { expect, test } from 'vitest';
import { fillEditorUrl, getEditorUrl } from './editor-url.ts';

test.each([
  ['vscode://file/{file}', '/home/ada/docs/intro.md', 'vscode://file/home/ada/docs/intro.md'],
  ['vscode://file/{file}', 'C:\\docs\\intro.md', 'vscode://file/C:/docs/intro.md'],
  [
    'idea://open?file={file}',
    '/docs/Ünit #1/50% & more.md',
    'idea://open?file=/docs/%C3%9Cnit%20%231/50%25%20%26%20more.md',
  ],
  ['zed://file{file}', '/docs/$&.md', 'zed://file/docs/%24%26.md'],
])('%s opens %s', (template, file, url) => {
  expect(fillEditorUrl(template, file)).toBe(url);
});

test.each([
  ['vscode://file/{file}:{line}', 3, 'vscode://file/a/b.md:3'],
  ['vscode://file/{file}:{line}', undefined, 'vscode://file/a/b.md'],
  ['idea://open?file={file}&line={line}', 12, 'idea://open?file=/a/b.md&line=12'],
  ['idea://open?file={file}&line={line}', undefined, 'idea://open?file=/a/b.md'],
  [
    'txmt://open?url=file://{file}&line={line}&column=1',
    undefined,
    'txmt://open?url=file:///a/b.md&column=1',
  ],
  ['zed://file{file}', 3, 'zed://file/a/b.md'],
])('%s opens line %s', (template, line, url) => {
  expect(fillEditorUrl(template, '/a/b.md', line)).toBe(url);
});

test.each([
  ['127.0.0.1', 'vscode://file/{file}', 'vscode://file/{file}'],
  ['127.0.0.1', 'none', undefined],
  ['0.0.0.0', 'vscode://file/{file}', undefined],
])('a preview on %s with EDITOR_URL=%s has the template %s', (HOST, EDITOR_URL, template) => {
  expect(getEditorUrl({ HOST, EDITOR_URL })).toBe(template);
});
