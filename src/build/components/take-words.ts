interface Node {
  type: string;
  start: number;
  end: number;
  [field: string]: unknown;
}

interface Taken {
  /** The same code, which asks `words[n]` for each of them. */
  code: string;
  words: string[];
}

/** Takes all texts out of a module: they are words of a document, and are in its page. `program`: what `code` parses to. */
export function takeWords(code: string, program: object): Taken {
  const words: string[] = [];
  const changes: { start: number; end: number; text: string }[] = [];
  const word = (text: string) => `${WORDS}[${words.push(text) - 1}]`;
  const visit = (node: Node, parent: Node | undefined, field: string): void => {
    if (isSpecifier(node, parent, field)) return;
    if (node.type === 'TemplateElement') {
      const { cooked } = node.value as { cooked?: string | null };
      if (cooked && parent?.type === 'TemplateLiteral' && !parent.tagged)
        changes.push({ start: node.start, end: node.end, text: `\${${word(cooked)}}` });
      return;
    }
    if (node.type === 'Literal' && typeof node.value === 'string' && node.value !== '') {
      const text = word(node.value);
      const isKey = field === 'key' && parent !== undefined && parent.computed !== true;
      changes.push({ start: node.start, end: node.end, text: isKey ? `[${text}]` : text });
      return;
    }
    if (node.type === 'TaggedTemplateExpression' && isNode(node.quasi)) node.quasi.tagged = true;
    for (const [name, value] of Object.entries(node)) {
      if (Array.isArray(value)) for (const one of value) isNode(one) && visit(one, node, name);
      else if (isNode(value)) visit(value, node, name);
    }
  };
  if (isNode(program)) visit(program, undefined, '');
  let taken = code;
  for (const { start, end, text } of changes.sort((a, b) => b.start - a.start))
    taken = taken.slice(0, start) + text + taken.slice(end);
  return { code: taken, words };
}

/** The name under which a module has its words. */
export const WORDS = 'documentWords';

/** What names a module, an element or a way to read the code is no text. */
function isSpecifier(node: Node, parent: Node | undefined, field: string): boolean {
  if (node.type === 'ImportDeclaration') return true;
  if (field === 'source' || field === 'exported' || field === 'attributes') return true;
  if (parent?.type === 'ExpressionStatement' && typeof parent.directive === 'string') return true;
  const callee = parent?.callee;
  const given = parent?.arguments;
  if (parent?.type !== 'CallExpression' || !isNode(callee) || !Array.isArray(given)) return false;
  return field === 'arguments' && given[0] === node && /^_?jsxs?$/.test(String(callee.name));
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}
