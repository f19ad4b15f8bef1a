import type { LivePart } from '../../../markdown/live-parts.ts';

/** A `live` code block. Its Markdown is its code. */
export const liveCode: LivePart = { name: 'LiveCode', runs: true, modules: {} };
