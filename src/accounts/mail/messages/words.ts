/**
 * What a mail says: its subject, then its paragraphs, without the greeting. `{site}`, `{name}`, `{link}`, `{time}`,
 * `{address}`, `{device}`, `{text}` are filled in. A link has a paragraph of its own; `{text}` is what somebody wrote,
 * and its paragraph is left out where it is empty.
 */
type Words = readonly [subject: string, ...lines: string[]];

/** In each language that we have. */
export type Translated = Readonly<Record<'en' | 'es', Words>>;
