import isInternalUrl from '@docusaurus/isInternalUrl';
import Link from '@docusaurus/Link';
import useBaseUrl from '@docusaurus/useBaseUrl';
import type { AnchorHTMLAttributes, ReactElement } from 'react';

interface ItemProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  to?: string;
  label?: string;
  html?: string;
  prependBaseUrlToHref?: boolean;
  activeBasePath?: string;
  activeBaseRegex?: string;
  isDropdownLink?: boolean;
}

/** A link as it is configured in `themeConfig.navbar.items`. The engine marks links to other sites. */
export function NavbarLink({
  to = '',
  href,
  label,
  html,
  prependBaseUrlToHref = false,
  activeBasePath: _path,
  activeBaseRegex: _regex,
  isDropdownLink: _isDropdown,
  ...rest
}: ItemProps): ReactElement {
  const pathWithBase = useBaseUrl(to);
  const hrefWithBase = useBaseUrl(href ?? '', { forcePrependBaseUrl: true });
  const target =
    href === undefined
      ? { to: pathWithBase }
      : { href: prependBaseUrlToHref && isInternalUrl(href) ? hrefWithBase : href };
  return html === undefined ? (
    <Link {...target} {...rest}>
      {label}
    </Link>
  ) : (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: the site's own configuration has it
    <Link {...target} {...rest} dangerouslySetInnerHTML={{ __html: html }} />
  );
}

/** A link as it is configured in `themeConfig.footer.links`. */
export function FooterLink({ item: { className = '', ...item } }: { item: ItemProps }): ReactElement {
  return <NavbarLink {...item} className={`footer__link-item ${className}`.trim()} />;
}

export function FooterCopyright({ copyright }: { copyright: string }): ReactElement {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the site's own configuration has it
  return <div className="footer__copyright" dangerouslySetInnerHTML={{ __html: copyright }} />;
}
