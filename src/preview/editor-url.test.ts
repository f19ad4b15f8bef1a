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
  ['127.0.0.1', 'vscode://file/{file}', 'vscode://file/{file}'],
  ['127.0.0.1', 'none', undefined],
  ['0.0.0.0', 'vscode://file/{file}', undefined],
])('a preview on %s with EDITOR_URL=%s has the template %s', (HOST, EDITOR_URL, template) => {
  expect(getEditorUrl({ HOST, EDITOR_URL })).toBe(template);
});
