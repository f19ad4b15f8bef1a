import Link from '@docusaurus/Link';
import Heading from '@theme/Heading';
import type { ReactElement, ReactNode } from 'react';

interface CardProps {
  href?: string;
  icon?: ReactNode;
  title?: string;
  description?: string;
  className?: string;
}

/** A card as those of `@theme/DocCard`, with the content that a component gives. */
export function CardLayout({ href, icon, title = '', description, className = '' }: CardProps): ReactElement {
  return (
    <Link href={href} className={`card ${className}`.trim()}>
      <CardHeading icon={icon} title={title} />
      {description && <CardDescription description={description} />}
    </Link>
  );
}

export function CardHeading({ icon, title = '' }: CardProps): ReactElement {
  return (
    <Heading as="h2" className="card-title" title={title}>
      {icon && <CardIcon icon={icon} />}
      <CardText title={title} />
    </Heading>
  );
}

export const CardIcon = ({ icon }: CardProps): ReactElement => <span className="card-icon">{icon}</span>;
export const CardText = ({ title }: CardProps): ReactElement => <span>{title}</span>;
export const CardDescription = ({ description }: CardProps): ReactElement => (
  <p className="card-description" title={description}>
    {description}
  </p>
);
