import '../step-up/ask-to-verify.tsx';
import type { ComponentType } from 'react';
import { adoptStyle } from '../adopt-style.ts';
import parts from '../parts.css?inline';
import style from './admin.css?inline';
import menu from './table/row-menu.css?inline';
import table from './table/table.css?inline';

/** One folder for each page of administrators, named as in `model/pages.ts`. */
const pages = import.meta.glob<{ Page: ComponentType }>('./*/page.tsx', { eager: true });

export function AdminPage({ name }: { name: string }) {
  for (const sheet of [parts, style, menu, table]) adoptStyle(sheet);
  const Page = pages[`./${name}/page.tsx`]?.Page;
  if (!Page) throw new Error(`There is no src/ui/admin/${name}/page.tsx.`);
  return <Page />;
}
