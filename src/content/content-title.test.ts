import { expect, test } from 'vitest';
import { contentTitle } from './content-title.ts';

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
])('%j has the title %j', (body, title) => {
  expect(contentTitle(body)).toBe(title);
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
])('%j has none', (body) => {
  expect(contentTitle(body)).toBeUndefined();
});
