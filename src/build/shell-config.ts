import type { SiteConfig } from '../config/site-config.ts';
import type { ShellConfig } from '../ui/page-data.ts';

/** What of the configuration goes to the browser with every page. */
export function shellConfig(config: SiteConfig): ShellConfig {
  const { name, tagline, navbar, footer, announcement, defaultTheme, search } = config;
  return { name, tagline, navbar, footer, ...(announcement ? { announcement } : {}), defaultTheme, search };
}
