import { expect, test } from 'vitest';
import { completeThemeConfig } from './complete-theme-config.ts';

const colorMode = { defaultMode: 'light', disableSwitch: false, respectPrefersColorScheme: false };

test.each([
  [{}, 'colorMode', colorMode],
  [
    { colorMode: { respectPrefersColorScheme: true } },
    'colorMode',
    { ...colorMode, respectPrefersColorScheme: true },
  ],
  [{ colorMode: { defaultMode: 'dark' } }, 'colorMode', { ...colorMode, defaultMode: 'dark' }],
  [
    { docs: { sidebar: { hideable: true } } },
    'docs',
    { versionPersistence: 'localStorage', sidebar: { hideable: true, autoCollapseCategories: false } },
  ],
  [{ blog: {} }, 'blog', { sidebar: { groupByYear: true } }],
  [{ navbar: { title: 'Kettles' } }, 'navbar', { title: 'Kettles', hideOnScroll: false, items: [] }],
  [
    { navbar: { items: [{ label: 'a' }, { label: 'b', position: 'right' }] } },
    'navbar',
    {
      hideOnScroll: false,
      items: [
        { label: 'a', position: 'left' },
        { label: 'b', position: 'right' },
      ],
    },
  ],
  [{ prism: { magicComments: [] } }, 'prism', { additionalLanguages: [], magicComments: [] }],
  [{}, 'metadata', []],
  [{ metadata: [{ name: 'a' }] }, 'metadata', [{ name: 'a' }]],
  [
    { tableOfContents: { maxHeadingLevel: 5 } },
    'tableOfContents',
    { minHeadingLevel: 2, maxHeadingLevel: 5 },
  ],
  [{}, 'footer', undefined],
  [{ footer: { copyright: 'c' } }, 'footer', { copyright: 'c', style: 'light', links: [] }],
  [{}, 'announcementBar', undefined],
  [
    { announcementBar: { content: 'New', isCloseable: false } },
    'announcementBar',
    { content: 'New', id: 'announcement-bar', isCloseable: false },
  ],
  [{ own: { a: 1 } }, 'own', { a: 1 }],
])('completes the themeConfig %j: %s', (themeConfig, part, expected) => {
  expect(completeThemeConfig(themeConfig)[part]).toEqual(expected);
});
