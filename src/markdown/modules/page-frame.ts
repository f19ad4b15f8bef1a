import { createElement, Fragment, type ReactNode } from 'react';
import type { Modules } from './docusaurus.ts';

type Props = Record<string, unknown> & { children?: ReactNode };

export const Passing = ({ children }: Props) => createElement(Fragment, {}, children);

/** What a page says of itself through `@theme/Layout`, and what stands in it. */
const Layout = ({ title, description, wrapperClassName, noFooter: _footer, children }: Props) =>
  createElement(
    'div',
    { 'data-page-title': title, 'data-page-description': description, className: wrapperClassName },
    children,
  );

const Icon = ({ children, ...props }: Props) =>
  createElement('svg', { width: 24, height: 24, 'aria-hidden': true, ...props }, children);

/** A site's own kinds stand beside these: `{ ...DefaultTypes, recipe: Recipe }`. */
export const defaultTypes: Readonly<Record<string, unknown>> = Object.fromEntries(
  ['note', 'tip', 'info', 'warning', 'danger', 'secondary', 'important', 'success', 'caution'].map((name) => [
    name,
    Passing,
  ]),
);

/** Components around and beside content. */
export const frameModules: Modules = {
  '@theme/Layout': { default: Layout },
  // What a site adds to these, every document knows.
  '@theme/MDXComponents': { default: {} },
  '@theme/Admonition/Types': { default: defaultTypes },
  '@theme/Layout/Provider': { default: Passing },
  '@theme/MDXContent': { default: Passing },
  '@theme/Unlisted': { default: () => null },
  '@theme/DocBreadcrumbs': { default: () => null },
  '@theme/BackToTopButton': { default: () => null },
  '@theme/SkipToContent': { default: () => null },
  '@theme/ErrorPageContent': { default: () => null },
  // Any of them, such as `@theme/Icon/Copy`.
  '@theme/Icon': { default: Icon },
};
