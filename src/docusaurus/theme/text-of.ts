import { createElement, isValidElement, type ReactElement, type ReactNode } from 'react';

/** The visible text of React nodes that contain their text. */
export function readNodeText(node: ReactNode): string {
  if (typeof node === 'string' || typeof node === 'number' || typeof node === 'bigint') return String(node);
  if (Array.isArray(node)) return node.map(readNodeText).join('');
  if (!isValidElement<{ children?: ReactNode }>(node)) return '';
  return readNodeText(node.props.children);
}

export const joinNames = (...names: unknown[]) =>
  names.filter((name) => typeof name === 'string' && name).join(' ');

/** The summary of `<details>`, which can be an element, a prop, or missing. */
export function toSummary(summary: unknown): ReactElement | null {
  if (summary === undefined || isValidElement(summary)) return summary ?? null;
  return createElement('summary', {}, summary as ReactNode);
}
