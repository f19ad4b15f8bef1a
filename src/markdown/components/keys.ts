import { toString as textOf } from 'mdast-util-to-string';
import { readStyle } from '../read-style.ts';
import { type Component, createMarkdownElement, createMarkdownText } from './component.ts';

/** Keys to press: `Ctrl+K` is two of them. */
export const keys: Component = {
  attributes: {},
  isInline: true,
  style: readStyle(new URL('./keys.css', import.meta.url)),
  draw({ children, properties }) {
    // A plus sign between other signs separates keys, so that `+` and `Ctrl++` name that key.
    const [first = '', ...otherKeys] = children
      .map((node) => textOf(node))
      .join('')
      .trim()
      .split(/(?<=[^+])\s*\+\s*(?=.)/);
    if (otherKeys.length === 0)
      return [createMarkdownElement('kbd', properties(), [createMarkdownText(first)])];
    const createKey = (key: string) => createMarkdownElement('kbd', {}, [createMarkdownText(key)]);
    return [
      createMarkdownElement('kbd', properties('md-keys'), [
        createKey(first),
        ...otherKeys.flatMap((key) => [createMarkdownText('+'), createKey(key)]),
      ]),
    ];
  },
};
