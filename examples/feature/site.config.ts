import { defineSiteConfig } from 'gatehouse/config';

export default defineSiteConfig({
  name: 'Orchard',
  tagline: 'A site with a feature of its own.',
  features: ['./status/feature.ts'],
  navbar: {
    items: [
      { label: 'Docs', href: '/docs' },
      { label: 'Status', href: '/status' },
    ],
  },
});
