import { htmlSlot, type TemplateName, templateNames, templates } from '../../model/templates.ts';
import { escapeHtml } from '../../shared/html.ts';

/** What goes in: text is escaped, for between tags and quoted attributes alike; HTML goes in as it is. */
type SlotKind = 'text' | 'html';

export type Fill<Name extends string> = (
  values: Readonly<Partial<Record<Name, string | undefined>>>,
) => string;

/**
 * Finished HTML with named slots for what a request fills in, `{{name}}` for text and `<!--slot:name-->` for HTML. It
 * is taken apart once; a value that is not given leaves its slot empty, and what was filled in is never filled again.
 */
export function compileSlots<Name extends string>(
  html: string,
  slots: Readonly<Record<Name, SlotKind>>,
): Fill<Name> {
  // The keys are these names: `Object.keys` forgets that.
  const names = Object.keys(slots) as Name[];
  const marks = new Map(
    names.map((name) => [slots[name] === 'text' ? `{{${name}}}` : htmlSlot(name), name] as const),
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

/** Every template, one without HTML empty; `unknown`: by template, the slots that nothing fills. */
export function compileTemplates(html: Readonly<Record<string, string>>): {
  templates: Templates;
  unknown: Record<string, string[]>;
} {
  const unknown: Record<string, string[]> = {};
  const compiled = templateNames.map((name) => {
    const text = html[name] ?? '';
    const known: readonly string[] = templates[name];
    const others = [...text.matchAll(/\{\{(\w+)\}\}/g)].flatMap(([, slot = '']) =>
      known.includes(slot) ? [] : [slot],
    );
    if (others.length > 0) unknown[name] = others;
    return [name, compileSlots(text, Object.fromEntries(known.map((slot) => [slot, 'text'])))];
  });
  // Each by its name, as the list has them.
  return { templates: Object.fromEntries(compiled) as Templates, unknown };
}
