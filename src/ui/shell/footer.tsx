import { encodeHref } from '../../model/written-links.ts';
import type { FooterItem } from '../navigation-data.ts';
import type { ShellConfig } from '../page-data.ts';
import { SiteLogo } from './navbar/site-logo.tsx';

export function Footer({ config }: { config: ShellConfig }) {
  const { style, logo, columns, copyright } = config.footer;
  if (columns.length === 0 && !copyright && !logo) return null;
  return (
    <footer className={style === 'dark' ? 'footer footer--dark' : 'footer'}>
      {columns.length > 0 && (
        <div className="footer__columns footer__links">
          {columns.map(({ title, className, items }) => (
            <div
              key={`${title} ${items.length}`}
              className={['footer__col', className].filter(Boolean).join(' ')}
            >
              {title && <h2 className="footer__title">{title}</h2>}
              <ul className="footer__items">
                {items.map((item) => (
                  <Item key={'html' in item ? item.html : `${item.label} ${item.href}`} item={item} />
                ))}
              </ul>
            </div>
          ))}
        </div>
      )}
      {logo && (
        <p className="footer__brand">
          {logo.href === undefined ? (
            <SiteLogo logo={logo} className="footer__logo" />
          ) : (
            <a className="footer__logo-link" href={logo.href} target={logo.target}>
              <SiteLogo logo={logo} className="footer__logo" />
            </a>
          )}
        </p>
      )}
      {copyright && (
        // The owner's own words, out of the configuration.
        // biome-ignore lint/security/noDangerouslySetInnerHtml: see above
        <div className="footer__copyright" dangerouslySetInnerHTML={{ __html: copyright }} />
      )}
    </footer>
  );
}

function Item({ item }: { item: FooterItem }) {
  if ('html' in item) {
    const classes = ['footer__item', item.className].filter(Boolean).join(' ');
    // The owner's own words, out of the configuration.
    // biome-ignore lint/security/noDangerouslySetInnerHtml: see above
    return <li className={classes} dangerouslySetInnerHTML={{ __html: item.html }} />;
  }
  const { label, href, className, attributes } = item;
  return (
    <li className="footer__item">
      <a
        {...attributes}
        className={['footer__link-item', className].filter(Boolean).join(' ')}
        href={encodeHref(href)}
      >
        {label}
      </a>
    </li>
  );
}
