import type { View } from '../view.ts';

/** The whole `<title>` of a page. */
export function titleOf({ page }: View, siteName: string): string {
  return page.headTitle && page.headTitle !== siteName ? `${page.headTitle} | ${siteName}` : siteName;
}
