import { usesInfima } from 'virtual:site/has';
import type { ReactNode } from 'react';
import type { AuthorHead } from './blog-data.ts';
import { getInitials } from './initials.ts';

/** An author with picture or initials, name and title. `as`: element of the name. */
export function Author({ author, as: Name = 'span' }: { author: AuthorHead; as?: 'span' | 'h1' | 'h2' }) {
  const { name, title, image, href, count, socials = [] } = author;
  const renderLink = (className: string | undefined, children: ReactNode) =>
    href === undefined ? (
      children
    ) : (
      <a className={className} href={href}>
        {children}
      </a>
    );
  return (
    <div className="avatar">
      {image !== undefined &&
        renderLink('avatar__photo-link', <img className="avatar__photo" src={image} alt={name ?? ''} />)}
      {!usesInfima && image === undefined && name !== undefined && (
        <span className="avatar__photo avatar__initials" aria-hidden="true" translate="no">
          {getInitials(name)}
        </span>
      )}
      <div className="avatar__intro">
        <div className="avatar__name">
          {name !== undefined &&
            renderLink(
              undefined,
              <Name className="avatar__who" translate="no">
                {name}
              </Name>,
            )}
          {count !== undefined && <span className="avatar__count">{count}</span>}
        </div>
        {title !== undefined && <small className="avatar__subtitle">{title}</small>}
        {socials.length > 0 && (
          <ul className="avatar__socials">
            {socials.map(({ platform, href: profile }) => (
              <li key={platform}>
                <a href={profile}>{platform}</a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
