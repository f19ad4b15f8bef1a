import type { Nodes, Parents, Root } from 'mdast';
import { type Audience, toAudience } from '../../model/audience.ts';
import { commonAudiences, type VariantKey } from '../../model/parts.ts';
import { didYouMean } from '../../shared/near-name.ts';
import type { FileScope } from '../compilation.ts';
import { collectFunctions, toOwnComponent } from '../mdx/document-code.ts';
import { collectStatements, isJsxElement } from './code-nodes.ts';
import {
  closingTag,
  isPart,
  mayHaveParts,
  openingTag,
  PART_NAME,
  PARTS_FAIL,
  readNames,
  splitTags,
} from './part-nodes.ts';
import { visit } from './visit.ts';

/** The parts of a document and its imports. */
export interface DocumentParts {
  /** Audiences by key, in order of appearance. Parts inside a hidden part don't count. */
  audiences: Map<string, Audience>;
  /** The audience of each `<Audience>` element, in order of appearance. */
  written: Audience[];
  /** Keys of audiences whose parts are shown. Undefined: all parts are shown. */
  shownAudiences?: ReadonlySet<string> | undefined;
}

export function listShownParts(
  audiences: ReadonlyMap<string, Audience>,
  variantKey: VariantKey,
): Set<string> {
  return new Set([...audiences.keys()].filter((_, index) => variantKey[index] === '1'));
}

/**
 * Removes hidden parts from the tree as if they had never been written, and replaces visible parts by their contents.
 * This is the first step, so no other step sees a part. Returns the text without the hidden parts.
 */
export function cutParts(tree: Root, text: string, scope: FileScope): string {
  if (!mayHaveParts(text) || hasOwnAudience(tree, scope)) return text;
  const cutter = new Cutter(text, scope, collectFunctions(tree));
  cutter.cutChildren(tree, { inPart: false, inCode: false });
  return cutter.text;
}

/** Whether `Audience` is a component of the owner: imported, or given to all documents on a site without groups. */
function hasOwnAudience(tree: Root, { compilation: { context } }: FileScope): boolean {
  const { globals, groups = [] } = context;
  if (groups.length === 0 && globals.includes(PART_NAME)) return true;
  return collectStatements(tree).some(
    (statement) =>
      statement.type === 'ImportDeclaration' &&
      statement.specifiers.some(({ local }) => local.name === PART_NAME),
  );
}

interface Around {
  inPart: boolean;
  /** True inside code that runs in the browser as a whole. */
  inCode: boolean;
}

class Cutter {
  text: string;
  readonly #scope: FileScope;
  readonly #functions: ReadonlySet<string>;

  constructor(text: string, scope: FileScope, functions: ReadonlySet<string>) {
    this.text = text;
    this.#scope = scope;
    this.#functions = functions;
  }

  cutChildren(parent: Parents, around: Around): void {
    const visibleNodes = this.#keepVisible(splitTags(parent.children), around);
    const isChanged = visibleNodes.length !== parent.children.length;
    // Wherever a part is allowed, its contents are too.
    (parent.children as Nodes[]) = visibleNodes;
    if (isChanged) trim(parent);
  }

  #keepVisible(nodes: readonly Nodes[], around: Around): Nodes[] {
    const visibleNodes: Nodes[] = [];
    for (let at = 0; at < nodes.length; at += 1) {
      const node = nodes[at];
      if (!node) continue;
      if (node.type === 'html' && mayHaveParts(node.value)) {
        const end = this.#findEnd(nodes, at);
        const names = openingTag.exec(node.value);
        if (end === undefined || !names) {
          this.#report(
            'Write <Audience for="…"> and </Audience> on lines of their own at the same level, each with a blank line before and after. The text between them is the part.',
            node,
          );
          return visibleNodes;
        }
        const nodesInside = nodes.slice(at + 1, end);
        visibleNodes.push(...this.#cutPart(node, names[1] ?? names[2], nodesInside, around));
        at = end;
        continue;
      }
      const element = isJsxElement(node) ? node : undefined;
      if (isPart(node)) {
        visibleNodes.push(...this.#cutPart(node, readNames(node), node.children, around));
        continue;
      }
      this.#refuseCode(node, around);
      if (element && /^audience$/i.test(element.name ?? '') && element.attributes.length > 0)
        this.#report(
          'Did you mean <Audience>? This element hides nothing: everyone sees its contents.',
          node,
        );
      if (!('children' in node)) {
        visibleNodes.push(node);
        continue;
      }
      const ownComponent = toOwnComponent(node, this.#functions);
      const count = node.children.length;
      this.cutChildren(node, {
        ...around,
        inCode: around.inCode || (ownComponent !== undefined && !ownComponent.keepsChildren),
      });
      if (count === 0 || !isEmptied(node)) visibleNodes.push(node);
    }
    return visibleNodes;
  }

