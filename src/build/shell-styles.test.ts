import { describe, expect, test } from 'vitest';
import { readTestSite } from '../../testing/docs-folder.ts';
import { siteConfigSchema } from '../config/site-config.ts';
import { moveShellStyles } from './shell-styles.ts';

const parseSettings = (input: object) => siteConfigSchema.parse(input);
const createNavbar = (value: string) => parseSettings({ navbar: { items: [{ type: 'html', value }] } });

async function styleMovedSite(config: ReturnType<typeof parseSettings>, sidebars = '{}') {
  const { site } = await readTestSite({ 'docs/a.md': '# A', 'sidebars.json': sidebars });
  return moveShellStyles({ config, site });
}

async function moveHtml(html: string) {
  const { config, rules } = await styleMovedSite(createNavbar(html));
  const [item] = config.navbar.items;
  return { html: item?.type === 'html' ? item.value : undefined, rules: rules.join('\n') };
}

describe('an inline style becomes a rule that beats those of style sheets', () => {
  test.each([
    ['<hr style="margin: 0.3rem 0;">', '<hr class="NAME">', 'margin:0.3rem 0'],
    ["<i style='color:red'>x</i>", '<i class="NAME">x</i>', 'color:red'],
    ['<b STYLE = "color:red"/>', '<b class="NAME"/>', 'color:red'],
    ['<b style=color:red>x</b>', '<b class="NAME">x</b>', 'color:red'],
    [
      '<b class="c d" title="a > b" style="font-family: &quot;A&quot;">x</b>',
      '<b class="c d NAME" title="a > b">x</b>',
      'font-family:"A"',
    ],
    ['<b style="color:red" class=c>x</b>', '<b class="c NAME">x</b>', 'color:red'],
    ['<a\n  href="/x"\n  style="color: red;"\n>x</a>', '<a class="NAME"\n  href="/x"\n>x</a>', 'color:red'],
    ['<b style="color:red}body{display:none">x</b>', '<b class="NAME">x</b>', 'color:redbody'],
  ])('%s', async (source, expected, declarations) => {
    const { html, rules } = await moveHtml(source);
    const name = /s-[0-9a-f]{8}/.exec(html ?? '')?.[0] ?? '-';
    expect(html).toBe(expected.replace('NAME', name));
    expect(rules).toContain(`.${name}:not(#_){${declarations}`);
    expect(rules.match(/[{}]/g)).toHaveLength(2);
  });

  test.each([
    '<b title=" style=\'color:red\' ">x</b>',
    'A text about style="color:red".',
    '<b data-style="color:red">x</b>',
  ])('nothing else does: %s', async (source) => {
    expect(await moveHtml(source)).toEqual({ html: source, rules: '' });
  });

  test('an empty one is left out', async () => {
    expect(await moveHtml('<b style="">x</b>')).toEqual({ html: '<b>x</b>', rules: '' });
  });
});

test('styles of menus, footer, announcement, logos and sidebars are moved, each once', async () => {
  const html = '<i style="top:0">x</i>';
  const { config, site, rules } = await styleMovedSite(
    parseSettings({
      navbar: {
        logo: { src: 'a.svg', className: 'mark', style: 'left: 0' },
        items: [
          {
            type: 'dropdown',
            html,
            items: [
              { type: 'html', value: html },
              { html, to: '/a' },
            ],
          },
          { type: 'localeDropdown', dropdownItemsAfter: [{ type: 'html', value: html }] },
        ],
      },
      footer: { copyright: html, columns: [{ items: [{ html }] }], logo: { src: 'a.svg', style: 'left:0' } },
      announcement: { id: 'a', html },
    }),
    JSON.stringify({
      s: ['a', { type: 'category', label: 'C', items: [{ type: 'html', value: html }, 'a'] }],
    }),
  );
  expect(JSON.stringify([config, site])).not.toContain('style=');
  expect(JSON.stringify([config, site]).match(/<i class=\\"s-\w+\\">/g)).toHaveLength(8);
  expect(rules).toHaveLength(2);
  expect(config.navbar.logo).toEqual({ src: 'a.svg', alt: '', className: expect.stringMatching(/^mark s-/) });
  expect(config.footer.logo?.className).toMatch(/^s-/);
});
