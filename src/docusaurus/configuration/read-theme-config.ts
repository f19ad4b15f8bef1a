import { type ConfigNotes, removeUndefined, type Settings, toList, toSettings } from '../config-notes.ts';
import { readCodeColors } from './code-colors.ts';
import { readFooter, readNavbar } from './read-navigation.ts';

const usedKeys = [
  'announcementBar',
  'blog',
  'colorMode',
  'docs',
  'footer',
  'liveCodeBlock',
  'mermaid',
  'navbar',
  'prism',
  'tableOfContents',
];
const unusedKeys = {
  algolia:
    'search is built in, respects what readers may see, and sends nothing to others (SEARCH=algolia uses a hosted index)',
  image: 'preview cards of social networks need public pages',
  metadata: 'meta tags are for search engines, which have no access here',
  zoom: 'the plugin that uses it is left out',
};

/** Whether the sidebars of blogs list posts below their year, which is a setting of the theme for all blogs. */
export function readBlogGrouping(source: unknown, notes: ConfigNotes): unknown {
  const blog = notes.pick(toSettings(source).blog, 'themeConfig.blog', ['sidebar']);
  const { groupByYear } = notes.pick(blog.sidebar, 'themeConfig.blog.sidebar', ['groupByYear']);
  return groupByYear ?? true;
}

/** Converts `themeConfig` to our settings, except the one that `readBlogGrouping` reads. */
export function readThemeConfig(source: unknown, notes: ConfigNotes): Settings {
  const theme = notes.pick(source, 'themeConfig', usedKeys, unusedKeys);
  const { announcementBar, colorMode, docs, footer, liveCodeBlock, navbar, prism, tableOfContents } = theme;
  const color = notes.pick(colorMode, 'themeConfig.colorMode', [
    'defaultMode',
    'disableSwitch',
    'respectPrefersColorScheme',
  ]);
  const { sidebar } = notes.pick(docs, 'themeConfig.docs', ['sidebar'], { versionPersistence: '' });
  const code = notes.pick(
    prism,
    'themeConfig.prism',
    ['defaultLanguage', 'magicComments', 'theme', 'darkTheme'],
    { additionalLanguages: '' },
  );
  const colors = { light: readCodeColors(code.theme), dark: readCodeColors(code.darkTheme ?? code.theme) };
  if ('theme' in code || 'darkTheme' in code) {
    const why =
      colors.light || colors.dark
        ? 'code has the colours of these themes for fewer kinds of tokens; colours that are too faint are adjusted'
        : 'code has the built-in colours';
    notes.addFinding('changed', 'themeConfig.prism', why);
  }
  const live = notes.pick(liveCodeBlock, 'themeConfig.liveCodeBlock', ['playgroundPosition']);
  return removeUndefined({
    navbar: readNavbar(navbar, notes),
    footer: readFooter(footer, notes),
    announcement: readAnnouncement(announcementBar, notes),
    defaultTheme: color.defaultMode ?? 'light',
    respectPrefersColorScheme: color.respectPrefersColorScheme ?? false,
    disableThemeSwitch: color.disableSwitch,
    sidebar: sidebar === undefined ? undefined : toSettings(sidebar),
    tableOfContents,
    code: removeUndefined({
      defaultLanguage: code.defaultLanguage,
      magicComments: code.magicComments === undefined ? undefined : toList(code.magicComments),
      livePosition: live.playgroundPosition,
      theme: colors.light || colors.dark ? removeUndefined(colors) : undefined,
    }),
  });
}

function readAnnouncement(source: unknown, notes: ConfigNotes): Settings | undefined {
  if (source === undefined || source === null) return undefined;
  const bar = notes.pick(source, 'themeConfig.announcementBar', [
    'id',
    'content',
    'isCloseable',
    'backgroundColor',
    'textColor',
  ]);
  return removeUndefined({
    id: bar.id ?? 'announcement-bar',
    html: bar.content,
    closeable: bar.isCloseable,
    backgroundColor: bar.backgroundColor,
    textColor: bar.textColor,
  });
}
