import { Children, createElement, Fragment, isValidElement, type ReactNode, useContext } from 'react';
import type { Modules } from './docusaurus.ts';
import { collectRedirect, InIsland, useFacts } from './page-facts.ts';
import { readNodeText } from './text-of.ts';

type Props = Record<string, unknown> & { children?: ReactNode };

export const PassThrough = ({ children }: { children?: ReactNode }) => createElement(Fragment, {}, children);
export const Nothing = () => null;

/** Gives several names, separated by spaces, the same value: the parts of the theme that one part asks another for. */
export function forEachName<Answer>(names: string, answer: Answer): Readonly<Record<string, Answer>> {
  return Object.fromEntries(names.split(' ').map((name) => [name, answer]));
}

/** Layout of a page. It sets title and description of the page. */
const Layout = ({ title, description, wrapperClassName, noFooter: _footer, children }: Props) =>
  createElement(
    'div',
    { 'data-page-title': title, 'data-page-description': description, className: wrapperClassName },
    children,
  );

/** Hands an element for the head to the build. The island itself shows nothing, as in the browser. */
function leaveIsland(island: true | ((head: ReactNode) => void), head: ReactNode): null {
  if (island !== true) island(head);
  return null;
}

/** Elements for the head of the page. They're read in place, because React would move them. */
export function Head({ children }: Props): ReactNode {
  const island = useContext(InIsland);
  const { page } = useFacts();
  if (island) return leaveIsland(island, createElement(Head, {}, children));
  const parts = Children.toArray(children).filter((child) => isValidElement<Record<string, unknown>>(child));
  const title = parts.find(({ type }) => type === 'title');
  const description = parts.find(({ type, props }) => type === 'meta' && props.name === 'description');
  const refreshTarget = parts
    .map(({ type, props }) => type === 'meta' && findRefreshTarget(props))
    .find(Boolean);
  if (refreshTarget) {
    const target = new URL(refreshTarget, `https://site${encodeURI(page.path)}`);
    if (target.host === 'site') {
      const address = target.pathname + target.search + target.hash;
      collectRedirect(page.path, address);
      return createElement('a', { 'data-md': '', href: address }, address);
    }
  }
  const otherTags = parts
    .filter((part) => part !== title && part !== description)
    .map(({ type }) => `<${String(type)}>`);
  return createElement('x-head', {
    'data-page-title': title && readNodeText(title.props.children as ReactNode),
    'data-whole-title': title && '',
    'data-page-description': description?.props.content,
    'data-others': otherTags.length > 0 ? [...new Set(otherTags)].join(', ') : undefined,
  });
}

/** The address that a page loads at once by `<meta httpEquiv="refresh" content="0; url=/docs/intro" />`. */
function findRefreshTarget(props: Record<string, unknown>): string | undefined {
  const { httpEquiv = props['http-equiv'], content } = props;
  if (!/^refresh$/i.test(String(httpEquiv))) return undefined;
  return /^\s*0(?:\.0*)?\s*[;,]\s*(?:url\s*=\s*)?["']?([^"']+)/i.exec(String(content))?.[1]?.trim();
}

/** Sets title and description of the page, like `<Head>`. */
export function PageMetadata({ title, description, children }: Props): ReactNode {
  const island = useContext(InIsland);
  if (island) return leaveIsland(island, createElement(PageMetadata, { title, description }, children));
  const ownHead = createElement('x-head', { 'data-page-title': title, 'data-page-description': description });
  return createElement(Fragment, {}, ownHead, createElement(Head, {}, children));
}

/** Modules with components around and beside the content. */
export const frameModules: Modules = {
  '@theme/Layout': { default: Layout },
  '@theme/Layout/Provider': { default: PassThrough },
  '@theme/MDXContent': { default: PassThrough },
  '@theme/Unlisted': { default: Nothing },
  '@theme/DocBreadcrumbs': { default: Nothing },
  '@theme/BackToTopButton': { default: Nothing },
  '@theme/SkipToContent': { default: Nothing },
  '@theme/ErrorPageContent': { default: Nothing },
};
