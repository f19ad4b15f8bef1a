import { createElement, type FunctionComponent } from 'react';
import type { Modules } from './docusaurus.ts';

/** The module of the theme behind each name of Docusaurus' `MDXComponents`. */
const moduleNames: Readonly<Record<string, string>> = {
  Head: '@docusaurus/Head',
  Admonition: '@theme/Admonition',
  mermaid: '@theme/Mermaid',
  Details: '@theme/MDXComponents/Details',
  details: '@theme/MDXComponents/Details',
  a: '@theme/MDXComponents/A',
  code: '@theme/MDXComponents/Code',
  img: '@theme/MDXComponents/Img',
  li: '@theme/MDXComponents/Li',
  pre: '@theme/MDXComponents/Pre',
  ul: '@theme/MDXComponents/Ul',
};

/**
 * The default export of `@theme/MDXComponents`: `<MDXComponents.Details>`, `MDXComponents.h2`. The names aren't
 * enumerable, so that an owner's `{ ...MDXComponents, Badge }` has only the owner's own components. Otherwise every
 * heading and link of every document would be evaluated as one of theirs.
 */
export function createMdxComponents(modules: Modules): Readonly<Record<string, unknown>> {
  const heading = modules['@theme/Heading']?.default as FunctionComponent<Record<string, unknown>>;
  const components = {};
  const add = (name: string, value: unknown) => Object.defineProperty(components, name, { value });
  for (const [name, module] of Object.entries(moduleNames)) add(name, modules[module]?.default);
  for (const as of ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'])
    add(as, (props: Record<string, unknown>) => createElement(heading, { as, ...props }));
  return components;
}
