import type { LivePart } from '../../markdown/live-parts.ts';
import { tabs } from './tabs/compile.ts';

/**
 * Live parts of every site, for the compiler; features add more. Each has a folder named after its component, such as `http-sample/` for `HttpSample`,
 * with `http-sample.tsx`, `*.css`, and `first-script.ts` if something has to happen before the first paint.
 */
export const liveParts: readonly LivePart[] = [tabs];
