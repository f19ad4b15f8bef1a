import { useContext } from 'react';
import { createAdmonitionTypes } from '../../docusaurus/theme/admonition-types.ts';
import { docsModules } from '../../docusaurus/theme/docs-client.ts';
import { docusaurusModules } from '../../docusaurus/theme/docusaurus.ts';
import { islandTheme } from '../../docusaurus/theme/island-theme.ts';
import { createMdxComponents } from '../../docusaurus/theme/mdx-components.ts';
import { openApiTheme } from '../../docusaurus/theme/open-api-theme.ts';
import { InIsland } from '../../docusaurus/theme/page-facts.ts';
import { frameModules, Head, PassThrough } from '../../docusaurus/theme/page-frame.ts';
import { themeCommonModules } from '../../docusaurus/theme/theme-common.ts';
import { engineComponents } from '../components/list.ts';
import type { LivePart } from '../live-parts.ts';
import {
  Admonition,
  CodeBlock,
  type Component,
  Details,
  DocCard,
  DocCardList,
  Image,
  MermaidSource,
  ThemedImage,
  TOCInline,
} from './article-components.ts';

const clsx = (...parts: unknown[]): string => parts.flatMap(listClassNames).join(' ');

function listClassNames(part: unknown): string[] {
  if (typeof part === 'string' || typeof part === 'number') return part ? [String(part)] : [];
  if (Array.isArray(part)) return part.flatMap(listClassNames);
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([name, on]) => (on ? [name] : []));
}

/** Components that the last step lays out in articles, and those that only articles have. */
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
  '@theme/Mermaid': { default: MermaidSource },
};

/** Modules by Docusaurus' specifiers, with their exports. */
const sharedModules: LivePart['modules'] = {
  ...frameModules,
  ...docusaurusModules,
  ...docsModules,
  ...themeCommonModules,
  clsx: { default: clsx, clsx },
  '@mdx-js/react': { MDXProvider: PassThrough, useMDXComponents: () => ({}) },
};

/** Lists the modules that documents can import besides files: those of the theme and of live parts. */
export function listDocumentModules(parts: readonly LivePart[]): LivePart['modules'] {
  const cachedModules = modulesByParts.get(parts);
  if (cachedModules) return cachedModules;
  const articleModules: LivePart['modules'] = Object.assign(
    {},
    articleTheme,
    ...parts.map((part) => part.modules),
  );
  const dualModules = Object.entries(islandTheme).map(([name, { default: inIsland }]) => {
    // Every export of these modules is a component.
    const inArticle = articleModules[name]?.default as Component | undefined;
    return [
      name,
      { ...articleModules[name], default: chooseComponent(inArticle ?? markAsMarkdown(inIsland), inIsland) },
    ];
  });
  const themeModules: LivePart['modules'] = {
    ...sharedModules,
    ...openApiTheme(articleModules['@theme/Tabs']?.default),
    ...articleModules,
    ...Object.fromEntries(dualModules),
  };
  const all = {
    ...themeModules,
    '@theme/Admonition/Types': { default: createAdmonitionTypes(themeModules) },
    '@theme/MDXComponents': { default: createMdxComponents(themeModules) },
  };
  modulesByParts.set(parts, all);
  return all;
}

const modulesByParts = new WeakMap<readonly LivePart[], LivePart['modules']>();

/** Marks an element as one from Markdown, for the last step. */
const markAsMarkdown =
  (component: Component): Component =>
  (props) =>
    component({ 'data-md': '', ...props });

/** Inside an island, a component is the one that the browser renders. */
function chooseComponent(inArticle: Component, inIsland: Component): Component {
  return (props) => (useContext(InIsland) ? inIsland(props) : inArticle(props));
}

/** Components that documents can use without importing them. */
export const globalComponents: Readonly<Record<string, unknown>> = {
  // The engine's components have been drawn already, except for those that code creates: `{names.map((name) => <Card
  // title={name} />)}`.
  ...Object.fromEntries(Object.keys(engineComponents).map((name) => [name, createRefusal(name)])),
  Details,
  Head,
};

function createRefusal(name: string): () => never {
  return () => {
    throw new Error(`<${name}> can't be used in an expression. Write it as an element of the document.`);
  };
}
