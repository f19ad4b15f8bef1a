import { describe, expect, test } from 'vitest';
import { compile } from '../../../testing/compile.ts';
import { adaptInlineStyleToPaper, adaptStylesToPaper } from './paper-styles.ts';

/** The declarations that a rule with these ones gets on paper. */
function readAdditions(declarations: string): string {
  const css = adaptStylesToPaper(`.a{${declarations}}`);
  if (css === `.a{${declarations}}`) return '';
  expect(css).toMatch(/^\.a\{.*;@media print\{.*\}\}$/);
  return css.slice(`.a{${declarations};@media print{`.length, -2);
}

describe('columns of a grid', () => {
  test.each([
    [
      'grid-template-columns:400px 400px 400px',
      'grid-template-columns:minmax(0,400px) minmax(0,400px) minmax(0,400px);',
    ],
    ['grid-template-columns:20rem 1fr', 'grid-template-columns:minmax(0,20rem) 1fr;'],
    ['grid-template-columns:repeat(4, 300px)', 'grid-template-columns:repeat(4,minmax(0,300px));'],
    ['grid-template-columns:repeat(3, minmax(400px, 1fr))', 'grid-template-columns:repeat(3,minmax(0,1fr));'],
    [
      'grid-template-columns:repeat(auto-fit, minmax(400px, 1fr))',
      'grid-template-columns:repeat(auto-fit,minmax(min(400px,100%),1fr));',
    ],
    [
      'grid-template-columns:[a] 50vw [b c] calc(10px + 40vw)',
      'grid-template-columns:[a] minmax(0,50vw) [b c] minmax(0,calc(10px + 40vw));',
    ],
    ['grid-template-columns:max-content 1fr', 'grid-template-columns:minmax(0,max-content) 1fr;'],
    ['grid-template:"a b" 3em / 40em 40em', 'grid-template-columns:minmax(0,40em) minmax(0,40em);'],
    ['grid:auto / 900px 400px', 'grid-template-columns:minmax(0,900px) minmax(0,400px);'],
    ['grid:auto / auto-flow 300px', 'grid-auto-columns:minmax(0,300px);'],
    ['grid-auto-columns:500px', 'grid-auto-columns:minmax(0,500px);'],
    [
      'grid-template-columns:400px 400px!important',
      'grid-template-columns:minmax(0,400px) minmax(0,400px) !important;',
    ],
  ])('can become narrower: %s', (declarations, additions) => {
    expect(readAdditions(declarations)).toBe(additions);
  });

  test.each([
    'grid-template-columns:1fr 2fr',
    'grid-template-columns:repeat(3, minmax(0, 1fr))',
    'grid-template-columns:repeat(auto-fill, minmax(min(100%, 240px), 1fr))',
    'grid-template-columns:64px 1fr',
    'grid-template-columns:fit-content(400px) 1fr',
    'grid-template-columns:var(--columns)',
    'grid-template-columns:none',
    'grid-template-rows:300px 300px',
    'grid-auto-rows:4em',
    'grid:300px 300px',
    'gap:300px',
  ])('stay as they are: %s', (declarations) => {
    expect(readAdditions(declarations)).toBe('');
  });

  test('can have a variable with one length, but not with several values', () => {
    const columns = 'grid-template-columns:repeat(3, var(--w))';
    expect(adaptStylesToPaper(`:root{--w:400px}.a{${columns}}`)).toContain('repeat(3,minmax(0,var(--w)))');
    for (const css of [`:root{--w:1fr 400px}.a{${columns}}`, `:root{--w:400px}.b{--w:auto}.a{${columns}}`])
      expect(adaptStylesToPaper(css)).toBe(css);
  });
});

describe('a box in a row that keeps its width on screens', () => {
  const shrinks = 'flex-shrink:1;';
  const wraps = 'flex-wrap:wrap';

  test.each([
    ['flex:none', shrinks],
    ['flex-shrink:0', shrinks],
    ['flex:0 0 auto', shrinks],
    ['flex:1 0 200px', shrinks],
    ['flex:none;width:180px', shrinks],
    ['flex:0 0 400px', wraps],
    ['flex:0 0 100%', wraps],
    ['flex-shrink:0;flex-basis:30em', wraps],
    ['flex:none;width:min(500px, 80vw)', wraps],
  ])('shrinks or wraps: %s', (declarations, effect) => {
    expect(readAdditions(declarations)).toContain(effect);
  });

  test.each([
    'flex:1',
    'flex:1 1 900px',
    'flex:auto',
    'flex:none;width:24px',
    'flex:0 0 3rem',
    'flex-shrink:2',
  ])('stays as it is: %s', (declarations) => {
    expect(readAdditions(declarations)).toBe('');
  });
});

test.each([
  ['height:300px;overflow:auto', 'height:auto;min-height:300px;'],
  ['height:20em;overflow-y:scroll', 'height:auto;min-height:20em;'],
  ['height:60vh;overflow:hidden auto', 'height:auto;min-height:60vh;'],
  ['height:300px', ''],
  ['height:1px;overflow:hidden', ''],
  ['height:0;overflow:hidden', ''],
  ['height:300px;overflow:visible', ''],
  ['height:120px;column-width:400px', 'height:auto;min-height:120px;'],
  ['height:9em;columns:3 10em', 'height:auto;min-height:9em;'],
  ['columns:3', ''],
])('a box that scrolls becomes as high as its content: %s', (declarations, additions) => {
  expect(readAdditions(declarations)).toBe(additions);
});

