import GithubSlugger from 'github-slugger';
import type { Heading, Root } from 'mdast';
import { toString as textOf } from 'mdast-util-to-string';
import { visit } from './visit.ts';

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
    const id = heading.data?.explicitId ?? takeWrittenId(heading) ?? slugger.slug(slugText(heading));
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
