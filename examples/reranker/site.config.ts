import { defineSiteConfig } from 'gatehouse/config';

export default defineSiteConfig({
  name: 'Orchard',
  tagline: 'A site whose questions are ranked by a model.',
  navbar: { items: [{ label: 'Docs', href: '/docs' }] },
});
