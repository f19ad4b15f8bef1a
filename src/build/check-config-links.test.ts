import { expect, test } from 'vitest';
import { type SiteConfig, siteConfigSchema } from '../config/site-config.ts';
import { checkConfigLinks } from './check-config-links.ts';

const config: SiteConfig = siteConfigSchema.parse({
  name: 'Manual',
  navbar: { items: [{ label: 'Docs', href: '/docs' }] },
  footer: {
    columns: [
      { title: 'Kept', items: [{ label: 'Blank', href: '/docs/Developer%20Info/x?y#z' }] },
      { title: 'Gone', items: [{ label: 'Old', href: '/docs/old' }] },
      { title: 'Elsewhere', items: [{ label: 'Code', href: 'https://example.com/docs/old' }] },
    ],
  },
});
const isServed = (path: string) => ['/docs', '/docs/Developer Info/x'].includes(path);

const check = (options: Partial<Parameters<typeof checkConfigLinks>[0]> = {}) =>
  checkConfigLinks({
    config,
    file: 'site.config.ts',
    text: '',
    base: '/',
    isServed: isServed,
    dropsBrokenLinks: false,
    ...options,
  });

test('reports a link to a page that does not exist', () => {
  const { config: checkedConfig, problems } = check();
  expect(problems.map(({ severity, file, message }) => [severity, file, message])).toEqual([
    [
      'error',
      'site.config.ts',
      'The link “Old” leads to /docs/old, but this site has no such page or file. Correct or remove the link.',
    ],
  ]);
  expect(checkedConfig.footer).toEqual(config.footer);
});

test('with a foreign docs folder it leaves broken links out, and columns without other links', () => {
  const { config: checkedConfig, problems } = check({ dropsBrokenLinks: true });
  expect(problems.map(({ severity }) => severity)).toEqual(['warning']);
  expect(checkedConfig.footer.columns.map(({ title }) => title)).toEqual(['Kept', 'Elsewhere']);
});

test('finds a broken link wherever the navbar and the footer can have one', () => {
  const broken = siteConfigSchema.parse({
    navbar: {
      logo: { src: 'a.svg', href: 'gone/logo' },
      items: [
        { label: 'A', to: 'gone/a' },
        {
          type: 'dropdown',
          label: 'B',
          to: '/gone/b',
          items: [
            { label: 'C', to: 'gone/c' },
            { label: 'Docs', to: 'docs' },
          ],
        },
        { type: 'docsVersionDropdown', dropdownItemsAfter: [{ label: 'D', to: '/gone/d' }] },
        { type: 'localeDropdown', dropdownItemsBefore: [{ label: 'E', href: '/gone/e' }] },
        { type: 'docsVersion', to: 'gone/f' },
        { label: 'Good', to: '/book/docs' },
      ],
    },
    footer: { logo: { src: 'a.svg', href: '/gone/g' } },
  });
  const { problems } = check({
    config: broken,
    base: '/book/',
    text: "\n\nto: 'gone/a'",
    isServed: (path) => path === '/book/docs',
  });
  const targets = problems.map(({ message }) => /gone\/(\w+)/.exec(message)?.[1]);
  expect(targets.sort()).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'logo']);
  expect(problems.find(({ message }) => message.includes('gone/a'))?.line).toBe(3);
});

test('warns of an address that means something else on every page', () => {
  const relative = siteConfigSchema.parse({
    navbar: {
      items: [
        { label: 'A', href: 'docs/one' },
        { label: 'B', href: '#top' },
        { label: 'C', href: 'mailto:a@b.example' },
      ],
    },
  });
  const { problems } = check({ config: relative });
  expect(problems.map(({ severity, message }) => [severity, message])).toEqual([
    ['warning', expect.stringContaining('“A” leads to docs/one')],
  ]);
});
