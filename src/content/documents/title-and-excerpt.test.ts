import { describe, expect, test } from 'vitest';
import { findContentTitle, findExcerpt } from './title-and-excerpt.ts';

test.each([
  ['# Title', 'Title'],
  ['\n\n  # Title\n\ntext', 'Title'],
  ['#   Many   blanks  ', 'Many   blanks'],
  ['#\tTab', 'Tab'],
  ['# Closed #', 'Closed'],
  ['# C#', 'C'],
  ['# C# and F# ##', 'C# and F#'],
  ['# Title {#own-id}', 'Title'],
  ['# 标题 {#中文}', '标题 {#中文}'],
  ['# Title # {#id}', 'Title #'],
  ['# Title {/* #id */}', 'Title {/* #id */}'],
  ['# `code` in `two` places', 'code in two places'],
  ['# **Bold** <b>html</b> [l](x)', '**Bold** <b>html</b> [l](x)'],
  ['Title\n===', 'Title'],
  ['Title =\n=====\nmore', 'Title'],
  ['# Windows\r\n\r\ntext', 'Windows'],
  ['Windows\r\n=======\r\ntext', 'Windows'],
  ["import A from 'a';\nimport B from 'b';\n\n# After imports", 'After imports'],
  ["import {\n  A,\n  B,\n} from 'a';\n\nimport C from 'c';\n\n\n\n# After imports", 'After imports'],
  ["import A from 'a';\r\n\r\n# After imports", 'After imports'],
])('finds in %j the title %j', (body, title) => {
  expect(findContentTitle(body)).toBe(title);
});

test.each([
  [''],
  ['text\n\n# Late'],
  ['## Second level'],
  ['#No blank'],
  ['#'],
  ['# '],
  ['{/* comment */}\n\n# Title'],
  ['<!-- comment -->\n# Title'],
  ['export const a = 1;\n\n# Title'],
  ["import A from 'a';\n# No blank line between"],
  ['<h1>Raw</h1>'],
  ['Title\n==='.replace('===', '--- ')],
])('finds no title in %j', (body) => {
  expect(findContentTitle(body)).toBeUndefined();
});

describe('cleans the first line', () => {
  test.each([
    ['Plain text.', 'Plain text.'],
    ['One\ntwo', 'One'],
    ['a <b>bold</b> <br/> end', 'a bold  end'],
    ['**Bold**, _em_, ***both***, __strong__', 'Bold, em, both, strong'],
    ['my_var_name, 2*3*4', 'myvarname, 234'],
    ['~~gone~~ and ~a~ and ~~b', 'gone and ~a~ and ~~b'],
    ['![alt](x.png) text', 'alt text'],
    ['[![badge](b.svg)](https://x.example)', 'badge'],
    ['[link](x) and [ref][r] and [open]', 'link and ref and [open]'],
    ['see[^1] this', 'see this'],
    ['`code` and `<T>`', 'code and ``'],
    ['> quoted', 'quoted'],
    ['   > quoted', 'quoted'],
    [':smile: text', 'text'],
    ['at 10:30 and 11:45', 'at 1045'],
    ['a {curly} b', 'a  b'],
    ['- item', '- item'],
    ['1. item', '1. item'],
    ['| a | b |', '| a | b |'],
    ['## Heading two', 'Heading two'],
    ['### Heading `three` {#id}', 'Heading three'],
    ['## Closed ##', 'Closed ##'],
    ['    indented', 'indented'],
    ['中文，**加粗**。', '中文，加粗。'],
    ['{/* c */}', '{/ c /}'],
    ['<!-- c -->', undefined],
    ['# Title {#explicit}', 'explicit}'],
    ['```', undefined],
  ])('%j gives %j', (body, expected) => {
    expect(findExcerpt(body)).toBe(expected);
  });
});

describe('skips', () => {
  test.each([
    ['a title', '# Title\n\ntext', 'text'],
    ['an underlined title', 'Title\n=====\n\ntext', 'text'],
    ['an underlined title with Windows line ends', 'Title\r\n=====\r\n\r\ntext\r\nmore', 'text'],
    ['imports', "import A from 'a';\nimport {\n  B,\n} from 'b';\n\ntext", 'text'],
    ['exports', 'export const a = {\n  b: 1,\n};\n\ntext', 'text'],
    ['everything up to the blank line after an import', "import A from 'a';\ntext\n\nmore", 'more'],
    ['a fence', '```js\ncode\n```\ntext', 'text'],
    ['a fence in a fence', '````md\n```\nx\n```\n````\ntext', 'text'],
    ['an indented fence', '  ```js\n  code\n  ```\ntext', 'text'],
    ['imports in a fence', "```js\nimport a from 'a';\n```\ntext", 'text'],
    ['an admonition line', ':::note Title\n\ninside\n\n:::', 'inside'],
    ['tags', '<div>\n<br/>\n</div>\ntext', 'text'],
    ['truncation marks', '<!-- truncate -->\n\ntext', 'text'],
  ])('%s', (_what, body, expected) => {
    expect(findExcerpt(body)).toBe(expected);
  });
});

test('uses the start of an unfinished comment or component', () => {
  expect(findExcerpt('<!--\nhidden\n-->\ntext')).toBe('<!--');
  expect(findExcerpt('<Card\n  title="x"\n/>')).toBe('<Card');
});

test('treats a tilde fence as text', () => {
  expect(findExcerpt('~~~js\ncode\n~~~\ntext')).toBe('~~~js');
});
