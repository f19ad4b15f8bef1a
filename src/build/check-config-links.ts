import type { NavbarItem } from '../config/navigation-options.ts';
import type { SiteConfig } from '../config/site-config.ts';
import { hasProtocol } from '../model/written-links.ts';
import { decodePath } from '../shared/decode.ts';
import { lineOfText } from '../shared/line-of-key.ts';
import type { Problem } from '../shared/problem.ts';
import { type ConfigLink, sitePath, writtenAddress } from './pages/config-links.ts';

interface ConfigLinkCheck {
  config: SiteConfig;
  /** The file of the configuration, as problems name it. */
  file: string;
  /** Text of that file, for the lines of problems. */
  text: string;
  /** Where this language of the site lies. */
  base: string;
  /** Whether the site answers at this path, base included. */
  answers: (path: string) => boolean;
  /** Leaves broken links out, with a warning: somebody else's docs folder lacks pages that the links lead to. */
  drops: boolean;
}

/** Checks that every link of the navbar and the footer leads to a page or a file of the site. */
export function checkConfigLinks(check: ConfigLinkCheck): { config: SiteConfig; problems: Problem[] } {
  const { config, base, answers, drops } = check;
  const problems: Problem[] = [];
  const report = (severity: Problem['severity'], written: string, message: string) =>
    problems.push({
      code: 'broken-link',
      severity,
      file: check.file,
      line: lineOfText(check.text, written),
      message,
    });
  const isGood = (link: ConfigLink, name: string): boolean => {
    const written = link.href || link.to;
    if (!written || hasProtocol(written)) return true;
    const address = writtenAddress(link, base);
    const path = sitePath(address);
    if (path === undefined) {
      if (/^[#?]/.test(address)) return true;
      const message = `The link “${name}” leads to ${written}, which means another address on every page: begin it with a slash, or write "to" for "href".`;
      report('warning', written, message);
      return true;
    }
    if (answers(decodePath(path) ?? path)) return true;
    const what = `The link “${name}” leads to ${written}, which is no page of this site`;
    report(drops ? 'warning' : 'error', written, `${what}: ${drops ? 'left out' : 'correct or remove it'}.`);
    return !drops;
  };
  const checkItems = <Item extends NavbarItem>(items: readonly Item[]): Item[] =>
    items.flatMap((item): Item[] => {
      switch (item.type) {
        case 'default':
          return isGood(item, item.label ?? item.html ?? '') ? [item] : [];
        case 'docsVersion':
          return isGood({ to: item.to }, item.label ?? item.to ?? '') ? [item] : [];
        case 'dropdown': {
          const to = isGood({ to: item.to }, item.label ?? item.html ?? '') ? item.to : undefined;
          const items = checkItems(item.items);
          return items.length === 0 && item.items.length > 0 ? [] : [{ ...item, to, items }];
        }
        case 'docsVersionDropdown':
        case 'localeDropdown': {
          const dropdownItemsBefore = checkItems(item.dropdownItemsBefore);
          const dropdownItemsAfter = checkItems(item.dropdownItemsAfter);
          return [{ ...item, dropdownItemsBefore, dropdownItemsAfter }];
        }
        default:
          return [item];
      }
    });
  const checkLogo = <Logo extends { href?: string | undefined }>(logo: Logo, place: string): Logo =>
    isGood({ to: logo.href }, place) ? logo : { ...logo, href: undefined };
  const { navbar, footer } = config;
  const columns = footer.columns
    .map((column) => ({
      ...column,
      items: column.items.filter((item) => 'html' in item || isGood(item, item.label)),
    }))
    .filter((column, at) => column.items.length > 0 || footer.columns[at]?.items.length === 0);
  return {
    config: {
      ...config,
      navbar: {
        ...navbar,
        logo: navbar.logo && checkLogo(navbar.logo, 'logo'),
        items: checkItems(navbar.items),
      },
      footer: { ...footer, logo: footer.logo && checkLogo(footer.logo, 'logo of the footer'), columns },
    },
    problems,
  };
}
