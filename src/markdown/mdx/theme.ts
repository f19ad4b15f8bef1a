import { useContext } from 'react';
import type { LivePart } from '../live-parts.ts';
import { docsModules } from '../modules/docs-client.ts';
import { docusaurusModules } from '../modules/docusaurus.ts';
import { islandTheme } from '../modules/island-theme.ts';
import { openApiTheme } from '../modules/open-api-theme.ts';
import { InIsland } from '../modules/page-facts.ts';
import { frameModules, Head, Passing } from '../modules/page-frame.ts';
import { themeCommonModules } from '../modules/theme-common.ts';
import {
  Admonition,
  CodeBlock,
  type Component,
  Details,
  DocCard,
  DocCardList,
  Image,
  ThemedImage,
  TOCInline,
} from './article-components.ts';

const clsx = (...parts: unknown[]): string => parts.flatMap(classNames).join(' ');

function classNames(part: unknown): string[] {
  if (typeof part === 'string' || typeof part === 'number') return part ? [String(part)] : [];
  if (Array.isArray(part)) return part.flatMap(classNames);
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([name, on]) => (on ? [name] : []));
}

/** What the last step lays out in an article, and what an article alone has. */
const articleTheme: LivePart['modules'] = {
  '@theme/Admonition': { default: Admonition },
  '@theme/CodeBlock': { default: CodeBlock },
  '@theme/Details': { default: Details },
  '@theme/MDXComponents/Details': { default: Details },
  '@theme/DocCardList': { default: DocCardList },
  '@theme/DocCard': { default: DocCard },
  '@theme/ThemedImage': { default: ThemedImage },
  '@theme/IdealImage': { default: Image },
  '@theme/TOCInline': { default: TOCInline },
};

/** By specifier, as Docusaurus names them, each with its exports. */
const sharedModules: LivePart['modules'] = {
  ...frameModules,
  ...docusaurusModules,
  ...docsModules,
  ...themeCommonModules,
  clsx: { default: clsx, clsx },
  '@mdx-js/react': { MDXProvider: Passing, useMDXComponents: () => ({}) },
};

/** What documents may import besides files: the theme's modules and those of the live parts. */
export function documentModules(parts: readonly LivePart[]): LivePart['modules'] {
  const known = made.get(parts);
  if (known) return known;
  const own: LivePart['modules'] = Object.assign({}, articleTheme, ...parts.map((part) => part.modules));
  const inBoth = Object.entries(islandTheme).map(([name, { default: inIsland }]) => {
    // Each of them is a component, as documents import it.
    const inArticle = own[name]?.default as Component | undefined;
    return [name, { ...own[name], default: either(inArticle ?? marked(inIsland), inIsland) }];
  });
  const all = {
    ...sharedModules,
    ...openApiTheme(own['@theme/Tabs']?.default),
    ...own,
    ...Object.fromEntries(inBoth),
  };
  made.set(parts, all);
  return all;
}

const made = new WeakMap<readonly LivePart[], LivePart['modules']>();

/** As Markdown makes it, which the last step knows by this. */
const marked =
  (component: Component): Component =>
  (props) =>
    component({ 'data-md': '', ...props });

/** In an island a component is what it is in the browser. */
function either(inArticle: Component, inIsland: Component): Component {
  return (props) => (useContext(InIsland) ? inIsland(props) : inArticle(props));
}

/** What documents may use without importing it. */
export const globalComponents: Readonly<Record<string, unknown>> = { Details, Head };
