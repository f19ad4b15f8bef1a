import type { LivePart } from '../../../markdown/live-parts.ts';

/** A fence `live`; as Markdown it is its code. */
export const liveCode: LivePart = { name: 'LiveCode', runs: true, modules: {} };
