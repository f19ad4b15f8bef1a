import path from 'node:path';

/** Name of the file that configures a site. */
export const SITE_CONFIG_FILE = 'site.config.ts';

export function resolveSiteConfigFile(siteDir: string): string {
  return path.join(siteDir, SITE_CONFIG_FILE);
}

/**
 * Whether the text of a `site.config.ts` can have the key `features`. Every command asks this when it starts, because
 * evaluating a configuration takes longer than the rest of a start.
 */
export function mayNameFeatures(text: string): boolean {
  return /(?<![\w$.])['"]?features['"]?\s*[:,}]/.test(text);
}
