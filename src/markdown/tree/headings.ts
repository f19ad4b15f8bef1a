import GithubSlugger from 'github-slugger';
import type { Heading, Root, RootContent } from 'mdast';
import type {} from 'mdast-util-mdx';
import { toString as textOf } from 'mdast-util-to-string';
import { toCanonicalText } from '../../shared/canonical-text.ts';
import type { MarkdownSettings } from '../plugins/markdown-settings.ts';
import { EXIT, visit } from './visit.ts';

declare module 'mdast' {
  interface HeadingData {
    /** Id that the author set. */
    explicitId?: string;
    id?: string;
  }
}

/** `{#id}` at the very end. The id may contain anything but `{#` and `}`. */
const idPattern = /\s*\{#((?:.(?!\{#|\}))*.)\}$/;

/** Gives every heading an id: the author's, otherwise a slug, numbered when it repeats in this file. */
export function giveHeadingIds(
  tree: Root,
  { keepsHeadingCase }: Pick<MarkdownSettings, 'keepsHeadingCase'>,
): void {
  const slugger = new GithubSlugger();
  visit(tree, 'heading', (heading: Heading) => {
    const id = toCanonicalText(
      heading.data?.explicitId ??
        takeWrittenId(heading) ??
        slugger.slug(toCanonicalText(collectSlugText(heading)), keepsHeadingCase),
    );
    heading.data = { ...heading.data, id, hProperties: { ...heading.data?.hProperties, id } };
  });
}

/** Raw HTML in CommonMark files counts only if the heading has nothing else. */
function collectSlugText(heading: Heading): string {
  const nodes = heading.children.filter((child) => child.type !== 'html');
  return textOf(nodes.length > 0 ? nodes : heading);
}

/** Takes `{#id}` out of the last node of a heading, which is removed if nothing else is in it. */
function takeWrittenId(heading: Heading): string | undefined {
  const id = idPattern.exec(collectSlugText(heading))?.[1];
  const last = heading.children.at(-1);
  if (id === undefined || !last) return undefined;
  const rest = 'value' in last ? last.value.replace(idPattern, '') : '';
  if ('value' in last && (rest !== '' || heading.children.length === 1)) last.value = rest;
  else if (heading.children.length > 1) heading.children.pop();
  return id.trim();
}

/** Wraps the title of the content in `<header>`: an h1 that is the first heading and above every thematic break. */
export function wrapContentTitle(tree: Root): string | undefined {
  let title: string | undefined;
  visit(tree, ['heading', 'thematicBreak'], (node, index, parent) => {
    if (
      node.type === 'heading' &&
      node.depth === 1 &&
      parent &&
      'children' in parent &&
      index !== undefined
    ) {
      title = textOf(node);
      const header: RootContent = {
        type: 'paragraph',
        data: { hName: 'header' },
        // No mdast node contains blocks and becomes a plain element, so the header is a paragraph.
        children: [node] as never[],
      };
      parent.children.splice(index, 1, header);
    }
    return EXIT;
  });
  return title;
}

/**
 * Reads the id of an MDX heading from a comment at its end: `{/* #id *\/}`. HTML comments don't count, because
 * Docusaurus has removed them before it looks for ids.
 */
export function readHeadingComments(tree: Root): void {
  visit(tree, 'heading', (heading: Heading) => {
    const last = heading.children.at(-1);
    if (last?.type !== 'mdxTextExpression') return;
    const comment = /^\s*\/\*((?:(?!\*\/)[\s\S])*)\*\/\s*$/.exec(last.value)?.[1];
    const id = /^#([^ ]+)/.exec(comment?.trim() ?? '')?.[1];
    if (id === undefined) return;
    heading.children.pop();
    const before = heading.children.at(-1);
    if (before?.type === 'text') before.value = before.value.trimEnd();
    heading.data = { ...heading.data, explicitId: id };
  });
}
