import * as texts from 'virtual:site/texts';
import type { ShellConfig } from '../page-data.ts';
import { BrandMark } from './brand-mark.tsx';
import { NAVIGATION_ID } from './element-ids.ts';
import { Menu } from './icons.tsx';
import { NavbarItems, type NavbarPage } from './navbar-items.tsx';
import { SearchPlace } from './search-place.tsx';
import { SiteLogo } from './site-logo.tsx';
import { ThemeSwitch } from './theme-switch.tsx';
import { ReaderLinks } from './visitor.tsx';

export function Navbar({ config, page }: { config: ShellConfig; page: NavbarPage }) {
  const { title, href, target, logo, style } = config.navbar;
  return (
    <header className={style === undefined ? 'navbar' : `navbar navbar--${style}`}>
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
        <NavbarItems config={config} page={page} place="bar" />
      </nav>
      <SearchPlace />
      {!config.fixedTheme && <ThemeSwitch defaultTheme={config.defaultTheme} />}
      <ReaderLinks path={page.path} />
    </header>
  );
}
