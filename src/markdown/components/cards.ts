import type { Nodes } from 'mdast';
import { readStyle } from '../read-style.ts';
import {
  addProperties,
  type Component,
  createMarkdownElement,
  createMarkdownText,
  toBlocks,
} from './component.ts';

const style = readStyle(new URL('./cards.css', import.meta.url));

/** A grid of cards. */
export const cards: Component = {
  attributes: {},
  style,
  draw: ({ children, properties }) => [
    createMarkdownElement('div', properties('md-cards'), toBlocks(children)),
  ],
};

/** A title with a sign or a picture and a text. With a link, the whole card leads there. */
export const card: Component = {
  attributes: { title: 'text', href: 'text', icon: 'text', image: 'text' },
  required: ['title'],
  style,
  draw({ attributes: { href, icon, image }, title, children, properties, ...use }) {
    const sign =
      icon &&
      createMarkdownElement('span', { className: ['md-card-icon'], ariaHidden: 'true' }, [
        createMarkdownText(icon),
      ]);
    const name = href === undefined ? createMarkdownElement('strong', {}, title) : use.link(href, title);
    return [
      createMarkdownElement('div', properties('md-card'), [
        ...(image === undefined ? [] : [createDecoration(use.image(image, ''))]),
        createMarkdownElement('p', { className: ['md-card-title'] }, [
          ...(sign ? [sign, createMarkdownText(' ')] : []),
          name,
        ]),
        ...toBlocks(children),
      ]),
    ];
  },
};

/** The picture says nothing that the title doesn't, and can't be enlarged, because it is part of the link. */
function createDecoration(image: Nodes): Nodes {
  addProperties(image, { role: 'presentation' });
  return image;
}
