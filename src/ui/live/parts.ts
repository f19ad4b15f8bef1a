import type { LivePart } from '../../markdown/live-parts.ts';
import { liveCode } from './live-code/compile.ts';
import { mermaid } from './mermaid/compile.ts';
import { tabs } from './tabs/compile.ts';

/**
 * The live parts, for the compiler. Each is a folder named after its component, `HttpSample` in `http-sample/`, of which
 * the rest is found by name: `http-sample.tsx` with the component, `*.css`, and `first-script.ts` if something has to
 * happen before the first paint.
 */
export const liveParts: readonly LivePart[] = [liveCode, mermaid, tabs];
