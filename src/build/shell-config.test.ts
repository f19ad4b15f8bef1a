import { expect, test } from 'vitest';
import { siteConfigSchema } from '../config/site-config.ts';
import { shellConfig } from './shell-config.ts';

const config = siteConfigSchema.parse({
  name: 'Manual',
  navbar: { items: [{ label: 'Docs', href: '/docs' }] },
  footer: { columns: [{ title: 'Start', items: [{ label: 'Docs', href: '/docs' }] }] },
  editUrl: 'https://example.com/edit/',
});

test('a link to an address that redirects leads to the page itself', () => {
  const { navbar, footer } = shellConfig(config, [{ from: '/docs', to: '/docs/intro' }]);
  expect(navbar.items).toEqual([{ label: 'Docs', href: '/docs/intro', covers: '/docs' }]);
  expect(footer.columns[0]?.items).toEqual([{ label: 'Docs', href: '/docs/intro' }]);
});

test('what the browser has no use for stays on the server', () => {
  expect(shellConfig(config, [])).not.toHaveProperty('editUrl');
});
