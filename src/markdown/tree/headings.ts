import GithubSlugger from 'github-slugger';
import type { Heading, Root, RootContent } from 'mdast';
import type {} from 'mdast-util-mdx';
import { toString as textOf } from 'mdast-util-to-string';
import { canonicalText } from '../../shared/canonical-text.ts';
import { EXIT, visit } from './visit.ts';

declare module 'mdast' {
  interface HeadingData {
    /** Id that the author wrote. */
    explicitId?: string;
    id?: string;
  }
}

/** `{#id}` at the very end; the id may hold anything but `{#` and `}`. */
const explicitId = /\s*\{#((?:.(?!\{#|\}))*.)\}$/;

/** Gives every heading its id: the author's as written, else a slug that counts repetitions in this file. */
export function giveHeadingIds(tree: Root): void {
  const slugger = new GithubSlugger();
  visit(tree, 'heading', (heading: Heading) => {
    const id = canonicalText(
      heading.data?.explicitId ?? takeWrittenId(heading) ?? slugger.slug(canonicalText(slugText(heading))),
    );
    heading.data = { ...heading.data, id, hProperties: { ...heading.data?.hProperties, id } };
  });
}

/** Raw HTML (in CommonMark files) counts only where there is nothing else. */
function slugText(heading: Heading): string {
  const nodes = heading.children.filter((child) => child.type !== 'html');
  return textOf(nodes.length > 0 ? nodes : heading);
}

/** The mark is taken out of the last part, which is dropped when there is nothing else in it. */
function takeWrittenId(heading: Heading): string | undefined {
  const id = explicitId.exec(slugText(heading))?.[1];
  const last = heading.children.at(-1);
  if (id === undefined || !last) return undefined;
  const rest = 'value' in last ? last.value.replace(explicitId, '') : '';
  if ('value' in last && (rest !== '' || heading.children.length === 1)) last.value = rest;
  else if (heading.children.length > 1) heading.children.pop();
  return id.trim();
}

/** Wraps the content's title in `<header>`: an h1 that is the first heading, above any thematic break. */
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
        // A header of one heading: no mdast node holds blocks and becomes a plain element.
        children: [node] as never[],
      };
      parent.children.splice(index, 1, header);
    }
    return EXIT;
  });
  return title;
}

/**
 * A heading of MDX may carry its id in a comment at its end, `{/* #id *\/}`. A comment of HTML is gone by the
 * time Docusaurus looks for ids, so it names none.
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
