import * as texts from 'virtual:site/texts';
import type { ReactNode } from 'react';
import { encodeHref } from '../../../model/written-links.ts';
import type { MenuItem, NavbarItem, SetLink } from '../../navigation-data.ts';
import type { PageData, ShellConfig } from '../../page-data.ts';
import { Dropdown, type MenuPlace } from './dropdown.tsx';

/** Page data that navbar links depend on. */
export type NavbarPage = Pick<PageData, 'path' | 'set' | 'sidebar' | 'versions' | 'languages'>;

interface Props {
  config: ShellConfig;
  page: NavbarPage;
  menu: MenuPlace;
}

export function NavbarItems({ config, page, menu }: Props) {
  const items = config.navbar.items.map((item, index) => ({ item, key: `${index}` }));
  const list = (right: boolean) => items.filter(({ item }) => (item.right ?? false) === right);
  const draw = (shownItems: typeof items) =>
    shownItems.map(({ item, key }) => <BarItem key={key} item={item} page={page} menu={menu} />);
  const atRight = list(true);
  return (
    <>
      <ul className="navbar__items">{draw(list(false))}</ul>
      {atRight.length > 0 && <ul className="navbar__items navbar__items--right">{draw(atRight)}</ul>}
    </>
  );
}

function BarItem({ item, page, menu }: { item: NavbarItem; page: NavbarPage; menu: Props['menu'] }) {
  switch (item.type) {
    case 'link':
    case 'html':
    case 'set-link':
      return <Item item={item} page={page} className="navbar__link" listClass="navbar__item" />;
    case 'menu':
      return (
        <NavbarDropdown item={item} menu={menu} label={item.label}>
          <MenuItems items={item.items} page={page} />
        </NavbarDropdown>
      );
    case 'versions': {
      const versionsOfPage =
        page.set !== undefined && item.sets.includes(page.set) ? page.versions : undefined;
      const versions = (versionsOfPage ?? item.versions).flatMap((version) => {
        const label = item.shown ? item.shown[version.label] : version.label;
        return label === undefined ? [] : [{ ...version, label }];
      });
      const more = item.before.length + item.after.length > 0;
      if (versions.length < 2 && !more) return null;
      const currentVersion = versions.find((version) => 'current' in version && version.current);
      const label = currentVersion?.label ?? item.label;
      return <LinksDropdown item={item} page={page} menu={menu} label={label} links={versions} />;
    }
    case 'languages': {
      const { languages = [] } = page;
      if (languages.length < 2) return null;
      const label = languages.find(({ current }) => current)?.label ?? texts.language;
      const links = languages.map((language) => ({ ...language, href: language.href + (item.query ?? '') }));
      return <LinksDropdown item={item} page={page} menu={menu} label={label} links={links} />;
    }
  }
}

interface LinksProps extends Omit<DropdownProps, 'children'> {
  item: Extract<NavbarItem, { type: 'versions' | 'languages' }>;
  page: NavbarPage;
  links: readonly { label: string; href: string; lang?: string; current?: true }[];
}

/** Menu of versions or languages, between the site's own links. */
function LinksDropdown({ page, links, ...dropdown }: LinksProps) {
  const { before, after } = dropdown.item;
  return (
    <NavbarDropdown {...dropdown}>
      <MenuItems items={before} page={page} />
      {links.map(({ label, lang, href, current }) => (
        <li key={lang ?? href}>
          <a
            className={current ? 'dropdown__link dropdown__link--active' : 'dropdown__link'}
            href={encodeHref(href)}
            lang={lang}
            hrefLang={lang}
            aria-current={current}
            data-same-page=""
          >
            {label}
          </a>
        </li>
      ))}
      <MenuItems items={after} page={page} />
    </NavbarDropdown>
  );
}

function MenuItems({ items, page }: { items: readonly MenuItem[]; page: NavbarPage }) {
  return items.map((item, index) => (
    // The list never changes.
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    <Item key={index} item={item} page={page} className="dropdown__link" listClass="dropdown__item" />
  ));
}

type Marked = Pick<Extract<MenuItem, { type: 'link' }>, 'href' | 'covers' | 'pattern'> &
  Pick<SetLink, 'isExact' | 'sidebar'>;

interface ItemProps {
  item: MenuItem;
  page: NavbarPage;
  className: string;
  listClass: string;
}

function Item({ item, page, className, listClass }: ItemProps) {
  if (item.type === 'html') {
    const classes = [listClass, item.className].filter(Boolean).join(' ');
    // The owner's own words, out of the configuration.
    // biome-ignore lint/security/noDangerouslySetInnerHtml: see above
    return <li className={classes} dangerouslySetInnerHTML={{ __html: item.html }} />;
  }
  const link = item.type === 'link' ? item : (item.links[page.set ?? ''] ?? item.links[item.latest]);
  if (link === undefined) return null;
  const active = isActive(link, page);
  const shared = {
    ...item.attributes,
    className: [className, active && `${className}--active`, item.className].filter(Boolean).join(' '),
    href: encodeHref(link.href),
    'aria-current': active || undefined,
  };
  return (
    <li className={listClass}>
      {item.html === undefined ? (
        <a {...shared}>{link.label}</a>
      ) : (
        // The owner's own words, out of the configuration.
        // biome-ignore lint/security/noDangerouslySetInnerHtml: see above
        <a {...shared} dangerouslySetInnerHTML={{ __html: item.html }} />
      )}
    </li>
  );
}

/** Whether the link is marked: on its page, below it, on pages with its sidebar, and where the site says. */
function isActive(
  { href, covers = href, pattern, isExact, sidebar }: Marked,
  { path, sidebar: pageSidebar }: NavbarPage,
): boolean {
  if (pattern !== undefined) return new RegExp(pattern, 'i').test(path);
  const currentPath = removeEndSlash(path);
  // Empty for a link that names only a place on the page.
  const coveredPath = removeEndSlash(covers);
  return (
    (sidebar !== undefined && sidebar === pageSidebar?.name) ||
    [removeEndSlash(href), coveredPath].includes(currentPath) ||
    (!isExact && coveredPath !== '' && currentPath.startsWith(`${coveredPath}/`))
  );
}

function removeEndSlash(path: string): string {
  return path.replace(/[?#].*$/s, '').replace(/(?<=.)\/$/, '');
}

function Html({ text }: { text: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the owner wrote it in the configuration.
  return <span dangerouslySetInnerHTML={{ __html: text }} />;
}

interface DropdownProps {
  item: Exclude<NavbarItem, { type: 'html' }>;
  label: ReactNode;
  menu: MenuPlace;
  /** List items. */
  children: ReactNode;
}

function NavbarDropdown({ item, label, menu, children }: DropdownProps) {
  const classes = ['navbar__item', 'dropdown', item.right && 'dropdown--right', item.className];
  return (
    <li className={classes.filter(Boolean).join(' ')}>
      <Dropdown place={menu}>
        <summary className="navbar__link" {...item.attributes}>
          {item.html === undefined ? label : <Html text={item.html} />}
        </summary>
        <ul className="dropdown__menu">{children}</ul>
      </Dropdown>
    </li>
  );
}
