import type { PageFile } from '../page-data.ts';

/** A page of the preview, from `/_dev/page?path=`. */
export interface DevPage extends PageFile {
  /** Problems as the build prints them: `file:line: message`. */
  problems: string[];
}
