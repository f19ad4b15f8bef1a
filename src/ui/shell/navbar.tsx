import * as texts from 'virtual:site/texts';
import { writtenHref } from '../../model/urls.ts';
import type { ShellConfig } from '../page-data.ts';
import { AccountLink } from './account-link.tsx';
import { BrandMark } from './brand-mark.tsx';
import { NAVIGATION_ID } from './element-ids.ts';
import { Menu } from './icons.tsx';
import { SearchPlace } from './search-place.tsx';
import { SignOutForm } from './sign-out-form.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

export function Navbar({ config, path }: { config: ShellConfig; path: string }) {
  return (
    <header className="navbar">
      <button
        type="button"
        className="icon-button navbar__menu"
        popoverTarget={NAVIGATION_ID}
        aria-label={texts.openNavigation}
        title={texts.openNavigation}
      >
        <Menu size={20} />
      </button>
      <a className="navbar__brand" href="/">
        <BrandMark />
        <span>{config.name}</span>
      </a>
      <nav className="navbar__links" aria-label={texts.mainNavigation}>
        <NavbarLinks config={config} path={path} />
      </nav>
      <SearchPlace />
      <ThemeSwitch defaultTheme={config.defaultTheme} />
      <AccountLink />
      <SignOutForm />
    </header>
  );
}

/** In the bar on a wide screen, in the drawer on a narrow one. */
export function NavbarLinks({ config, path }: { config: ShellConfig; path: string }) {
  return (
    <ul>
      {config.navbar.items.map(({ label, href, covers = href }) => (
        <li key={href}>
          <a
            className="navbar__link"
            href={writtenHref(href)}
            {...(path === href || path === covers || path.startsWith(`${covers}/`)
              ? { 'data-active': '' }
              : {})}
          >
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}
