import type { SiteConfig } from '../config/site-config.ts';
import { describeStyle } from '../markdown/finish/properties.ts';
import type { Site } from '../model/site.ts';
import { escapeHtml } from '../shared/html.ts';
import { unescapeHtml } from '../shared/unescape-html.ts';

interface Shell {
  config: SiteConfig;
  site: Site;
}

/** Rules by the class that they are for. */
type Rules = Map<string, string>;

/**
 * Moves inline styles of bars and sidebars into rules, because the site's policy allows no inline styles:
 * `<hr style="margin:0">` becomes `<hr class="s-1a2b3c4d">`.
 */
export function moveShellStyles({ config, site }: Shell): Shell & { rules: readonly string[] } {
  const rules: Rules = new Map();
  const { navbar, footer, announcement } = mapHtml(
    { navbar: config.navbar, footer: config.footer, announcement: config.announcement },
    rules,
  );
  return {
    config: {
      ...config,
      navbar: { ...navbar, logo: moveLogoStyle(navbar.logo, rules) },
      footer: { ...footer, logo: moveLogoStyle(footer.logo, rules) },
      announcement,
    },
    site: { ...site, sidebars: mapHtml(site.sidebars, rules) },
    rules: [...rules.values()],
  };
}

/** Keys of items, bars and the announcement whose texts are HTML. */
const htmlKeys = new Set(['html', 'value', 'copyright']);

/** A copy in which the HTML has no inline styles. Most sites have none: they keep the original. */
function mapHtml<Data>(data: Data, rules: Rules): Data {
  const json = JSON.stringify(data);
  if (!/style\s*=/i.test(json)) return data;
  return JSON.parse(json, (key, value: unknown) =>
    typeof value === 'string' && htmlKeys.has(key) ? moveStyles(value, rules) : value,
  );
}

type Logo = SiteConfig['navbar']['logo'];

function moveLogoStyle(logo: Logo, rules: Rules): Logo {
  if (logo?.style === undefined) return logo;
  const { style, className, ...rest } = logo;
  return { ...rest, className: [className, addRule(style, rules)].filter(Boolean).join(' ') };
}

/** Adds the rule for a style, and returns its class. Undefined if the style is empty. */
function addRule(style: string, rules: Rules): string | undefined {
  const parsedStyle = describeStyle(style);
  if (parsedStyle === undefined) return undefined;
  rules.set(parsedStyle.name, parsedStyle.rule);
  return parsedStyle.name;
}

const openingTag = /<[a-z][^\s/>]*(?:[^<>"']|"[^"]*"|'[^']*')*>/gi;
const attribute = /\s+([^\s=/>"']+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g;

function moveStyles(html: string, rules: Rules): string {
  return html.replace(openingTag, (tag) => {
    const attributes = [...tag.matchAll(attribute)].map(([source, name = '', ...values]) => ({
      source,
      name: name.toLowerCase(),
      value: unescapeHtml(values.find((value) => value !== undefined) ?? ''),
    }));
    const style = attributes.find(({ name }) => name === 'style');
    if (style === undefined) return tag;
    const classes = attributes.find(({ name }) => name === 'class');
    const className = [classes?.value, addRule(style.value, rules)].filter(Boolean).join(' ');
    const plainTag = tag.replace(style.source, () => '').replace(classes?.source ?? '', () => '');
    return className === ''
      ? plainTag
      : plainTag.replace(/^<[^\s/>]+/, (start) => `${start} class="${escapeHtml(className)}"`);
  });
}
