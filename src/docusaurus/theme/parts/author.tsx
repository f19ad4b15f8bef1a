import Link from '@docusaurus/Link';
import Heading from '@theme/Heading';
import DefaultIcon from '@theme/Icon/Socials/Default';
import type { ReactElement, ReactNode } from 'react';

interface Author {
  name?: string;
  title?: string;
  url?: string;
  imageURL?: string;
  email?: string;
  page?: { permalink: string } | null;
  /** Addresses by platform, such as `github`. */
  socials?: Readonly<Record<string, string>>;
}

function MaybeLink({
  href,
  className,
  children,
}: {
  href?: string | undefined;
  className?: string;
  children: ReactNode;
}) {
  return href === undefined ? (
    children
  ) : (
    <Link href={href} className={className}>
      {children}
    </Link>
  );
}

/** An author of a blog. With `as`, their name is a heading. */
export function BlogAuthor({
  as,
  author,
  className = '',
  count,
}: {
  as?: string;
  author: Author;
  className?: string;
  count?: number;
}): ReactElement {
  const { name, title, url, imageURL, email, page } = author;
  const href = page?.permalink ?? url ?? (email && `mailto:${email}`);
  const nameNode = as ? (
    <Heading as={as} translate="no">
      {name}
    </Heading>
  ) : (
    <span translate="no">{name}</span>
  );
  return (
    <div className={`avatar margin-bottom--sm ${className}`.trim()}>
      {imageURL && (
        <MaybeLink href={href} className="avatar__photo-link">
          <img className="avatar__photo" src={imageURL} alt={name ?? ''} />
        </MaybeLink>
      )}
      {(name || title) && (
        <div className="avatar__intro">
          <div className="avatar__name">
            {name && <MaybeLink href={href}>{nameNode}</MaybeLink>}
            {count !== undefined && <span>{count}</span>}
          </div>
          {title && <small title={title}>{title}</small>}
          <AuthorSocials author={author} />
        </div>
      )}
    </div>
  );
}

/** Links to an author's profiles, each with the name of its platform. */
export function AuthorSocials({ author }: { author: Author }): ReactElement {
  return (
    <div>
      {Object.entries(author.socials ?? {}).map(([platform, address]) => (
        <Link key={platform} href={address} title={platform}>
          <DefaultIcon /> {platform}{' '}
        </Link>
      ))}
    </div>
  );
}
