import type { Nodes, Parents, Root } from 'mdast';
import { type Audience, toAudience } from '../../model/audience.ts';
import { commonAudiences, type VariantKey } from '../../model/parts.ts';
import { didYouMean } from '../../shared/near-name.ts';
import type { FileScope } from '../compilation.ts';
import { asOwnComponent, declaredFunctions } from '../mdx/document-code.ts';
import { isJsxElement, statementsOf } from './code-nodes.ts';
import {
  closingTag,
  isPart,
  mayHaveParts,
  namesOf,
  openingTag,
  PART_NAME,
  PARTS_FAIL,
  splitTags,
} from './part-nodes.ts';
import { visit } from './visit.ts';

/** The parts of one document and what it imports. */
export interface DocumentParts {
  /** In the order in which they come; those inside of a part that is not shown are not met. */
  audiences: Map<string, Audience>;
  /** By the text of their audience; all unless given. */
  shown?: ReadonlySet<string> | undefined;
}

export function shownParts(audiences: ReadonlyMap<string, Audience>, way: VariantKey): Set<string> {
  return new Set([...audiences.keys()].filter((_, at) => way[at] === '1'));
}

/**
 * Takes what is not shown out of the tree, as if nobody had written it, and puts instead of what is shown what it
 * holds. The first of all steps: none of the others meets a part. Returns the text without what is gone.
 */
export function cutParts(tree: Root, text: string, scope: FileScope): string {
  if (!mayHaveParts(text) || isTheirs(tree, scope)) return text;
  const cutter = new Cutter(text, scope, declaredFunctions(tree));
  cutter.children(tree, { inPart: false, inCode: false });
  return cutter.text;
}

/** A component of this name that the document imports, or that a site without groups gives to all, is the owner's own. */
function isTheirs(tree: Root, { compilation: { context } }: FileScope): boolean {
  const { globals, groups = [] } = context;
  if (groups.length === 0 && globals.includes(PART_NAME)) return true;
  return statementsOf(tree).some(
    (statement) =>
      statement.type === 'ImportDeclaration' &&
      statement.specifiers.some(({ local }) => local.name === PART_NAME),
  );
}

interface Around {
  inPart: boolean;
  /** Something around it is code as a whole, which runs in the browser as it is written. */
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

  children(parent: Parents, around: Around): void {
    const kept = this.#kept(splitTags(parent.children), around);
    const changed = kept.length !== parent.children.length;
    // What may hold the part may hold what is in it.
    (parent.children as Nodes[]) = kept;
    if (changed) trim(parent);
  }

  #kept(nodes: readonly Nodes[], around: Around): Nodes[] {
    const kept: Nodes[] = [];
    for (let at = 0; at < nodes.length; at += 1) {
      const node = nodes[at];
      if (!node) continue;
      if (node.type === 'html' && mayHaveParts(node.value)) {
        const end = this.#endOf(nodes, at);
        const names = openingTag.exec(node.value);
        if (end === undefined || !names) {
          this.#report(
            'Write <Audience for="…"> and </Audience> on lines of their own, with a blank line before and after, at one level: what is between them is the part.',
            node,
          );
          return kept;
        }
        const inside = nodes.slice(at + 1, end);
        kept.push(...this.#part(node, names[1] ?? names[2], inside, around));
        at = end;
        continue;
      }
      const element = isJsxElement(node) ? node : undefined;
      if (isPart(node)) {
        kept.push(...this.#part(node, namesOf(node), node.children, around));
        continue;
      }
      this.#refuseCode(node, around);
      if (element && /^audience$/i.test(element.name ?? '') && element.attributes.length > 0)
        this.#report('Did you mean <Audience>? This would be there for everybody.', node);
      if (!('children' in node)) {
        kept.push(node);
        continue;
      }
      const own = asOwnComponent(node, this.#functions);
      const count = node.children.length;
      this.children(node, { ...around, inCode: around.inCode || (own !== undefined && !own.keepsChildren) });
      if (count === 0 || !isEmptied(node)) kept.push(node);
    }
    return kept;
  }

  /** What is there of a part. */
  #part(node: Nodes, names: string | undefined, inside: readonly Nodes[], around: Around): Nodes[] {
    const { parts } = this.#scope.compilation;
    if (around.inCode)
      this.#report('A part cannot be inside of code that runs in the browser, which everybody gets.', node);
    const audience = this.#audience(names, node);
    const key = JSON.stringify(audience);
    parts.audiences.set(key, audience);
    const isShown = parts.shown === undefined || parts.shown.has(key);
    if (isShown) return this.#kept(splitTags(inside), { ...around, inPart: true });
    this.#blank(node, inside.at(-1));
    return [];
  }

  #audience(names: string | undefined, node: Nodes): Audience {
    const { groups = [] } = this.#scope.compilation.context;
    const all = names?.split(/[\s,]+/).filter((name) => name !== '') ?? [];
    if (all.length === 0)
      this.#report(
        'Say whom the part is for, as text: <Audience for="partners">, or several, with commas between.',
        node,
      );
    const known = [...commonAudiences, ...groups];
    for (const name of all)
      if (!known.includes(name))
        this.#report(
          `There is no group "${name}".${didYouMean(name, known)} Groups are declared in the configuration: groups: ['${name}'].`,
          node,
        );
    return toAudience(all);
  }

  /** What runs in the browser is in a script that everybody gets, and so are its words. */
  #refuseCode(node: Nodes, { inPart }: Around): void {
    if (inPart && asOwnComponent(node, this.#functions))
      this.#report(
        'Code that runs in the browser cannot be in a part: everybody gets the script. Take it into a component of a file of its own, and hand it what it shows.',
        node,
      );
    const code = 'value' in node && node.type.startsWith('mdx') ? node.value : '';
    const given = isJsxElement(node) ? JSON.stringify(node.attributes) : '';
    if (mayHaveParts(code) || mayHaveParts(given))
      this.#report('A part cannot be in code: write it as Markdown, around the component.', node);
  }

  /** The number of the node that ends the part that begins here. */
  #endOf(nodes: readonly Nodes[], from: number): number | undefined {
    let depth = 0;
    for (let at = from; at < nodes.length; at += 1) {
      const node = nodes[at];
      if (node?.type !== 'html' || !mayHaveParts(node.value)) continue;
      depth += closingTag.test(node.value) ? -1 : 1;
      if (depth === 0) return at;
    }
    return undefined;
  }

  /** For plugins of the site, which may look at the text too. */
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

/** What a reader would see nothing in but that something is missing. */
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

/** As the parser leaves no blanks at the ends of a text. */
function trim(parent: Parents): void {
  if (!['paragraph', 'heading', 'tableCell'].includes(parent.type)) return;
  const [first, last] = [parent.children[0], parent.children.at(-1)];
  if (first?.type === 'text') first.value = first.value.trimStart();
  if (last?.type === 'text') last.value = last.value.trimEnd();
  const isBlank = (node: Nodes) => node.type === 'text' && node.value === '';
  if (parent.children.every(isBlank)) parent.children = [];
}

/** What a step of the site made: nobody cuts it any more. */
export function refuseLateParts(tree: Root, scope: FileScope): void {
  if (isTheirs(tree, scope)) return;
  visit(tree, (node: Nodes) => {
    if (isPart(node) || (node.type === 'html' && mayHaveParts(node.value)))
      scope.report(
        PARTS_FAIL,
        'Something that is made while the document is read has a part for an audience in it. Write the part around it.',
        node.position?.start,
      );
  });
}
