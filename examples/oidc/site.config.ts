import { defineSiteConfig } from 'gatehouse/config';

export default defineSiteConfig({
  name: 'Orchard',
  tagline: 'Readers sign in with their company account.',
  // The provider says who is in this group. Everybody who may sign in reads the rest.
  groups: [{ name: 'growers', label: 'Growers', description: 'People who work in the orchard' }],
  audiences: [{ files: 'docs/growers/**', audience: 'growers' }],
  navbar: { items: [{ label: 'Docs', href: '/docs' }] },
});