  /** Returns the contents of a part if it's shown. */
  #cutPart(node: Nodes, names: string | undefined, inside: readonly Nodes[], around: Around): Nodes[] {
    const { parts } = this.#scope.compilation;
    if (around.inCode)
      this.#report(
        "A part can't be inside code that runs in the browser, because everyone receives that code. Move the part out of it.",
        node,
      );
    const audience = this.#readAudience(names, node);
    const key = JSON.stringify(audience);
    parts.audiences.set(key, audience);
    parts.written.push(audience);
    const isShown = parts.shownAudiences === undefined || parts.shownAudiences.has(key);
    if (isShown) return this.#keepVisible(splitTags(inside), { ...around, inPart: true });
    this.#blank(node, inside.at(-1));
    return [];
  }

  #readAudience(names: string | undefined, node: Nodes): Audience {
    const { groups = [] } = this.#scope.compilation.context;
    const namedGroups = names?.split(/[\s,]+/).filter((name) => name !== '') ?? [];
    if (namedGroups.length === 0)
      this.#report(
        'Name the groups as text: <Audience for="partners">. Separate several groups with commas.',
        node,
      );
    const knownNames = [...commonAudiences, ...groups];
    for (const name of namedGroups)
      if (!knownNames.includes(name))
        this.#report(
          `No group is called "${name}".${didYouMean(name, knownNames)} Declare groups in the configuration: groups: ['${name}'].`,
          node,
        );
    return toAudience(namedGroups);
  }

  /** Code for the browser is in a script that everyone receives, so its texts would leak. */
  #refuseCode(node: Nodes, { inPart }: Around): void {
    if (inPart && toOwnComponent(node, this.#functions))
      this.#report(
        "A part can't contain code that runs in the browser, because everyone receives the script. Move the code to a component file and pass the texts to it as props.",
        node,
      );
    const code = 'value' in node && node.type.startsWith('mdx') ? node.value : '';
    const attributeText = isJsxElement(node) ? JSON.stringify(node.attributes) : '';
    if (mayHaveParts(code) || mayHaveParts(attributeText))
      this.#report("A part can't be in code. Write it as Markdown around the component.", node);
  }

  /** Index of the node that ends the part that starts at `from`. */
  #findEnd(nodes: readonly Nodes[], from: number): number | undefined {
    let depth = 0;
    for (let at = from; at < nodes.length; at += 1) {
      const node = nodes[at];
      if (node?.type !== 'html' || !mayHaveParts(node.value)) continue;
      depth += closingTag.test(node.value) ? -1 : 1;
      if (depth === 0) return at;
    }
    return undefined;
  }

  /** Replaces hidden parts in the text by spaces, because plugins of the site may read it. */
  #blank(first: Nodes, last: Nodes | undefined): void {
    const start = first.position?.start.offset;
    const end = Math.max(first.position?.end.offset ?? 0, last?.position?.end.offset ?? 0);
    if (start === undefined || end < start) return;
    this.text =
      this.text.slice(0, start) + this.text.slice(start, end).replace(/[^\r\n]/g, ' ') + this.text.slice(end);
  }

  #report(message: string, { position }: Nodes): void {
    this.#scope.report(PARTS_FAIL, message, position?.start);
  }
}

/** True for a node that has lost all its contents and would only show that something is missing. */
function isEmptied(node: Parents): boolean {
  switch (node.type) {
    case 'root':
    case 'table':
    case 'tableCell':
    case 'mdxJsxFlowElement':
    case 'mdxJsxTextElement':
      return false;
    case 'tableRow':
      return node.children.every((cell) => cell.children.length === 0);
    default:
      return node.children.length === 0;
  }
}

/** Removes spaces at the ends of a text, as the parser does. */
function trim(parent: Parents): void {
  if (!['paragraph', 'heading', 'tableCell'].includes(parent.type)) return;
  const [first, last] = [parent.children[0], parent.children.at(-1)];
  if (first?.type === 'text') first.value = first.value.trimStart();
  if (last?.type === 'text') last.value = last.value.trimEnd();
  const isBlank = (node: Nodes) => node.type === 'text' && node.value === '';
  if (parent.children.every(isBlank)) parent.children = [];
}

/** Reports parts in the result of a plugin, because they would no longer be cut. */
export function refuseLateParts(tree: Root, scope: FileScope): void {
  if (hasOwnAudience(tree, scope)) return;
  visit(tree, (node: Nodes) => {
    if (isPart(node) || (node.type === 'html' && mayHaveParts(node.value)))
      scope.report(
        PARTS_FAIL,
        "A plugin or component has inserted an <Audience> part here, where it can't be cut. Write the part in the document instead.",
        node.position?.start,
      );
  });
}
