import type { Nodes } from 'mdast';
import { prepareSource } from '../syntax/source.ts';
import { parseMarkdown } from '../tree/parse.ts';
import { visit } from '../tree/visit.ts';

/** Code of a document itself that has to run in the browser: what it declares, and what stands in `<BrowserOnly>`. */
export function documentCode(source: string): string {
  const { text } = prepareSource(source);
  const parts: string[] = [];
  try {
    const tree = parseMarkdown(text, 'mdx');
    for (const node of tree.children) if (node.type === 'mdxjsEsm') parts.push(withoutMarkdown(node.value));
    visit(tree, (node) => {
      const name = inBrowserOnly(node);
      const { start, end } = node.position ?? {};
      if (name === undefined || start?.offset === undefined || end?.offset === undefined) return;
      parts.push(`export const ${name} = () => ${text.slice(start.offset, end.offset)};`);
    });
  } catch {
    // Whoever compiles the document says where it cannot be read.
  }
  return parts.join('\n');
}

/** The name of the component that such an element becomes. */
export function inBrowserOnly(node: Nodes): string | undefined {
  if (node.type !== 'mdxJsxFlowElement' && node.type !== 'mdxJsxTextElement') return undefined;
  const start = node.position?.start;
  return node.name === 'BrowserOnly' && start ? `BrowserOnly${start.line}x${start.column}` : undefined;
}

/** Partials are Markdown, and the document's own export of itself is no code. */
function withoutMarkdown(code: string): string {
  return code
    .replace(/^\s*import\s+(\w+)?[^;'"]*from\s*(['"])[^'"]+\.mdx?\2;?/gm, (_all, name: string | undefined) =>
      name === undefined ? '' : `const ${name} = () => null;`,
    )
    .replace(/^export\s+default\b/gm, 'export const Layout =');
}
