// @module-tag chromium
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ownManual } from '../../testing/manuals.ts';
import { openReader } from '../../testing/reader.ts';

const reader = openReader({ manual: ownManual });

test.each([1440, 996, 820, 600, 390])('the cards of home fit side by side at %i px', async (width) => {
  const { page } = reader;
  await page.setViewportSize({ width, height: 800 });
  await reader.open('/');
  const cards = await page
    .locator('main .card-grid > *')
    .evaluateAll((all) => all.map((card) => card.getBoundingClientRect().toJSON() as DOMRect));
  expect(cards).toHaveLength(11);
  for (const [index, card] of cards.entries()) {
    expect(card.right).toBeLessThanOrEqual(width);
    for (const other of cards.slice(index + 1)) expect(overlap(card, other)).toBe(0);
  }
});

test('no two names in a drawing of a process lie upon each other', async () => {
  // With scripts, a long article is drawn in steps, and parts that aren't drawn yet have no size.
  await reader.change({ javaScriptEnabled: false });
  const { page } = reader;
  const { docs }: { docs: { source: string; path: string }[] } = JSON.parse(
    readFileSync(path.join(ownManual.DIST_DIR, 'site.json'), 'utf8'),
  );
  const drawnDocs = docs.filter(({ source }) =>
    readFileSync(source.replace('@site', path.dirname(ownManual.DOCS_DIR)), 'utf8').includes('<Process'),
  );
  expect(drawnDocs.length).toBeGreaterThan(5);
  const clashes: string[] = [];
  let seen = 0;
  for (const { path: address } of drawnDocs) {
    await page.goto(encodeURI(address));
    const drawings = await page.locator('.drawing svg').evaluateAll((all) =>
      all.map((drawing) =>
        [...drawing.querySelectorAll('text')].map((text) => ({
          text: text.textContent ?? '',
          ...(text.getBoundingClientRect().toJSON() as DOMRect),
        })),
      ),
    );
    for (const names of drawings) {
      for (const [index, name] of names.entries()) {
        seen += name.width > 0 ? 1 : 0;
        for (const other of names.slice(index + 1))
          if (overlap(name, other) > 0) clashes.push(`${address}: ${name.text} / ${other.text}`);
      }
    }
  }
  expect(seen).toBeGreaterThan(50);
  expect(clashes).toEqual([]);
});

type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>;

/** Measures the overlap of two boxes in square pixels. A pixel at each edge doesn't count. */
function overlap(a: Box, b: Box): number {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left) - 1;
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) - 1;
  return Math.max(0, width) * Math.max(0, height);
}
