/**
 * What a mail says: `{site}`, `{name}`, `{link}`, `{time}`, `{address}`, `{device}`, `{text}` are filled in. A link
 * has a line of its own; `{text}` is what somebody wrote, and its line is left out where it is empty. The greeting
 * comes before the lines.
 */
interface Words {
  subject: string;
  lines: readonly string[];
}

/** In each language that we have. */
export type Translated = Readonly<Record<'en' | 'es', Words>>;
