import type { SiteConfig } from '../config/site-config.ts';
import { decodePath } from '../shared/decode.ts';
import type { Problem } from '../shared/problem.ts';

interface ConfigLink {
  label?: string | undefined;
  to?: string | undefined;
  href?: string | undefined;
}

/**
 * Navbar and footer lead to pages that exist. With the project's own docs a link to nothing is a problem to
 * mend; with somebody else's docs folder the links into it are left out, with a warning.
 */
export function checkConfigLinks(
  config: SiteConfig,
  answers: (path: string) => boolean,
  drop: boolean,
): { config: SiteConfig; problems: Problem[] } {
  const problems: Problem[] = [];
  const keep = (item: object): boolean => {
    const { label, to, href = to }: ConfigLink = item;
    const path = href === undefined ? undefined : sitePath(href);
    if (path === undefined || answers(path)) return true;
    const what = `The link “${label}” leads to ${href}, which is no page of this site`;
    problems.push({
      code: 'broken-link',
      severity: drop ? 'warning' : 'error',
      file: 'site.config.ts',
      message: drop ? `${what}: left out.` : `${what}: correct or remove it.`,
    });
    return !drop;
  };
  const navbar = { ...config.navbar, items: config.navbar.items.filter(keep) };
  const columns = config.footer.columns
    .map((column) => ({ ...column, items: column.items.filter(keep) }))
    .filter((column, at) => column.items.length > 0 || config.footer.columns[at]?.items.length === 0);
  return { config: { ...config, navbar, footer: { ...config.footer, columns } }, problems };
}

/** The path of a link into this site, decoded; undefined for any other link. */
function sitePath(href: string): string | undefined {
  if (!href.startsWith('/') || href.startsWith('//')) return undefined;
  return decodePath(href.replace(/[?#].*$/s, ''));
}
