import { readStyle } from '../read-style.ts';
import { type Component, createMarkdownElement, toLine } from './component.ts';

/** A short remark in a line or a heading, such as the state of what is described. */
export const badge: Component = {
  attributes: { tone: ['note', 'tip', 'info', 'warning', 'danger'] },
  isInline: true,
  style: readStyle(new URL('./badge.css', import.meta.url)),
  draw: ({ attributes: { tone }, children, properties }) => [
    createMarkdownElement(
      'span',
      properties('md-badge', ...(tone === undefined ? [] : [`md-badge-${tone}`])),
      toLine(children),
    ),
  ],
};
