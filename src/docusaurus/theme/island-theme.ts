import {
  Children,
  createElement,
  Fragment,
  type FunctionComponent,
  isValidElement,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  useId,
  useState,
} from 'react';
import { getOutsideLinkAttributes } from '../../model/outside-link.ts';
import { escapeArticleHtml } from '../../shared/html.ts';
import { useFacts } from './page-facts.ts';
import { filterDocCardListItems, findFirstSidebarItemLink, type PropItem } from './sidebar-facts.ts';
import { joinNames, readNodeText, toSummary } from './text-of.ts';

/**
 * Components of the theme for islands. In articles the last step lays these out. Here React renders them, because they
 * stay alive in the browser.
 */

type Props = Record<string, unknown> & { children?: ReactNode };

function IslandAdmonition({
  type,
  look,
  title,
  icon,
  isPlain,
  children,
  className,
  id,
}: Props): ReactElement {
  const kind = String(type ?? 'note');
  const kindOfLook = String(look ?? kind);
  const { admonitionTitles } = useFacts();
  const typeClasses = [...new Set([kind, kindOfLook])].map((name) => `theme-admonition-${name}`);
  const classes = joinNames('theme-admonition', ...typeClasses, 'admonition', className);
  const iconNode =
    icon === undefined
      ? createElement('span', { className: 'admonition-icon', 'aria-hidden': 'true' })
      : createElement('span', { className: 'admonition-own-icon' }, icon as ReactNode);
  return createElement(
    'div',
    { className: classes, id },
    isPlain
      ? null
      : createElement(
          'div',
          { className: 'admonition-heading' },
          iconNode,
          (title as ReactNode) ?? admonitionTitles?.[kindOfLook] ?? kind,
        ),
    createElement('div', { className: 'admonition-content' }, children),
  );
}

/**
 * The last step puts the highlighted block inside, which React then leaves alone. Only code that changes in the browser
 * is rendered by React, without highlighting.
 */
function IslandCode({ children, className, language, title, showLineNumbers, metastring }: Props) {
  const parts = Children.toArray(children);
  const classes = joinNames(className, language === undefined ? undefined : `language-${String(language)}`);
  if (parts.some((part) => isValidElement(part))) {
    return createElement(
      'div',
      { className: joinNames('theme-code-block', classes) },
      createElement('pre', { className: 'code-block', tabIndex: 0 }, createElement('code', {}, children)),
    );
  }
  return createElement(BuiltCode, {
    code: parts.join(''),
    classes,
    title: title === undefined ? undefined : readNodeText(title as ReactNode),
    numbers: showLineNumbers === undefined ? undefined : String(showLineNumbers),
    meta: metastring === undefined ? undefined : String(metastring),
  });
}

interface BuiltCodeProps {
  code: string;
  classes: string;
  title?: string | undefined;
  numbers?: string | undefined;
  meta?: string | undefined;
}

function BuiltCode({ code, classes, title, numbers, meta }: BuiltCodeProps): ReactElement {
  const plain = `<div class="theme-code-block"><div class="code-block-body"><pre class="code-block" tabindex="0"><code>${escapeArticleHtml(code)}</code></pre></div></div>`;
  return createElement('div', {
    'data-island-code': classes,
    'data-title': title,
    'data-numbers': numbers,
    'data-meta': meta,
    suppressHydrationWarning: true,
    // biome-ignore lint/security/noDangerouslySetInnerHtml: what was put in is escaped
    dangerouslySetInnerHTML: { __html: plain },
  });
}

const IslandInlineCode = ({ children }: Props): ReactElement => createElement('code', {}, children);

export function IslandDetails({ summary, children, className, ...rest }: Props): ReactElement {
  const props = { className: joinNames('details', className), ...rest };
  return createElement('details', props, toSummary(summary), children);
}

function IslandHeading({ as, children, ...rest }: Props): ReactElement {
  return createElement(typeof as === 'string' ? as : 'h2', rest, children);
}

function IslandThemedImage({ sources, className, alt, ...rest }: Props): ReactElement {
  const { light, dark } = (sources ?? {}) as { light?: string; dark?: string };
  const image = (theme: string, src: string | undefined) =>
    createElement('img', {
      ...rest,
      key: theme,
      alt: String(alt ?? ''),
      src,
      className: joinNames('themed-image', `themed-image--${theme}`, className),
    });
  return createElement(Fragment, {}, image('light', light), image('dark', dark));
}

/** An image from `require` or `import`. */
function IslandImage({ img, ...rest }: Props): ReactElement {
  const { src, ...otherProps } = rest;
  const source: unknown = typeof img === 'object' && img !== null && 'default' in img ? img.default : img;
  return createElement('img', { ...otherProps, src: typeof source === 'string' ? source : src });
}

interface Item {
  value: string;
  label?: ReactNode;
  default?: boolean;
  children?: ReactNode;
}

