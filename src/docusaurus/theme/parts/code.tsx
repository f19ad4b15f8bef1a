import CodeBlock from '@theme/CodeBlock';
import type { HTMLAttributes, ReactElement } from 'react';

/** Code without highlighting, which contains elements. */
export function CodeElement({ children, className }: HTMLAttributes<HTMLElement>): ReactElement {
  return (
    <CodeBlock {...(className === undefined ? {} : { className })}>
      <span>{children}</span>
    </CodeBlock>
  );
}

export function CodeContainer({
  as: Tag = 'div',
  className = '',
  ...rest
}: HTMLAttributes<HTMLElement> & { as?: 'div' | 'pre' }): ReactElement {
  return <Tag className={`theme-code-block ${className}`.trim()} {...rest} />;
}
