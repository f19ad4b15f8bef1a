import { PUBLIC, READERS } from '../config/constants.ts';
import { type Audience, isWithin, type Scope } from './audience.ts';

/**
 * Which parts of a page are there, by the audiences that its `<Audience>` elements name: `1` for each that is, `0` for
 * each that is not. Parts of one audience are there together.
 */
export type Shown = string;

/** More ways to see one page than this are too many to compile: six groups, each with parts of its own. */
export const WAYS_MAX = 64;

export function shownTo(audiences: readonly Audience[], scope: Scope): Shown {
  return audiences.map((audience) => (isWithin(audience, scope) ? '1' : '0')).join('');
}

export function wholeOf(audiences: readonly Audience[]): Shown {
  return '1'.repeat(audiences.length);
}

/** Every way in which somebody may see a page with these parts, but for the whole; undefined where they are too many. */
export function waysToSee(audiences: readonly Audience[]): Shown[] | undefined {
  const groups = [
    ...new Set(audiences.flatMap((audience) => (typeof audience === 'string' ? [] : audience))),
  ];
  // Whoever is in a group sees these parts besides; groups that open the same ones make no difference.
  const opened = new Set(groups.map((group) => shownTo(audiences, { kind: 'reader', groups: [group] })));
  let ways = new Set([shownTo(audiences, { kind: 'reader', groups: [] })]);
  for (const more of opened) {
    ways = new Set([...ways, ...[...ways].map((way) => eitherOf(way, more))]);
    if (ways.size > WAYS_MAX) return undefined;
  }
  const whole = wholeOf(audiences);
  return [...new Set([shownTo(audiences, { kind: 'visitor' }), ...ways])].filter((way) => way !== whole);
}

function eitherOf(one: Shown, other: Shown): Shown {
  return [...one].map((sign, at) => (sign === '1' || other[at] === '1' ? '1' : '0')).join('');
}

/** Names that every site knows. */
export const commonAudiences = [PUBLIC, READERS] as const;
