import '../step-up/ask-to-verify.tsx';
import type { ComponentType } from 'react';
import { adoptStyle } from '../adopt-style.ts';
import parts from '../parts.css?inline';
import touch from '../touch.css?inline';
import style from './admin.css?inline';
import chart from './charts/day-chart.css?inline';
import form from './form.css?inline';
import mails from './mails/mails.css?inline';
import firstSteps from './overview/first-steps.css?inline';
import panels from './panels/panels.css?inline';
import filters from './table/filters.css?inline';
import menu from './table/row-menu.css?inline';
import table from './table/table.css?inline';
import cards from './table/table-cards.css?inline';

/** One folder and one script per page, named as in `model/pages.ts`. */
const pages = import.meta.glob<{ Page: ComponentType }>('./*/page.tsx');

/** Later sheets override earlier ones. */
const sheets = [parts, style, filters, chart, panels, mails, firstSteps, form, menu, table, cards, touch];

/** Loads the content of an administrators' page. `loadFeaturePage` is set for the page of a feature. */
export async function loadAdminPage(
  name: string,
  loadFeaturePage?: () => Promise<{ Page: ComponentType }>,
): Promise<ComponentType> {
  const load = loadFeaturePage ?? pages[`./${name}/page.tsx`];
  if (!load) throw new Error(`There is no src/ui/admin/${name}/page.tsx.`);
  const { Page } = await load();
  for (const sheet of sheets) adoptStyle(sheet);
  return Page;
}
