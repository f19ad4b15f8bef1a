import { readStyle } from '../read-style.ts';
import { type Component, createMarkdownElement, createMarkdownText, toBlocks, toLine } from './component.ts';

/**
 * A picture with the content as its caption. Without `src`, the figure shows the content, such as a diagram or a code
 * block, with `caption` below it.
 */
export const figure: Component = {
  attributes: { src: 'text', alt: 'text', caption: 'text' },
  style: readStyle(new URL('./figure.css', import.meta.url)),
  draw({ attributes: { src, alt, caption }, title, children, properties, report, ...use }) {
    const text = caption === undefined ? title : [createMarkdownText(caption)];
    if (src === undefined) {
      if (children.length === 0)
        report(`${use.writtenName} shows nothing. Name a picture in \`src\`, or put content into it.`);
      return [
        createMarkdownElement('figure', properties('md-figure'), [
          ...toBlocks(children),
          ...createCaption(text),
        ]),
      ];
    }
    if (alt === undefined)
      report(
        `${use.writtenName} needs \`alt\`: describe the picture for readers who can't see it, or write alt="".`,
      );
    const ownCaption = children.length > 0 ? toLine(children) : text;
    return [
      createMarkdownElement('figure', properties('md-figure'), [
        use.image(src, alt ?? ''),
        ...createCaption(ownCaption),
      ]),
    ];
  },
};

function createCaption(content: readonly Parameters<typeof toLine>[0][number][]) {
  return content.length === 0 ? [] : [createMarkdownElement('figcaption', {}, content)];
}
