import type { HTMLAttributes, ReactElement, ReactNode } from 'react';

/** Shows nothing, because the engine shows or writes it itself. */
export const EmptyPart = (): null => null;

export const ContentPart = ({ children }: { children?: ReactNode }): ReactNode => children;

export const PostContainer = ({ children, className }: HTMLAttributes<HTMLElement>): ReactElement => (
  <article className={className}>{children}</article>
);
