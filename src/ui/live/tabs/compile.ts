import {
  Children,
  createElement,
  type FunctionComponent,
  isValidElement,
  type ReactElement,
  type ReactNode,
} from 'react';
import { createLiveElement, type LivePart, type MarkdownBlock } from '../../../markdown/live-parts.ts';
import { renderPlainText } from '../../../markdown/mdx/plain-text.ts';
import { toCanonicalData } from '../../../shared/canonical-text.ts';

interface TabValue {
  value: string;
  label?: ReactNode;
  default?: boolean;
  attributes?: { className?: string };
}

interface TabsProps {
  children?: ReactNode;
  values?: readonly TabValue[];
  defaultValue?: string | null;
  groupId?: string;
  queryString?: string | boolean;
  className?: string;
  block?: boolean;
}

type TabItemProps = TabValue & { children?: ReactNode };

/** Compiles tabs to a live part with one slot per item, in order, and one for each label with elements. */
const Tabs: FunctionComponent<TabsProps> = ({ children, values, ...writtenRest }) => {
  const { defaultValue, ...rest } = toCanonicalData(writtenRest);
  const panels = Children.toArray(children).filter(
    (child) => typeof child !== 'string' || child.trim() !== '',
  );
  const items = (values ?? panels.map(readTabValue)).map(writeValueCanonically);
  refuseRepeated(items);
  // A label that is more than a text, such as one with an icon, is a slot after those of the panels.
  const drawnLabels = items.map(({ label }) => label).filter(isDrawn);
  const props = {
    // Values become strings, because they are strings in the page.
    items: items.map(({ value, label, attributes }) => ({
      value: String(value),
      label: renderPlainText(label ?? value).trim() || String(value),
      labelSlot: isDrawn(label) ? items.length + drawnLabels.indexOf(label) : undefined,
      className: attributes?.className,
    })),
    selected: String(findSelected(items, defaultValue)),
    groupId: rest.groupId,
    queryKey: findQueryKey(rest),
    className: [rest.block && 'tabs--block', rest.className].filter(Boolean).join(' ') || undefined,
  };
  const slots = items.map(({ value }) =>
    panels
      .filter(
        (panel): panel is ReactElement<TabItemProps> =>
          isTab(panel) && toCanonicalData(panel.props.value) === value,
      )
      .map((panel) => panel.props.children),
  );
  return createLiveElement('Tabs', props, [...slots, ...drawnLabels]);
};

/** Whether a label must be drawn, because its text isn't all of it. */
function isDrawn(label: ReactNode): boolean {
  return Children.toArray(label).some((part) => isValidElement(part));
}

/** `true` uses the name of the group. */
function findQueryKey({ queryString, groupId }: TabsProps): string | undefined {
  if (typeof queryString === 'string' && queryString !== '') return queryString;
  if (queryString !== true) return undefined;
  if (groupId === undefined)
    throw new Error('<Tabs queryString> needs a `groupId`, which names the parameter, or a name of its own.');
  return groupId;
}

/** `Tabs` reads the properties of its items. Outside of tabs, an item renders its content. */
const TabItem: FunctionComponent<TabItemProps> = ({ children }) => createElement('div', {}, children);

function isTab(child: ReactNode): child is ReactElement<TabItemProps> {
  return (
    isValidElement(child) && typeof child.props === 'object' && child.props !== null && 'value' in child.props
  );
}

function readTabValue(child: ReactNode): TabValue {
  if (isTab(child)) return child.props;
  throw new Error(
    'every child of <Tabs> must be a <TabItem> with a `value` of its own, unless <Tabs> has `values`.',
  );
}

/** The item with its value in NFC. An author may write a number. */
function writeValueCanonically(item: TabValue): TabValue {
  return { ...item, value: toCanonicalData(item.value) };
}

function refuseRepeated(items: readonly TabValue[]): void {
  const values = items.map(({ value }) => value);
  const twice = values.find((value, index) => values.indexOf(value) !== index);
  if (twice !== undefined)
    throw new Error(`<Tabs> has two items with the value \`${twice}\`: every value must differ.`);
}

function findSelected(items: readonly TabValue[], defaultValue: string | null | undefined): string {
  const [first] = items;
  if (!first) throw new Error('<Tabs> needs at least one <TabItem>.');
  if (!defaultValue) return (items.find((item) => item.default) ?? first).value;
  if (items.some(({ value }) => value === defaultValue)) return defaultValue;
  const values = items.map(({ value }) => `\`${value}\``).join(', ');
  throw new Error(
    `<Tabs> has the defaultValue \`${defaultValue}\`, but its items have the values ${values}.`,
  );
}

interface ExportedTabs {
  items?: readonly TabValue[];
  /** Value of the only tab that Markdown copies contain, where the others say the same in another language. */
  tabInCopies?: string;
}

/** The tabs one after another, each below its label. */
function markdown({ items, tabInCopies }: ExportedTabs, slots: MarkdownBlock[][]): MarkdownBlock[] {
  const chosenIndex = items?.findIndex(({ value }) => value === tabInCopies) ?? -1;
  if (chosenIndex >= 0) return slots[chosenIndex] ?? [];
  return slots.slice(0, items?.length).flatMap((blocks, index) => {
    const label = { type: 'text' as const, value: String(items?.[index]?.label ?? '') };
    return [{ type: 'paragraph', children: [{ type: 'strong', children: [label] }] }, ...blocks];
  });
}

export const tabs: LivePart = {
  name: 'Tabs',
  modules: { '@theme/Tabs': { default: Tabs }, '@theme/TabItem': { default: TabItem } },
  inside: 'tabpanel',
  markdown,
};
