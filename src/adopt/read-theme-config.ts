import { codeColors } from './code-colors.ts';
import { type ConfigNotes, defined, listOf, type Settings, settingsOf } from './config-notes.ts';
import { readFooter, readNavbar } from './read-navigation.ts';

const used = [
  'announcementBar',
  'colorMode',
  'docs',
  'footer',
  'liveCodeBlock',
  'mermaid',
  'navbar',
  'prism',
  'tableOfContents',
];
const unused = {
  algolia:
    'search is built in and knows who reads; words of readers go to nobody (SEARCH=algolia brings a hosted index back)',
  blog: '',
  image: 'cards of social networks are for public pages',
  metadata: 'meta tags are for search engines, which do not come in here',
  zoom: 'it belongs to a plugin that is left out',
};

/** What `themeConfig` says, in our words. */
export function readThemeConfig(source: unknown, notes: ConfigNotes): Settings {
  const theme = notes.pick(source, 'themeConfig', used, unused);
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
  const colors = { light: codeColors(code.theme), dark: codeColors(code.darkTheme ?? code.theme) };
  if ('theme' in code || 'darkTheme' in code) {
    const why =
      colors.light || colors.dark
        ? 'code has the colours of these themes, made readable where they are too faint; kinds of tokens are fewer'
        : 'code has the colours of the program, in both themes';
    notes.find('changed', 'themeConfig.prism', why);
  }
  const live = notes.pick(liveCodeBlock, 'themeConfig.liveCodeBlock', ['playgroundPosition']);
  return defined({
    navbar: readNavbar(navbar, notes),
    footer: readFooter(footer, notes),
    announcement: readAnnouncement(announcementBar, notes),
    defaultTheme: color.defaultMode ?? 'light',
    respectPrefersColorScheme: color.respectPrefersColorScheme,
    disableThemeSwitch: color.disableSwitch,
    sidebar: sidebar === undefined ? undefined : settingsOf(sidebar),
    tableOfContents,
    code: defined({
      defaultLanguage: code.defaultLanguage,
      magicComments: code.magicComments === undefined ? undefined : listOf(code.magicComments),
      livePosition: live.playgroundPosition,
      theme: colors.light || colors.dark ? defined(colors) : undefined,
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
  return defined({
    id: bar.id ?? 'announcement-bar',
    html: notes.html(bar.content, 'themeConfig.announcementBar.content'),
    closeable: bar.isCloseable,
    backgroundColor: bar.backgroundColor,
    textColor: bar.textColor,
  });
}
