import * as texts from 'virtual:site/texts';
import { useSyncExternalStore } from 'react';
import type { ShellConfig } from '../page-data.ts';
import { BrandMark } from './brand-mark.tsx';
import { NAVIGATION_ID } from './element-ids.ts';
import { Menu, Moon, Sun } from './icons.tsx';
import { NavbarItems, type NavbarPage } from './navbar-items.tsx';
import { SearchLink } from './search-link.tsx';
import { SiteLogo } from './site-logo.tsx';
import { shownTheme, subscribeToTheme, switchTheme, type Theme } from './theme.ts';
import { ReaderLinks } from './visitor.tsx';

export function Navbar({ config, page }: { config: ShellConfig; page: NavbarPage }) {
  const { title, href, target, logo, className } = config.navbar;
  return (
    <header className={className}>
      <button
        type="button"
        className="icon-button navbar__menu navbar__toggle"
        popoverTarget={NAVIGATION_ID}
        aria-label={texts.openNavigation}
        title={texts.openNavigation}
      >
        <Menu size={20} />
      </button>
      <a
        className="navbar__brand"
        href={href}
        target={target}
        aria-label={title || logo?.alt ? undefined : config.name}
      >
        {logo ? <SiteLogo logo={logo} className="navbar__logo" /> : <BrandMark />}
        {title && <span className="navbar__title">{title}</span>}
      </a>
      <nav className="navbar__links" aria-label={texts.mainNavigation}>
        <NavbarItems config={config} page={page} menu="bar" />
      </nav>
      <SearchLink />
      {!config.fixedTheme && <ThemeSwitch defaultTheme={config.defaultTheme} />}
      <ReaderLinks path={page.path} />
    </header>
  );
}

/** Both icons are in the page. The style shows the right one, so that nothing flashes. */
function ThemeSwitch({ defaultTheme }: { defaultTheme: Theme }) {
  const theme = useSyncExternalStore(subscribeToTheme, shownTheme, () => defaultTheme);
  const label = theme === 'dark' ? texts.themeLight : texts.themeDark;
  return (
    <button
      type="button"
      className="icon-button theme-switch needs-script"
      onClick={switchTheme}
      aria-label={label}
      title={label}
    >
      <Sun size={18} className="theme-switch__light" />
      <Moon size={18} className="theme-switch__dark" />
    </button>
  );
}
