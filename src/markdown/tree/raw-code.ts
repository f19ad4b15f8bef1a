import type { Element, RootContent } from 'hast';

/**
 * In a CommonMark file raw `<pre>` and `<code>` are what Markdown's own are: `<pre>` says nothing by itself,
 * and `<code>` is a block where it holds a line break, an element or nothing at all.
 */
export function settleRawCode<Node extends RootContent>(nodes: readonly Node[]): Node[] {
  return nodes.flatMap((node): Node[] => {
    if (node.type !== 'element') return [node];
    const element: Element = node;
    element.children = settleRawCode(element.children);
    // What may hold `<pre>` or `<code>` may hold what becomes of them.
    if (element.tagName === 'pre') return element.children as Node[];
    return element.tagName === 'code' && !isInline(element) ? [blockOf(element) as Node] : [node];
  });
}

function isInline({ children }: Element): boolean {
  return (
    children.length > 0 && children.every((child) => child.type === 'text' && !child.value.includes('\n'))
  );
}

function blockOf(code: Element): Element {
  return { type: 'element', tagName: 'pre', properties: {}, children: [code] };
}
