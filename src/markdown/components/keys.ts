import { toString as textOf } from 'mdast-util-to-string';
import { readStyle } from '../read-style.ts';
import { type Component, createElement, createText } from './component.ts';

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
    if (otherKeys.length === 0) return [createElement('kbd', properties(), [createText(first)])];
    const createKey = (key: string) => createElement('kbd', {}, [createText(key)]);
    return [
      createElement('kbd', properties('md-keys'), [
        createKey(first),
        ...otherKeys.flatMap((key) => [createText('+'), createKey(key)]),
      ]),
    ];
  },
};
