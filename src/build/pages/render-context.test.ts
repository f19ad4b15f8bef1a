import { expect, test } from 'vitest';
import { siteConfigSchema } from '../../config/site-config.ts';
import { renderContext } from './render-context.ts';

const config = siteConfigSchema.parse({
  name: 'Manual',
  navbar: { items: [{ label: 'Docs', href: '/docs' }] },
  footer: { columns: [{ title: 'Start', items: [{ label: 'Docs', href: '/docs' }] }] },
  editUrl: 'https://example.com/edit/',
});
const assets = {
  script: '',
  preload: [],
  style: '',
  loginScript: '',
  loginStyle: '',
  firebaseScript: '',
  icon: '',
};

function shellConfig(addresses: Parameters<typeof renderContext>[3]) {
  return renderContext(config, { hash: '', assets }, undefined, addresses).config;
}

test('a link to an address that redirects leads to the page itself', () => {
  const { navbar, footer } = shellConfig({
    redirects: [{ from: '/docs', to: '/docs/intro' }],
    routes: ['/docs/intro'],
  });
  expect(navbar.items).toEqual([{ label: 'Docs', href: '/docs/intro', covers: '/docs' }]);
  expect(footer.columns[0]?.items).toEqual([{ label: 'Docs', href: '/docs/intro' }]);
});

test('a link to a page that ends in a slash has the slash', () => {
  const { navbar } = shellConfig({ redirects: [], routes: ['/', '/docs/'] });
  expect(navbar.items[0]?.href).toBe('/docs/');
});

test('what the browser has no use for stays on the server', () => {
  expect(shellConfig({ redirects: [], routes: ['/docs'] })).not.toHaveProperty('editUrl');
});
