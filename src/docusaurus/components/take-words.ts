interface Node {
  type: string;
  start: number;
  end: number;
  [field: string]: unknown;
}

interface ExtractedWords {
  /** The code with `documentWords[n]` instead of each text. */
  code: string;
  words: string[];
}

/**
 * Takes all texts out of a module. They are words of a document, so they belong in its page and not in a script.
 * `program` is the syntax tree of `code`.
 */
export function extractWords(code: string, program: object): ExtractedWords {
  const words: string[] = [];
  const changes: { start: number; end: number; text: string }[] = [];
  const addWord = (text: string) => `${WORDS}[${words.push(text) - 1}]`;
  const visit = (node: Node, parent: Node | undefined, field: string): void => {
    if (isSpecifier(node, parent, field)) return;
    if (node.type === 'TemplateElement') {
      const { cooked } = node.value as { cooked?: string | null };
      if (cooked && parent?.type === 'TemplateLiteral' && !parent.tagged)
        changes.push({ start: node.start, end: node.end, text: `\${${addWord(cooked)}}` });
      return;
    }
    if (node.type === 'Literal' && typeof node.value === 'string' && node.value !== '') {
      const text = addWord(node.value);
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
  let codeWithoutWords = code;
  for (const { start, end, text } of changes.sort((a, b) => b.start - a.start))
    codeWithoutWords = codeWithoutWords.slice(0, start) + text + codeWithoutWords.slice(end);
  return { code: codeWithoutWords, words };
}

/** The name under which a module finds its texts. */
export const WORDS = 'documentWords';

/** Strings that name a module, an element or a parser directive aren't texts. */
function isSpecifier(node: Node, parent: Node | undefined, field: string): boolean {
  if (node.type === 'ImportDeclaration') return true;
  if (field === 'source' || field === 'exported' || field === 'attributes') return true;
  if (parent?.type === 'ExpressionStatement' && typeof parent.directive === 'string') return true;
  const callee = parent?.callee;
  const callArguments = parent?.arguments;
  if (field !== 'arguments' || !isNode(callee) || !Array.isArray(callArguments)) return false;
  if (callArguments[0] !== node) return false;
  // The first argument of a `URL` relative to `import.meta.url` is a path, which the bundler reads.
  if (parent?.type === 'NewExpression') return callee.name === 'URL' && readsModuleUrl(callArguments[1]);
  return parent?.type === 'CallExpression' && /^(?:require|_?jsxs?)$/.test(String(callee.name));
}

/** Whether the expression is `import.meta.url`. */
function readsModuleUrl(node: unknown): boolean {
  return (
    isNode(node) &&
    node.type === 'MemberExpression' &&
    isNode(node.object) &&
    node.object.type === 'MetaProperty' &&
    isNode(node.property) &&
    node.property.name === 'url'
  );
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}
