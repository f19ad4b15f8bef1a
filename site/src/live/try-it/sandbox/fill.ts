import { isRecord } from './check-request.ts';

/**
 * Creates an object in the shape of a sample: with values of the facts, and with the sample's values for everything
 * else.
 */
export function fill(
  sample: unknown,
  facts: Readonly<Record<string, unknown>>,
  names: Readonly<Record<string, string>>,
): unknown {
  if (!isRecord(sample)) return sample;
  const entries = Object.entries(sample).map(([field, value]) => {
    const fact = facts[names[field.toLowerCase()] ?? ''];
    if (Array.isArray(fact) && Array.isArray(value)) {
      const [item] = value;
      return [
        field,
        fact.map((element) => fill(item, { ...facts, ...(isRecord(element) ? element : {}) }, names)),
      ];
    }
    // A fact with facts of its own: the fields within are about another user.
    if (isRecord(fact) && isRecord(value)) return [field, fill(value, { ...facts, ...fact }, names)];
    return [field, fact === undefined ? fill(value, facts, names) : convertLike(fact, value)];
  });
  return Object.fromEntries(entries);
}

/** Converts the value to the type of the sample: some answers have numbers as texts. */
export function convertLike(value: unknown, sample: unknown): unknown {
  if (typeof sample === 'string') return typeof value === 'object' ? sample : String(value);
  if (typeof sample === 'number') return Number.isNaN(Number(value)) ? sample : Number(value);
  if (typeof sample === 'boolean') return value === true || value === 'true' || value === 1 || value === '1';
  if (Array.isArray(sample)) return Array.isArray(value) ? value : sample;
  return isRecord(sample) && !isRecord(value) ? sample : value;
}

/** Returns the requested part of a list, in the sample's form: a plain list, or one with the total. */
export function listLike(
  sample: unknown,
  items: readonly unknown[],
  { words = '', start = 0, limit = items.length }: { words?: string; start?: number; limit?: number },
): unknown {
  const query = words.toLowerCase();
  const matches = items.filter((item) => query === '' || collectText(item).includes(query));
  const page = matches.slice(start, start + limit);
  if (Array.isArray(sample)) return page;
  if (!isRecord(sample)) return matches.length;
  const name = Object.keys(sample).find((key) => Array.isArray(sample[key]));
  return {
    ...sample,
    ...('total' in sample && { total: convertLike(matches.length, sample.total) }),
    ...('start' in sample && { start: convertLike(start, sample.start) }),
    ...('limit' in sample && limit !== items.length && { limit: convertLike(limit, sample.limit) }),
    ...(name !== undefined && { [name]: page }),
  };
}

/** The first of the items that a sample of a list has. */
export function findItemSample(sample: unknown): unknown {
  if (Array.isArray(sample)) return sample[0];
  return isRecord(sample) ? Object.values(sample).find(Array.isArray)?.[0] : undefined;
}

function collectText(item: unknown): string {
  return (isRecord(item) ? Object.values(item) : [item])
    .filter((value) => typeof value === 'string' || typeof value === 'number')
    .join('\n')
    .toLowerCase();
}
