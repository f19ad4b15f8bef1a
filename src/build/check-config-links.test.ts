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
const answers = (path: string) => ['/docs', '/docs/Developer Info/x'].includes(path);

test('a link to nothing is a problem to mend', () => {
  const { config: kept, problems } = checkConfigLinks(config, answers, false);
  expect(problems.map(({ severity, file, message }) => [severity, file, message])).toEqual([
    [
      'error',
      'site.config.ts',
      'The link “Old” leads to /docs/old, which is no page of this site: correct or remove it.',
    ],
  ]);
  expect(kept).toEqual(config);
});

test("with somebody else's docs it is left out, and so is a column that has nothing else", () => {
  const { config: kept, problems } = checkConfigLinks(config, answers, true);
  expect(problems.map(({ severity }) => severity)).toEqual(['warning']);
  expect(kept.footer.columns.map(({ title }) => title)).toEqual(['Kept', 'Elsewhere']);
});
