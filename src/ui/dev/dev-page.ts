import type { PageFile } from '../page-data.ts';

/** What the preview knows of a page, at `/_dev/page?path=`. */
export interface DevPage extends PageFile {
  /** `file:line: message`, as the build would print them. */
  problems: string[];
}
