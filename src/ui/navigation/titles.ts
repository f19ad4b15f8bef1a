import type { ShellConfig } from '../page-data.ts';
import type { View } from '../view.ts';

export type SiteName = Pick<ShellConfig, 'name' | 'titleDelimiter'>;

/** Writes the complete `<title>` of a page. */
export function formatTitle({ page }: View, { name, titleDelimiter }: SiteName): string {
  return page.headTitle + (page.isWholeTitle ? '' : ` ${titleDelimiter} ${name}`);
}
