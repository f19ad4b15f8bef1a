import { writtenHref } from '../../model/urls.ts';
import type { ShellConfig } from '../page-data.ts';

export function Footer({ config }: { config: ShellConfig }) {
  const { columns, copyright } = config.footer;
  if (columns.length === 0 && !copyright) return null;
  return (
    <footer className="footer">
      <div className="footer__columns">
        {columns.map(({ title, items }) => (
          <div key={title}>
            <h2 className="footer__title">{title}</h2>
            <ul>
              {items.map(({ label, href }) => (
                <li key={href}>
                  <a href={writtenHref(href)}>{label}</a>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
      {copyright && <p className="footer__copyright">{copyright}</p>}
    </footer>
  );
}
