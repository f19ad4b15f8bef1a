import type { PageFile } from '../page-data.ts';

/** A problem as the build prints it, in two parts: `docs/a.md:3` and `There is no page at /docs/b.` */
export interface DevProblem {
  /** File and line of the problem. Undefined if no file is the cause. */
  place?: string | undefined;
  /** Opens the place in the writer's editor. Undefined if the preview has no such links, or no such file. */
  editorUrl?: string | undefined;
  text: string;
}

/** A page of the preview, from `/_dev/page?path=`. */
export interface DevPage extends PageFile {
  problems: DevProblem[];
}