test.each([
  ['display:flex;overflow-x:auto', 'flex-wrap:wrap;'],
  ['display:inline-flex;overflow:auto hidden', 'flex-wrap:wrap;'],
  ['display:flex;overflow-x:scroll;scroll-snap-type:x mandatory', 'flex-wrap:wrap;'],
  ['display:flex', ''],
  ['display:flex;overflow:hidden', ''],
  ['display:flex;flex-direction:column;overflow:auto', ''],
  ['display:flex;flex-flow:column nowrap;overflow:auto', ''],
  ['display:block;overflow-x:auto', ''],
])('a row that scrolls wraps: %s', (declarations, additions) => {
  expect(readAdditions(declarations)).toBe(additions);
});

test.each([
  ['transform:scale(1.6)', 'transform:scale(1);'],
  ['transform:translateX(4px) scale(2, 1) rotate(1deg)', 'transform:translateX(4px) scale(1) rotate(1deg);'],
  ['transform:scaleX(3)!important', 'transform:scale(1) !important;'],
  ['scale:1.5', 'scale:1;'],
  ['scale:150% 100%', 'scale:1;'],
  ['zoom:2', 'zoom:1;'],
  ['transform:scale(1)', ''],
  ['transform:scale(1.05)', ''],
  ['scale:1.1', ''],
  ['transform:scale(.5)', ''],
  ['transform:rotate(45deg)', ''],
  ['scale:0.5', ''],
  ['scale:none', ''],
  ['zoom:100%', ''],
])('an enlarged box has its own size: %s', (declarations, additions) => {
  expect(readAdditions(declarations)).toBe(additions);
});

test.each([
  ['position:relative;width:1200px;height:600px', 'zoom:0.4;@media (min-width:650px){zoom:0.59;}'],
  ['position:relative;width:600px;height:60px', 'zoom:0.8;@media (min-width:650px){zoom:1;}'],
  ['position:relative;width:400px;height:60px', ''],
  ['position:relative;width:1200px', ''],
  ['width:1200px;height:600px', ''],
  ['position:relative;width:100%;height:600px', ''],
])('a stage is smaller as a whole: %s', (declarations, additions) => {
  expect(readAdditions(declarations)).toBe(additions);
});

describe('rules', () => {
  const columns = 'grid-template-columns:400px 400px';
  const addition = '@media print{grid-template-columns:minmax(0,400px) minmax(0,400px);}';

  test.each([
    ['of a list of elements', `.a,.b:hover{${columns}}`],
    ['in a condition', `@media (width>600px){.a{${columns}}}`],
    ['in a layer of a sheet', `@layer a;@layer b{.a{color:red}.a{${columns}}}`],
    ['in a rule', `.a{color:red;&:has(b){${columns}}}`],
    ['around a rule', `.a{.b{color:red}${columns}}`],
    ['in a condition in a rule', `.a{@supports (gap:1px){${columns}}}`],
    ['in a container', `@container box (width>300px){.a{${columns}}}`],
    ['in conditions in each other', `@layer b{@supports (gap:1px){@media (width>1px){.a{${columns}}}}}`],
    ['in a rule in a condition in a rule', `.a{@container (width>1px){& > .b{${columns}}}}`],
    ['beside an address with a semicolon and a brace', `.b{background:url(data:a;b,{)}.a{${columns}}`],
    ['beside a comment with a brace', `.b{/* } */color:red/* { */}.a{/* ; */color:red;${columns}}`],
    ['with a name that has an escaped brace', `.a\\{b{${columns}}`],
    ['beside a string with a brace', `.a::before{content:"}{"}.a{content:'{';${columns}}`],
  ])('%s have their addition inside them', (_, css) => {
    expect(adaptStylesToPaper(css)).toBe(css.replace(columns, `${columns};${addition}`));
  });

  test.each([
    ['for screens', `@media screen{.a{${columns}}}`],
    ['for paper', `@media print{.a{${columns}}}`],
    ['for paper, in capitals', `@MEDIA PRINT{.a{${columns}}}`],
    ['for screens, in a rule', `.a{@media screen and (width>1px){${columns}}}`],
    ['of a place in the page', `@page{${columns}}`],
    ['in a string', `.a::before{content:".b{${columns}}"}`],
    ['of a part that is no element', `.a::before{${columns}}`],
    ['of an animation', `@keyframes a{from{${columns}}}`],
    ['in a comment', `/*.a{${columns}}*/`],
    ['without such declarations', '.a{color:red}@font-face{src:url(a.woff2)}'],
    ['that are cut', '.a{color:red'],
  ])('%s have none', (_, css) => {
    expect(adaptStylesToPaper(css)).toBe(css);
  });
});

test.each([
  ['grid-template-columns:400px 400px', 'grid-template-columns:minmax(0,400px) minmax(0,400px) !important;'],
  ['flex:0 0 400px', ':root :has(> &){flex-wrap:wrap !important}'],
  ['height:300px; overflow:auto', 'height:auto !important;min-height:300px !important;'],
  ['grid-auto-columns:30em !important', 'grid-auto-columns:minmax(0,30em) !important;'],
  ['flex:1', ''],
  ['background:url(data:a;b);grid-auto-columns:30em', 'grid-auto-columns:minmax(0,30em) !important;'],
  ["content:';flex:none;'", ''],
  ['no declaration', ''],
])('overrides an inline style: %s', (style, additions) => {
  expect(adaptInlineStyleToPaper(style)).toBe(additions);
});

test('adapts the inline styles of a document', async () => {
  const { styles } = await compile(`<div style={{ flex: '0 0 400px' }}>a</div>\n`);
  expect(styles).toEqual([
    expect.stringMatching(
      /^\.s-\w+:not\(#_\)\{flex:0 0 400px;@media print\{:root :has\(> &\)\{flex-wrap:wrap/,
    ),
  ]);
});
