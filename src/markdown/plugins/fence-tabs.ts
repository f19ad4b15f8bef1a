import type { Code, Nodes, Parents, Root } from 'mdast';
import type { MdxJsxAttribute, MdxJsxFlowElement } from 'mdast-util-mdx';
import library from 'npm-to-yarn';
import { isRecord, readJson } from '../../shared/json.ts';
import { moduleNodesOf } from '../tree/code-nodes.ts';
import { parseMarkdown } from '../tree/parse.ts';
import { SKIP, visit } from '../tree/visit.ts';
import type { NpmToYarnOptions, TabBlocksOptions } from './plugin-kinds.ts';

/** A fence `npm2yarn` becomes tabs: its commands, and what they are for the other package managers. */
export function npmToYarn(tree: Root, { sync, converters }: NpmToYarnOptions): void {
  let made = false;
  visit(tree, 'code', (code: Code, index, parent) => {
    if (code.meta !== 'npm2yarn' || !parent || index === undefined) return undefined;
    const tab = (value: string, label: string, text: string) =>
      tabItem({ value, label }, [{ type: 'code', lang: code.lang ?? null, value: text }]);
    const tabs = converters.map((converter) =>
      typeof converter === 'string'
        ? tab(converter, managerNames[converter] ?? converter, converted(code.value, converter))
        : tab(converter[0], converter[0], converter[1](code.value)),
    );
    const group = sync ? { groupId: 'npm2yarn' } : {};
    replace(parent, index, 1, tabList(group, [tab('npm', 'npm', code.value), ...tabs]));
    made = true;
    return [SKIP, index + 1];
  });
  if (made) importTabs(tree);
}

// Its types are those of another build of it, whose default is one step further in.
const convert = library as unknown as typeof library.default;

const managerNames: Readonly<Record<string, string>> = { yarn: 'Yarn', bun: 'Bun' };

function converted(code: string, manager: string): string {
  switch (manager) {
    case 'yarn':
    case 'pnpm':
    case 'bun':
    case 'npm':
      return convert(code, manager);
    default:
      return code;
  }
}

/** Fences `tab` that follow one another become tabs; `tab={"span":2}` takes the next ones into the same tab. */
export function tabBlocks(tree: Root, { groupId, sync, labels }: TabBlocksOptions): void {
  const names = new Map([['js', 'JavaScript'], ['ts', 'TypeScript'], ...labels]);
  let made = false;
  visit(tree, 'code', (_, index, parent) => {
    if (!parent || index === undefined) return undefined;
    const tabs: MdxJsxFlowElement[] = [];
    let next = index;
    for (;;) {
      const first = parent.children[next];
      const info = first?.type === 'code' ? tabInfo(first.meta) : undefined;
      if (first?.type !== 'code' || !info) break;
      const codes: Code[] = [];
      for (let code: Nodes | undefined = first; code?.type === 'code' && codes.length < info.span; ) {
        codes.push(code);
        next += 1;
        code = parent.children[next];
      }
      const language = first.lang ?? 'text';
      const value = info.label?.toLowerCase().replace(' ', '-') ?? language;
      tabs.push(tabItem({ value, label: info.label ?? names.get(language) ?? value }, codes));
    }
    if (tabs.length === 0) return undefined;
    replace(parent, index, next - index, tabList(sync ? { groupId } : {}, tabs));
    made = true;
    return [SKIP, index + 1];
  });
  if (made) importTabs(tree);
}

function tabInfo(meta: string | null | undefined): { span: number; label?: string } | undefined {
  const match = /tab(=\{.+\})?/.exec(meta ?? '');
  if (!match) return undefined;
  // What cannot be read is as the reader sees it: one tab for one fence.
  const written = readJson(match[1]?.slice(1));
  const { span, label }: Record<string, unknown> = isRecord(written) ? written : {};
  return {
    span: typeof span === 'number' && span >= 1 ? span : 1,
    ...(typeof label === 'string' ? { label } : {}),
  };
}

function tabList(attributes: Record<string, string>, children: MdxJsxFlowElement[]): MdxJsxFlowElement {
  return { type: 'mdxJsxFlowElement', name: 'Tabs', attributes: attributesOf(attributes), children };
}

function tabItem(attributes: Record<string, string>, children: Code[]): MdxJsxFlowElement {
  return { type: 'mdxJsxFlowElement', name: 'TabItem', attributes: attributesOf(attributes), children };
}

function attributesOf(attributes: Record<string, string>): MdxJsxAttribute[] {
  return Object.entries(attributes).map(([name, value]) => ({ type: 'mdxJsxAttribute', name, value }));
}

function replace(parent: Parents, index: number, count: number, element: MdxJsxFlowElement): void {
  const siblings: Nodes[] = parent.children;
  siblings.splice(index, count, element);
}

/** Unless the document does it itself. */
function importTabs(tree: Root): void {
  const isImported = moduleNodesOf(tree).some(({ value }) => value.includes('@theme/Tabs'));
  if (!isImported) tree.children.unshift(...parseMarkdown(imports, 'mdx').children);
}

const imports = "import Tabs from '@theme/Tabs'\nimport TabItem from '@theme/TabItem'";
