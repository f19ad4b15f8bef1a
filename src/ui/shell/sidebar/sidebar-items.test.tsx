import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { SidebarNode } from '../../page-data.ts';
import { SidebarItems } from './sidebar-items.tsx';

const nodes: SidebarNode[] = [
  { type: 'link', label: 'A', href: '/a' },
  { type: 'html', value: '<b>B</b>', className: 'own' },
  {
    type: 'category',
    label: 'C',
    collapsible: true,
    collapsed: false,
    items: [
      { type: 'link', label: 'D', href: '/d' },
      {
        type: 'category',
        label: 'E',
        collapsible: true,
        collapsed: false,
        items: [{ type: 'link', label: 'F', href: '/f' }],
      },
    ],
  },
];

test('items have the classes of Docusaurus, with their level', () => {
  const state = { choices: {}, nodes, whole: 'loaded', choose: () => {}, retry: () => {} } as const;
  const html = renderToStaticMarkup(
    <SidebarItems nodes={nodes} parent="" level={1} path="/x" state={state} />,
  );
  const classes = [...html.matchAll(/<li class="([^"]*)"/g)].map(([, names]) => names);
  const writeItemClasses = (kind: string, level: number) =>
    `theme-doc-sidebar-item-${kind} theme-doc-sidebar-item-${kind}-level-${level} menu__list-item`;
  expect(classes).toEqual([
    writeItemClasses('link', 1),
    `${writeItemClasses('link', 1)} own`,
    writeItemClasses('category', 1),
    writeItemClasses('link', 2),
    writeItemClasses('category', 2),
    writeItemClasses('link', 3),
  ]);
});
