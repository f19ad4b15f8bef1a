import {
  Children,
  createElement,
  Fragment,
  type FunctionComponent,
  isValidElement,
  type ReactElement,
  type ReactNode,
} from 'react';
import { TOC_MAX_HEADING_LEVEL, TOC_MIN_HEADING_LEVEL } from '../../config/constants.ts';
import { useFacts } from '../../docusaurus/theme/page-facts.ts';
import {
  filterDocCardListItems,
  findFirstSidebarItemLink,
  type PropItem,
} from '../../docusaurus/theme/sidebar-facts.ts';
import { joinNames, toSummary } from '../../docusaurus/theme/text-of.ts';
import { hasProtocol } from '../../model/written-links.ts';
import { renderPlainText, toInnerHtml } from './plain-text.ts';

/**
 * Components that documents can import or use. They render neutral elements (`x-admonition`, `pre[data-md]`,
 * `a[data-md]`, …), which the last step lays out in the same way for Markdown and JSX.
 */

type Props = Record<string, unknown> & { children?: ReactNode };
export type Component = FunctionComponent<Props>;

export const Admonition: Component = ({ type, look, title, icon, isPlain, children, id, className }) => {
  const titleNode =
    title === undefined || typeof title === 'string'
      ? null
      : createElement('x-admonition-title', {}, title as ReactNode);
  return createElement(
    'x-admonition',
    {
      'data-type': type ?? 'note',
      'data-look': look,
      'data-plain': isPlain ? '' : undefined,
      'data-title': typeof title === 'string' ? title : undefined,
      id,
      class: className,
    },
    titleNode,
    icon === undefined ? null : createElement('x-admonition-icon', {}, icon as ReactNode),
    children,
  );
};

export const CodeBlock: Component = ({
  children,
  className,
  language,
  title,
  metastring,
  showLineNumbers,
  live,
  noInline,
}) => {
  const parts = Children.toArray(children);
  const hasElements = parts.some((part) => isValidElement(part));
  const code = hasElements ? parts : parts.join('');
  const classes = joinNames(className, language === undefined ? undefined : `language-${String(language)}`);
  const meta = joinNames(metastring, live && 'live', noInline && 'noInline');
  return createElement(
    'pre',
    {
      'data-md': '',
      'data-title': title === undefined ? undefined : renderPlainText(title as ReactNode),
      'data-numbers': showLineNumbers === undefined ? undefined : String(showLineNumbers),
    },
    createElement(
      'code',
      { 'data-md': '', className: classes || undefined, metastring: meta || undefined },
      code,
    ),
    isValidElement(title) ? createElement('x-code-title', {}, title) : null,
  );
};

/** Shows what a fence named `mermaid` does: a drawing, or a code block if diagrams aren't drawn. */
export const MermaidSource: Component = ({ value }) =>
  createElement(CodeBlock, { language: 'mermaid' }, String(value ?? ''));

/** `<details>` with its summary first. */
export const Details: Component = ({ summary, children, ...rest }) =>
  createElement('details', { 'data-md': '', ...rest }, toSummary(summary), children);

export const Image: Component = ({ img, ...rest }) =>
  createElement('img', {
    'data-md': '',
    ...rest,
    ...(img === undefined ? {} : { src: readImageAddress(img) }),
  });

function readImageAddress(img: unknown): unknown {
  if (typeof img !== 'object' || img === null) return img;
  if ('default' in img) return img.default;
  return 'src' in img ? readImageAddress(img.src) : undefined;
}

export const ThemedImage: Component = ({ sources, className, ...rest }) => {
  const { light, dark } = (sources ?? {}) as { light?: string; dark?: string };
  const image = (theme: string, src: string | undefined) =>
    createElement('img', {
      'data-md': '',
      ...rest,
      src,
      className: joinNames('themed-image', `themed-image--${theme}`, className),
    });
  return createElement(Fragment, {}, image('light', light), image('dark', dark));
};

export const DocCardList: Component = ({ items }) =>
  createElement('x-cards', {
    'data-items': Array.isArray(items)
      ? JSON.stringify(
          filterDocCardListItems(items).flatMap((item) => (item.type === 'html' ? [] : createCard(item))),
        )
      : undefined,
  });

export const DocCard: Component = ({ item }) =>
  createElement('x-cards', { 'data-items': JSON.stringify([createCard(item)]), 'data-single': '' });

/** Creates a card from a sidebar item that a document passes. */
function createCard(item: unknown): Record<string, unknown> {
  const { type, label, href, description, items, docId } = (item ?? {}) as Record<string, unknown>;
  const external = typeof href === 'string' && hasProtocol(href);
  if (type !== 'category')
    return { href, title: label, description: description ?? '', kind: external ? 'link' : 'doc', docId };
  const count = Array.isArray(items) ? items.length : 0;
  return {
    href: findFirstSidebarItemLink(item as PropItem),
    title: label,
    description: description ?? { count },
    kind: 'category',
  };
}

interface TocValue {
  value: string;
  id: string;
  level: number;
}

export const TOCInline: Component = ({ toc, minHeadingLevel, maxHeadingLevel }) => {
  const { tableOfContents = {} } = useFacts().site.themeConfig as {
    tableOfContents?: { minHeadingLevel?: number; maxHeadingLevel?: number };
  };
  const min = Number(minHeadingLevel ?? tableOfContents.minHeadingLevel ?? TOC_MIN_HEADING_LEVEL);
  const max = Number(maxHeadingLevel ?? tableOfContents.maxHeadingLevel ?? TOC_MAX_HEADING_LEVEL);
  const entries = (Array.isArray(toc) ? (toc as TocValue[]) : []).filter(
    ({ level }) => level >= min && level <= max,
  );
  return createElement('div', { className: 'table-of-contents-inline' }, drawTocList(entries));
};

function drawTocList(entries: readonly TocValue[]): ReactElement | null {
  const [first] = entries;
  if (!first) return null;
  const items: ReactElement[] = [];
  for (let index = 0; index < entries.length; ) {
    const entry = entries[index];
    if (!entry) break;
    let end = index + 1;
    while ((entries[end]?.level ?? 0) > entry.level) end += 1;
    const link = createElement('a', {
      'data-md': '',
      href: `#${entry.id}`,
      ...toInnerHtml(entry.value),
    });
    items.push(createElement('li', { key: index }, link, drawTocList(entries.slice(index + 1, end))));
    index = end;
  }
  return createElement('ul', {}, items);
}
