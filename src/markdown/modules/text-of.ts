import { isValidElement, type ReactNode } from 'react';

/** What a reader sees of elements whose text is in them. */
export function textOf(node: ReactNode): string {
  if (typeof node === 'string' || typeof node === 'number' || typeof node === 'bigint') return String(node);
  if (Array.isArray(node)) return node.map(textOf).join('');
  if (!isValidElement<{ children?: ReactNode }>(node)) return '';
  return textOf(node.props.children);
}
