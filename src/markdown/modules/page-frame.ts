import { Children, createElement, Fragment, isValidElement, type ReactNode, useContext } from 'react';
import type { Modules } from './docusaurus.ts';
import { InIsland } from './page-facts.ts';
import { textOf } from './text-of.ts';

type Props = Record<string, unknown> & { children?: ReactNode };

export const Passing = ({ children }: { children?: ReactNode }) => createElement(Fragment, {}, children);
export const Nothing = () => null;

/** The same answer under each of these names, which blanks separate: what a part of the theme asks another one for. */
export function each<Answer>(names: string, answer: Answer): Readonly<Record<string, Answer>> {
  return Object.fromEntries(names.split(' ').map((name) => [name, answer]));
}

/** What a page says of itself through `@theme/Layout`, and what is in it. */
const Layout = ({ title, description, wrapperClassName, noFooter: _footer, children }: Props) =>
  createElement(
    'div',
    { 'data-page-title': title, 'data-page-description': description, className: wrapperClassName },
    children,
  );

/** Elements for the page's head, read where they stand: React would move them. */
export function Head({ children }: Props): ReactNode {
  const island = useContext(InIsland);
  if (island) return null;
  const parts = Children.toArray(children).filter((child) => isValidElement<Record<string, unknown>>(child));
  const title = parts.find(({ type }) => type === 'title');
  const description = parts.find(({ type, props }) => type === 'meta' && props.name === 'description');
  const others = parts
    .filter((part) => part !== title && part !== description)
    .map(({ type }) => `<${String(type)}>`);
  return createElement('x-head', {
    'data-page-title': title && textOf(title.props.children as ReactNode),
    'data-page-description': description?.props.content,
    'data-others': others.length > 0 ? [...new Set(others)].join(', ') : undefined,
  });
}

/** What a page says of itself, as `<Head>` does. */
export function PageMetadata({ title, description, children }: Props): ReactNode {
  const own = createElement('x-head', { 'data-page-title': title, 'data-page-description': description });
  return useContext(InIsland) ? null : createElement(Fragment, {}, own, createElement(Head, {}, children));
}

const Icon = ({ children, ...props }: Props) =>
  createElement('svg', { width: 24, height: 24, 'aria-hidden': true, ...props }, children);

/** A site's own kinds stand beside these: `{ ...DefaultTypes, recipe: Recipe }`. */
export const defaultTypes: Readonly<Record<string, unknown>> = each(
  'note tip info warning danger secondary important success caution',
  Passing,
);

/** Components around and beside content. */
export const frameModules: Modules = {
  '@theme/Layout': { default: Layout },
  // What a site adds to these, every document knows.
  '@theme/MDXComponents': { default: {} },
  '@theme/Admonition/Types': { default: defaultTypes },
  '@theme/Layout/Provider': { default: Passing },
  '@theme/MDXContent': { default: Passing },
  '@theme/Unlisted': { default: Nothing },
  '@theme/DocBreadcrumbs': { default: Nothing },
  '@theme/BackToTopButton': { default: Nothing },
  '@theme/SkipToContent': { default: Nothing },
  '@theme/ErrorPageContent': { default: Nothing },
  // Any of them, such as `@theme/Icon/Copy`.
  '@theme/Icon': { default: Icon },
};
