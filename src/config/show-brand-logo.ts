import { logoSchema } from './navigation-options.ts';
import type { SiteConfig } from './site-config.ts';

/** Shows the logo of the brand in the navbar, which the sign-in pages follow, unless the navbar has a logo of its own. */
export function showBrandLogo(config: SiteConfig): SiteConfig {
  const { brand, navbar } = config;
  if (brand.logo === undefined || navbar.logo !== undefined) return config;
  const [src, srcDark] = typeof brand.logo === 'string' ? [brand.logo] : [brand.logo.light, brand.logo.dark];
  return { ...config, navbar: { ...navbar, logo: logoSchema.parse({ src, srcDark }) } };
}
