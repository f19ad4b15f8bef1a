import { removeUndefined, type Settings, toList } from '../../config-notes.ts';
import type { KnownPackages } from '../plugin.ts';

export const clientRedirects: KnownPackages = {
  '@docusaurus/plugin-client-redirects': {
    verdict: 'works',
    why: 'the server redirects, and only signed-in readers',
    read(source, { at, notes, settings }) {
      const { redirects, createRedirects, fromExtensions, toExtensions } = notes.pick(
        source,
        at,
        ['redirects', 'createRedirects', 'fromExtensions', 'toExtensions'],
        { id: '' },
      );
      settings.redirects.push(
        removeUndefined({ list: redirects, create: createRedirects, fromExtensions, toExtensions }),
      );
    },
  },
};

/** Joins the options of several redirect plugins. */
export function joinRedirects(optionsList: readonly Settings[]): Settings {
  const creators = optionsList.flatMap(({ create }) => (typeof create === 'function' ? [create] : []));
  return removeUndefined({
    list: optionsList.flatMap(({ list }) => toList(list)),
    create:
      creators.length === 0
        ? undefined
        : (path: string) => creators.flatMap((create): unknown[] => [create(path) ?? []].flat()),
    fromExtensions: optionsList.flatMap(({ fromExtensions }) => toList(fromExtensions)),
    toExtensions: optionsList.flatMap(({ toExtensions }) => toList(toExtensions)),
  });
}
