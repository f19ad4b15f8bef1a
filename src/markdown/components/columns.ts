import { readStyle } from '../read-style.ts';
import { type Component, createMarkdownElement, toBlocks } from './component.ts';

const style = readStyle(new URL('./columns.css', import.meta.url));

/** Columns side by side, below each other where there is no room. */
export const columns: Component = {
  attributes: {},
  style,
  draw: ({ children, properties }) => [
    createMarkdownElement('div', properties('md-columns'), toBlocks(children)),
  ],
};

export const column: Component = {
  attributes: {},
  style,
  draw: ({ children, properties }) => [
    createMarkdownElement('div', properties('md-column'), toBlocks(children)),
  ],
};
