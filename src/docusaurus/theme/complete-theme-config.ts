type Settings = Readonly<Record<string, unknown>>;

/** Values that Docusaurus adds to every `themeConfig`, so that components can read them without a check. */
const always: Readonly<Record<string, Settings>> = {
  docs: { versionPersistence: 'localStorage', sidebar: { hideable: false, autoCollapseCategories: false } },
  blog: { sidebar: { groupByYear: true } },
  colorMode: { defaultMode: 'light', disableSwitch: false, respectPrefersColorScheme: false },
  navbar: { hideOnScroll: false, items: [] },
  prism: {
    additionalLanguages: [],
    magicComments: [
      {
        className: 'theme-code-block-highlighted-line',
        line: 'highlight-next-line',
        block: { start: 'highlight-start', end: 'highlight-end' },
      },
    ],
  },
  tableOfContents: { minHeadingLevel: 2, maxHeadingLevel: 3 },
};

/** Values that Docusaurus adds to a part of the `themeConfig` only if the site has that part. */
const ifPresent: Readonly<Record<string, Settings>> = {
  announcementBar: { id: 'announcement-bar', isCloseable: true },
  footer: { style: 'light', links: [] },
};

/**
 * The site's `themeConfig` with Docusaurus' defaults, as `useThemeConfig` returns it. For example, a site that sets only
 * `colorMode.respectPrefersColorScheme` gets `colorMode.defaultMode: 'light'`, too.
 */
export function completeThemeConfig(themeConfig: Settings): Settings {
  const presentDefaults = Object.entries(ifPresent).filter(([part]) => isSettings(themeConfig[part]));
  const settings = addDefaults(themeConfig, { ...always, ...Object.fromEntries(presentDefaults) });
  return { metadata: [], ...settings, navbar: placeItems(settings.navbar) };
}

/** Items of the navbar are on the left side by default. */
function placeItems(navbar: unknown): unknown {
  if (!isSettings(navbar) || !Array.isArray(navbar.items)) return navbar;
  const items = navbar.items.map((item: unknown) =>
    isSettings(item) ? { ...item, position: item.position ?? 'left' } : item,
  );
  return { ...navbar, items };
}

/** Adds the values that the settings lack, also in the objects that they contain. */
export function addDefaults(settings: Settings, defaults: Settings): Settings {
  const completeSettings: Record<string, unknown> = { ...settings };
  for (const [name, value] of Object.entries(defaults)) {
    const setting = settings[name];
    if (setting === undefined) completeSettings[name] = value;
    else if (isSettings(value) && isSettings(setting)) completeSettings[name] = addDefaults(setting, value);
  }
  return completeSettings;
}

function isSettings(value: unknown): value is Settings {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