const isItem = (child: ReactNode): child is ReactElement<Item> =>
  isValidElement<Item>(child) && typeof child.props.value === 'string';

function IslandTabs({ children, values, defaultValue }: Props): ReactElement {
  const panels = Children.toArray(children).filter(isItem);
  const items = (values as readonly Item[] | undefined) ?? panels.map(({ props }) => props);
  const first = items.find((item) => item.default) ?? items[0];
  const [selectedValue, select] = useState(typeof defaultValue === 'string' ? defaultValue : first?.value);
  const id = useId();
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    const index = items.findIndex(({ value }) => value === selectedValue);
    const next = (index + step + items.length) % items.length;
    select(items[next]?.value);
    const tab = event.currentTarget.parentElement?.children[next];
    if (tab instanceof HTMLElement) tab.focus();
  };
  const tabs = items.map(({ value, label }) =>
    createElement(
      'li',
      {
        key: value,
        id: `${id}${value}`,
        role: 'tab',
        className: joinNames('tabs__item', value === selectedValue && 'tabs__item--active'),
        tabIndex: value === selectedValue ? 0 : -1,
        'aria-selected': value === selectedValue,
        onClick: () => select(value),
        onKeyDown,
      },
      label ?? value,
    ),
  );
  const tabPanels = panels.map(({ props }) =>
    createElement(
      'div',
      {
        key: props.value,
        role: 'tabpanel',
        'aria-labelledby': `${id}${props.value}`,
        hidden: props.value !== selectedValue,
      },
      props.children,
    ),
  );
  return createElement(
    'div',
    { className: 'tabs-container theme-tabs-container' },
    createElement('ul', { role: 'tablist', className: 'tabs' }, tabs),
    createElement('div', { className: 'tabs-panels' }, tabPanels),
  );
}

const IslandTabItem = ({ children }: Props): ReactElement => createElement(Fragment, {}, children);

interface IslandCard {
  title: string;
  href?: string | undefined;
  description?: string | undefined;
  docId?: string | undefined;
}

function createCards(item: PropItem): IslandCard[] {
  if (item.type === 'html') return [];
  const docId = item.type === 'link' ? item.docId : undefined;
  return [{ title: item.label, href: findFirstSidebarItemLink(item), description: item.description, docId }];
}

/** Shows the cards around the page unless others are given. */
function IslandCards({ items, item }: Props): ReactElement {
  const { cards: cardsHere = [], descriptions = {} } = useFacts().sidebar ?? {};
  const givenItems = Array.isArray(items) ? (items as PropItem[]) : item ? [item as PropItem] : undefined;
  const cardData = givenItems ? filterDocCardListItems(givenItems).flatMap(createCards) : cardsHere;
  const cards = cardData.map(({ title, href, description, docId }: IslandCard) =>
    createElement(
      'article',
      { key: `${title} ${href}` },
      createElement(
        'a',
        { className: 'card', href, ...(href === undefined ? {} : getOutsideLinkAttributes(href)) },
        createElement('h2', { className: 'card-title' }, title),
        description ?? descriptions[docId ?? ''],
      ),
    ),
  );
  return createElement('section', { className: 'card-grid' }, cards);
}

/** A diagram, which is drawn from its text as in articles. */
const IslandDiagram = ({ value }: Props): ReactElement =>
  createElement(BuiltCode, { code: readNodeText(value as ReactNode), classes: 'language-mermaid' });

const createPlain = (tag: string) => ({ default: (props: Props) => createElement(tag, props) });

/** Modules by Docusaurus' names. The last ones are what the theme makes of Markdown's elements. */
export const islandTheme: Readonly<Record<string, { default: FunctionComponent<Props> }>> = {
  '@theme/Admonition': { default: IslandAdmonition },
  '@theme/CodeBlock': { default: IslandCode },
  '@theme/CodeInline': { default: IslandInlineCode },
  '@theme/Details': { default: IslandDetails },
  '@theme/MDXComponents/Details': { default: IslandDetails },
  '@theme/DocCardList': { default: IslandCards },
  '@theme/DocCard': { default: IslandCards },
  '@theme/Heading': { default: IslandHeading },
  '@theme/IdealImage': { default: IslandImage },
  '@theme/Mermaid': { default: IslandDiagram },
  '@theme/TabItem': { default: IslandTabItem },
  '@theme/Tabs': { default: IslandTabs },
  '@theme/ThemedImage': { default: IslandThemedImage },
  '@theme/MDXComponents/A': createPlain('a'),
  '@theme/MDXComponents/Code': createPlain('code'),
  '@theme/MDXComponents/Img': createPlain('img'),
  '@theme/MDXComponents/Li': createPlain('li'),
  '@theme/MDXComponents/Pre': createPlain('pre'),
  '@theme/MDXComponents/Ul': createPlain('ul'),
  '@theme/MDXComponents/Heading': { default: IslandHeading },
};
