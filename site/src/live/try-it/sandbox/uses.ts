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
  const isKept = storyUses.some(({ by }) => {
    const user = by && state.things[by.collection]?.[by.key];
    return by && (user === undefined || (user !== null && !(by.field in user)));
  });
  if (isKept) return true;
  const patterns = usedIn.map(matchPath);
  const isUser = (collection: string) => patterns.some((pattern) => pattern.test(collection));
  const freedValues = Object.entries(state.freed).flatMap(([collection, values]) =>
    isUser(collection) ? values.filter((value) => value === uid) : [],
  );
  if (storyUses.filter(({ by }) => !by).length > freedValues.length) return true;
  const usedValue = name ? String(thing[name.field]) : uid;
  return Object.entries(state.things).some(([collection, things]) => {
    if (!isUser(collection)) return false;
    const isOwn = matchPath(of).test(collection);
    return Object.entries(things).some(([key, user]) => {
      if (user === null || (isOwn && key === uid)) return false;
      return collection.endsWith(`/${uid}`) || listTexts(user, name?.usedAs).includes(usedValue);
    });
  });
}

/** Keeps what a thing of the story uses, before its first change. */
export function freeUses({ state }: World, collection: string, uid: string, thing: Thing): void {
  if (uid in (state.things[collection] ?? {})) return;
  const values = [uid, ...listTexts(thing), collection.slice(collection.lastIndexOf('/') + 1)].filter(
    (value) => UID.test(value),
  );
  state.freed[collection] = [...(state.freed[collection] ?? []), ...new Set(values)];
}

const UID = /^[0-9a-f]{32}$/;

/** `/project/{prj_uid}/dynaform` as a regular expression. */
function matchPath(path: string): RegExp {
  return new RegExp(`^${path.replace(/\{[^}]+\}/g, '[^/]+')}$`);
}

/** All texts of a value, or those of a field. The content of a form is JSON within a text. */
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
