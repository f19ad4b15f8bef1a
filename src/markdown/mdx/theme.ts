import { useContext } from 'react';
import type { LivePart } from '../live-parts.ts';
import { docsModules } from '../modules/docs-client.ts';
import { docusaurusModules } from '../modules/docusaurus.ts';
import {
  IslandAdmonition,
  IslandCards,
  IslandCode,
  IslandDetails,
  IslandDiagram,
  IslandHeading,
  IslandImage,
  IslandInlineCode,
  IslandTabItem,
  IslandTabs,
  IslandThemedImage,
  islandElements,
} from '../modules/island-theme.ts';
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
  Heading,
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

/** By specifier, as Docusaurus names them, each with its exports. */
const themeModules: LivePart['modules'] = {
  '@theme/Admonition': { default: either(Admonition, IslandAdmonition) },
  '@theme/CodeBlock': { default: either(CodeBlock, IslandCode) },
  '@theme/CodeInline': { default: IslandInlineCode },
  '@theme/Details': { default: either(Details, IslandDetails) },
  '@theme/MDXComponents/Details': { default: either(Details, IslandDetails) },
  '@theme/DocCardList': { default: either(DocCardList, IslandCards) },
  '@theme/DocCard': { default: either(DocCard, IslandCards) },
  '@theme/Heading': { default: either(Heading, IslandHeading) },
  '@theme/TOCInline': { default: TOCInline },
  '@theme/ThemedImage': { default: either(ThemedImage, IslandThemedImage) },
  '@theme/IdealImage': { default: either(Image, IslandImage) },
  ...Object.fromEntries(
    Object.entries(islandElements).map(([name, made]) => [
      `@theme/MDXComponents/${name}`,
      { default: either((props) => made({ 'data-md': '', ...props }), made) },
    ]),
  ),
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
  const modules: LivePart['modules'] = Object.assign({}, themeModules, ...parts.map((part) => part.modules));
  const all = {
    ...modules,
    ...Object.fromEntries(livingParts.map(([name, own]) => [name, inBoth(modules[name], own)])),
  };
  made.set(parts, all);
  return all;
}

const made = new WeakMap<readonly LivePart[], LivePart['modules']>();

/** Live parts of an article that an island has too. */
const livingParts = [
  ['@theme/Tabs', IslandTabs],
  ['@theme/TabItem', IslandTabItem],
  ['@theme/Mermaid', IslandDiagram],
] as const;

function inBoth(
  module: LivePart['modules'][string] | undefined,
  own: Component,
): LivePart['modules'][string] {
  const inArticle = module?.default;
  // Each of them is a component, as documents import it.
  return { ...module, default: inArticle ? either(inArticle as Component, own) : own };
}

/** In an island a component is what it is in the browser. */
function either(inArticle: Component, inIsland: Component): Component {
  return (props) => (useContext(InIsland) ? inIsland(props) : inArticle(props));
}

/** What documents may use without importing it. */
export const globalComponents: Readonly<Record<string, unknown>> = { Details, Head };
