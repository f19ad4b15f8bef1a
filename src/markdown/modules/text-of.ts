import { createElement, isValidElement, type ReactElement, type ReactNode } from 'react';

/** What a reader sees of elements whose text is in them. */
export function textOf(node: ReactNode): string {
  if (typeof node === 'string' || typeof node === 'number' || typeof node === 'bigint') return String(node);
  if (Array.isArray(node)) return node.map(textOf).join('');
  if (!isValidElement<{ children?: ReactNode }>(node)) return '';
  return textOf(node.props.children);
}

export const joined = (...names: unknown[]) =>
  names.filter((name) => typeof name === 'string' && name).join(' ');

/** Of `<details>`: it may come as an element, as a prop, or not at all. */
export function summaryOf(summary: unknown): ReactElement | null {
  if (summary === undefined || isValidElement(summary)) return summary ?? null;
  return createElement('summary', {}, summary as ReactNode);
}
