import type { PageData } from '../page-data.ts';

/** What the preview knows of a page, at `/_dev/page?path=`. */
export interface DevPage {
  shell: string;
  page: PageData;
  /** `file:line: message`, as the build would print them. */
  problems: string[];
}
