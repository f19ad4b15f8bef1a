import { defineSiteConfig } from 'gatehouse/config';

export default defineSiteConfig({
  name: 'Orchard',
  tagline: 'Plan the harvest of your trees.',
  navbar: { items: [{ label: 'Docs', href: '/docs' }] },
});
