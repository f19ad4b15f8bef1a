import { defineSiteConfig } from './src/config/site-config.ts';

export default defineSiteConfig({
  name: 'Lurana BPA',
  tagline: 'Design, run and automate the processes of your organisation.',
  navbar: { items: [{ label: 'Docs', href: '/docs' }] },
  footer: {
    columns: [
      {
        title: 'Start',
        items: [
          { label: 'Your first process', href: '/docs/category/2-how-to-create-your-first-process' },
          { label: 'About this documentation', href: '/markdown-page' },
        ],
      },
      {
        title: 'Reference',
        items: [
          { label: 'REST API', href: '/docs/category/rest-api' },
          { label: 'Lurana programming', href: '/docs/category/lurana-programming' },
        ],
      },
    ],
    copyright: 'Lurana BPA documentation',
  },
});
