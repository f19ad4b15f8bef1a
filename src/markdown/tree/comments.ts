import type { Heading, Root } from 'mdast';
import type {} from 'mdast-util-mdx';
import { SKIP, visit } from './visit.ts';
import '../syntax/html-comments.ts';

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

/** Comments leave no trace, so that nothing after this step has to know of them: the text around one is one text. */
export function dropComments(tree: Root): void {
  visit(tree, 'htmlComment', (_, index, parent) => {
    if (!parent || index === undefined) return undefined;
    parent.children.splice(index, 1);
    const [before, after] = [parent.children[index - 1], parent.children[index]];
    if (before?.type === 'text' && after?.type === 'text') {
      before.value += after.value;
      parent.children.splice(index, 1);
    }
    return [SKIP, index];
  });
}
