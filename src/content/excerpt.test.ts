import { describe, expect, test } from 'vitest';
import { excerpt } from './excerpt.ts';

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
    expect(excerpt(body)).toBe(expected);
  });
});

describe('passes over', () => {
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
    expect(excerpt(body)).toBe(expected);
  });
});

test('takes what an unfinished comment or component begins with', () => {
  expect(excerpt('<!--\nhidden\n-->\ntext')).toBe('<!--');
  expect(excerpt('<Card\n  title="x"\n/>')).toBe('<Card');
});

test('has nothing to say of a tilde fence, which counts as text', () => {
  expect(excerpt('~~~js\ncode\n~~~\ntext')).toBe('~~~js');
});
