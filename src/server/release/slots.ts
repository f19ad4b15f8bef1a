import { type TemplateName, templateNames, templates, writeHtmlSlot } from '../../model/templates.ts';
import { escapeHtml } from '../../shared/html.ts';

/** Text is escaped for use between tags and in quoted attributes. HTML is inserted unchanged. */
type SlotKind = 'text' | 'html';

export type Fill<Name extends string> = (
  values: Readonly<Partial<Record<Name, string | undefined>>>,
) => string;

/**
 * Compiles HTML with named slots into a function that fills them: `{{name}}` for text and `<!--slot:name-->` for HTML.
 * Slots without a value stay empty. Slots inside inserted values aren't filled.
 */
export function compileSlots<Name extends string>(
  html: string,
  slots: Readonly<Record<Name, SlotKind>>,
): Fill<Name> {
  // `Object.keys` loses the type of the keys.
  const names = Object.keys(slots) as Name[];
  const marks = new Map(
    names.map((name) => [slots[name] === 'text' ? `{{${name}}}` : writeHtmlSlot(name), name] as const),
  );
  const parts = html.split(/(\{\{\w+\}\}|<!--slot:[\w-]+-->)/).map((part) => marks.get(part) ?? { part });
  return (values) =>
    parts
      .map((slot) => {
        if (typeof slot === 'object') return slot.part;
        const value = values[slot] ?? '';
        return slots[slot] === 'text' ? escapeHtml(value) : value;
      })
      .join('');
}

export type Templates = { readonly [Name in TemplateName]: Fill<(typeof templates)[Name][number]> };

/** Compiles all templates. Templates without HTML are empty. `unknown` lists unknown slots by template. */
export function compileTemplates(html: Readonly<Record<string, string>>): {
  templates: Templates;
  unknown: Record<string, string[]>;
} {
  const unknown: Record<string, string[]> = {};
  const compiledTemplates = templateNames.map((name) => {
    const text = html[name] ?? '';
    const knownSlots: readonly string[] = templates[name];
    const unknownSlots = [...text.matchAll(/\{\{(\w+)\}\}/g)].flatMap(([, slot = '']) =>
      knownSlots.includes(slot) ? [] : [slot],
    );
    if (unknownSlots.length > 0) unknown[name] = unknownSlots;
    return [name, compileSlots(text, Object.fromEntries(knownSlots.map((slot) => [slot, 'text'])))];
  });
  // `templateNames` contains every key of `Templates`.
  return { templates: Object.fromEntries(compiledTemplates) as Templates, unknown };
}
