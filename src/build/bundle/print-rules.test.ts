import { expect, test } from 'vitest';
import { separatePrintRules } from './print-rules.ts';

test('takes the rules for paper alone out of a style sheet, in their order', () => {
  const css =
    '.a{color:red}@media print{.a{color:#000}.b{color:#111}}.c{top:0}@media print{@media (width>0){.d{top:0}}}.e{top:1px}';
  expect(separatePrintRules(css)).toEqual({
    style: '.a{color:red}.c{top:0}.e{top:1px}',
    printRules: '.a{color:#000}.b{color:#111}\n@media (width>0){.d{top:0}}',
  });
});

test.each([
  ['a rule for paper and other media', '@media print, (scripting: none){.a{top:0}}'],
  ['a rule for paper of one kind', '@media print and (orientation:landscape){.a{top:0}}'],
  ['a rule for screens', '@media screen{.a{top:0}}'],
  ['a rule inside another', '.a{top:0;@media print{top:1px}}'],
  ['a string with braces', ".a:after{content:\"@media print{\"}.b:after{content:'}\\'}'}"],
  ['addresses with a brace', '.a{background:url(\\}.png)}.b{background:url(}.png)}'],
  ['a comment with braces', '/*! @media print{.a{ */.b{top:0}'],
  ['a statement without a block', '@layer a,b;.a{top:0}'],
  ['no rule', ''],
])('keeps %s', (_, css) => {
  expect(separatePrintRules(css)).toEqual({ style: css, printRules: '' });
});

test.each([
  ['an escape', '.sm\\:a{top:0}'],
  ['a string with a brace', '.a:after{content:"}"}'],
  ['a statement', '@layer a;'],
])('takes rules for paper after %s', (_, css) => {
  expect(separatePrintRules(`${css}@media print{.b{top:0}}`)).toEqual({
    style: css,
    printRules: '.b{top:0}',
  });
});
