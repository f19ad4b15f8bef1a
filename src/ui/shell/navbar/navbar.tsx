import * as texts from 'virtual:site/texts';
import type { ShellConfig } from '../../page-data.ts';
import { NAVIGATION_ID } from '../element-ids.ts';
import { Menu } from '../icons.tsx';
import { BrandMark } from './brand-mark.tsx';
import { NavbarItems, type NavbarPage } from './navbar-items.tsx';
import { ReaderMenu } from './reader-menu.tsx';
import { SearchLink } from './search-link.tsx';
import { SiteLogo } from './site-logo.tsx';

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
      <ReaderMenu config={config} path={page.path} place="bar" />
    </header>
  );
}
