import type { Code, Nodes, Parents, Root } from 'mdast';
import type { MdxJsxAttribute, MdxJsxFlowElement } from 'mdast-util-mdx';
import library from 'npm-to-yarn';
import { isRecord, readJson } from '../../shared/json.ts';
import { collectModuleNodes } from '../tree/code-nodes.ts';
import { parseMarkdown } from '../tree/parse.ts';
import { SKIP, visit } from '../tree/visit.ts';
import type { NpmToYarnOptions, TabBlocksOptions } from './plugin-kinds.ts';

/** Turns a fence marked `npm2yarn` into tabs with the commands for each package manager. */
export function npmToYarn(tree: Root, { sync, converters }: NpmToYarnOptions): void {
  let hasTabs = false;
  visit(tree, 'code', (code: Code, index, parent) => {
    if (code.meta !== 'npm2yarn' || !parent || index === undefined) return undefined;
    const createTab = (value: string, label: string, text: string) =>
      createTabItem({ value, label }, [{ type: 'code', lang: code.lang ?? null, value: text }]);
    const tabs = converters.map((converter) =>
      typeof converter === 'string'
        ? createTab(converter, managerNames[converter] ?? converter, convertCommand(code.value, converter))
        : createTab(converter[0], converter[0], converter[1](code.value)),
    );
    const group = sync ? { groupId: 'npm2yarn' } : {};
    replace(parent, index, 1, createTabs(group, [createTab('npm', 'npm', code.value), ...tabs]));
    hasTabs = true;
    return [SKIP, index + 1];
  });
  if (hasTabs) importTabs(tree);
}

// The package's types describe another build, whose default export is nested one level deeper.
const convert = library as unknown as typeof library.default;

const managerNames: Readonly<Record<string, string>> = { yarn: 'Yarn', bun: 'Bun' };

function convertCommand(code: string, manager: string): string {
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

/** Turns consecutive fences marked `tab` into tabs. `tab={"span":2}` puts the next fence into the same tab. */
export function tabBlocks(tree: Root, { groupId, sync, labels }: TabBlocksOptions): void {
  const names = new Map([['js', 'JavaScript'], ['ts', 'TypeScript'], ...labels]);
  let hasTabs = false;
  visit(tree, 'code', (_, index, parent) => {
    if (!parent || index === undefined) return undefined;
    const tabs: MdxJsxFlowElement[] = [];
    let next = index;
    for (;;) {
      const first = parent.children[next];
      const info = first?.type === 'code' ? readTabInfo(first.meta) : undefined;
      if (first?.type !== 'code' || !info) break;
      const codes: Code[] = [];
      for (let code: Nodes | undefined = first; code?.type === 'code' && codes.length < info.span; ) {
        codes.push(code);
        next += 1;
        code = parent.children[next];
      }
      const language = first.lang ?? 'text';
      const value = info.label?.toLowerCase().replace(' ', '-') ?? language;
      tabs.push(createTabItem({ value, label: info.label ?? names.get(language) ?? value }, codes));
    }
    if (tabs.length === 0) return undefined;
    replace(parent, index, next - index, createTabs(sync ? { groupId } : {}, tabs));
    hasTabs = true;
    return [SKIP, index + 1];
  });
  if (hasTabs) importTabs(tree);
}

function readTabInfo(meta: string | null | undefined): { span: number; label?: string } | undefined {
  const match = /tab(=\{.+\})?/.exec(meta ?? '');
  if (!match) return undefined;
  // Settings that can't be parsed are ignored: one tab for one fence.
  const settings = readJson(match[1]?.slice(1));
  const { span, label }: Record<string, unknown> = isRecord(settings) ? settings : {};
  return {
    span: typeof span === 'number' && span >= 1 ? span : 1,
    ...(typeof label === 'string' ? { label } : {}),
  };
}

function createTabs(attributes: Record<string, string>, children: MdxJsxFlowElement[]): MdxJsxFlowElement {
  return { type: 'mdxJsxFlowElement', name: 'Tabs', attributes: toAttributes(attributes), children };
}

function createTabItem(attributes: Record<string, string>, children: Code[]): MdxJsxFlowElement {
  return { type: 'mdxJsxFlowElement', name: 'TabItem', attributes: toAttributes(attributes), children };
}

function toAttributes(attributes: Record<string, string>): MdxJsxAttribute[] {
  return Object.entries(attributes).map(([name, value]) => ({ type: 'mdxJsxAttribute', name, value }));
}

function replace(parent: Parents, index: number, count: number, element: MdxJsxFlowElement): void {
  const siblings: Nodes[] = parent.children;
  siblings.splice(index, count, element);
}

/** Imports the tab components unless the document does. */
function importTabs(tree: Root): void {
  const isImported = collectModuleNodes(tree).some(({ value }) => value.includes('@theme/Tabs'));
  if (!isImported) tree.children.unshift(...parseMarkdown(imports, 'mdx').children);
}

const imports = "import Tabs from '@theme/Tabs'\nimport TabItem from '@theme/TabItem'";
