// @ts-check

/** @type {import('@docusaurus/types').Config} */
const config = {
  title: 'Orchard',
  tagline: 'Plan the harvest of your trees.',
  url: 'https://docs.example.com',
  baseUrl: '/',
  onBrokenLinks: 'throw',
  presets: [
    [
      'classic',
      {
        docs: { sidebarPath: './sidebars.js' },
        blog: { showReadingTime: true },
        theme: { customCss: './src/css/custom.css' },
      },
    ],
  ],
  themeConfig: {
    navbar: {
      title: 'Orchard',
      items: [
        { type: 'docSidebar', sidebarId: 'guide', position: 'left', label: 'Guide' },
        { to: '/blog', label: 'Blog', position: 'left' },
      ],
    },
    footer: { style: 'dark', copyright: 'Orchard' },
  },
};

export default config;
