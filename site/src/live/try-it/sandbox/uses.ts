import type { World } from './call.ts';
import { isRecord } from './check-request.ts';

type Thing = Record<string, unknown>;

/**
 * Whether a thing of the collection `of` is in use now: by things of the story that the reader hasn't changed, or by
 * things that the reader has created or changed.
 */
export function hasUses({ state, collections }: World, of: string, uid: string, thing: Thing): boolean {
  const { used = [], usedIn = [], name } = collections[of]?.guard ?? {};
  const storyUses = used.filter((use) => use.uid === uid);
  // A use in a known field lasts until the reader deletes the thing that has it, or changes the field.
  const lasts = storyUses.some(({ by }) => {
    const usingThing = by && state.things[by.collection]?.[by.key];
    return by && (usingThing === undefined || (usingThing !== null && !(by.field in usingThing)));
  });
  if (lasts) return true;
  const patterns = usedIn.map(createPathPattern);
  const mayUse = (collection: string) => patterns.some((pattern) => pattern.test(collection));
  // Other uses are only counted. Each thing of the story that the reader changes gives up its own, see `freeUses`.
  const freedValues = Object.entries(state.freed).flatMap(([collection, values]) =>
    mayUse(collection) ? values.filter((value) => value === uid) : [],
  );
  if (storyUses.filter(({ by }) => !by).length > freedValues.length) return true;
  const usedValue = name ? String(thing[name.field]) : uid;
  return Object.entries(state.things).some(([collection, things]) => {
    if (!mayUse(collection)) return false;
    const isSameCollection = createPathPattern(of).test(collection);
    return Object.entries(things).some(([key, usingThing]) => {
      if (usingThing === null || (isSameCollection && key === uid)) return false;
      return collection.endsWith(`/${uid}`) || listTexts(usingThing, name?.usedAs).includes(usedValue);
    });
  });
}

/** Notes what a thing of the story used, before its first change. Its new uses are found in its new values. */
export function freeUses({ state }: World, collection: string, uid: string, thing: Thing): void {
  if (uid in (state.things[collection] ?? {})) return;
  const values = [uid, ...listTexts(thing), collection.slice(collection.lastIndexOf('/') + 1)].filter(
    (value) => UID.test(value),
  );
  state.freed[collection] = [...(state.freed[collection] ?? []), ...new Set(values)];
}

const UID = /^[0-9a-f]{32}$/;

/** The addresses that a template such as `/project/{prj_uid}/dynaform` matches. */
function createPathPattern(path: string): RegExp {
  return new RegExp(`^${path.replace(/\{[^}]+\}/g, '[^/]+')}$`);
}

/** Lists all texts of a value, or those of a field. The content of a form is JSON within a text. */
function listTexts(value: unknown, field?: string): string[] {
  if (typeof value === 'string' && /^[[{]/.test(value)) return listTexts(parse(value), field);
  if (typeof value === 'string') return field === undefined ? [value] : [];
  if (Array.isArray(value)) return value.flatMap((item) => listTexts(item, field));
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    ...(name === field && typeof inner === 'string' ? [inner] : []),
    ...listTexts(inner, field),
  ]);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
