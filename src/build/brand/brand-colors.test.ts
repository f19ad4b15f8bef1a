import { wcagContrast } from 'culori/fn';
import { describe, expect, test } from 'vitest';
import { deriveBrandColors } from './brand-colors.ts';

/** What WCAG 2 requires for text. */
const CONTRAST_MIN = 4.5;
/** Surfaces of `ui/theme/tokens.css` that have text in the accent's colour. */
const surfaces = {
  light: ['oklch(0.99 0.003 270)', 'oklch(0.968 0.005 270)', 'oklch(0.945 0.008 270)'],
  dark: ['oklch(0.17 0.012 270)', 'oklch(0.208 0.014 270)', 'oklch(0.245 0.016 270)'],
};
const pages = { light: 'oklch(0.99 0.003 270)', dark: 'oklch(0.17 0.012 270)' };

describe('one colour', () => {
  test.each([
    '#0b7285',
    '#ffeb3b',
    '#ff0000',
    '#00f',
    '#000',
    '#fff',
    '#808080',
    'rebeccapurple',
    'rgb(12 200 90)',
    'hsl(330, 80%, 50%)',
    'oklch(0.7 0.37 145)',
    'color(display-p3 1 0.2 0)',
  ])('%s gives text that can be read on every surface of both themes', (color) => {
    const { colors, faults } = deriveBrandColors(color);
    expect(faults).toEqual([]);
    for (const theme of ['light', 'dark'] as const) {
      const { accent = '', wash = '' } = colors?.[theme] ?? {};
      for (const surface of [...surfaces[theme], wash])
        expect([theme, surface, wcagContrast(accent, surface) >= CONTRAST_MIN]).toEqual([
          theme,
          surface,
          true,
        ]);
      // Text of buttons has the colour of the page.
      expect(wcagContrast(pages[theme], accent)).toBeGreaterThanOrEqual(CONTRAST_MIN);
      expect(accent).toMatch(/^#[\da-f]{6}$/);
    }
  });

  test('stays as it is in a theme in which it can be read', () => {
    expect(deriveBrandColors('#0b5f70').colors?.light.accent).toBe('#0b5f70');
    expect(deriveBrandColors('navy').colors?.light.accent).toBe('#000080');
    expect(deriveBrandColors('#ffcc00').colors?.dark.accent).toBe('#ffcc00');
  });

  test.each([
    ['blueish', `"blueish" isn't a CSS colour.`],
    ['#12', `"#12" isn't a CSS colour.`],
    ['rgb(0 0 0 / 0.5)', '"rgb(0 0 0 / 0.5)" is transparent'],
    ['transparent', '"transparent" is transparent'],
  ])("%s can't be used", (color, message) => {
    const { colors, faults } = deriveBrandColors(color);
    expect(colors).toBeUndefined();
    expect(faults).toEqual([{ theme: undefined, message: expect.stringContaining(message) }]);
  });
});

describe('a colour for each theme', () => {
  test('stays as it is', () => {
    const { colors, faults } = deriveBrandColors({ light: '#9a3412', dark: 'orange' });
    expect(faults).toEqual([]);
    expect([colors?.light.accent, colors?.dark.accent]).toEqual(['#9a3412', '#ffa500']);
  });

  test("is refused if it can't be read, with one that can", () => {
    const { colors, faults } = deriveBrandColors({ light: '#ffeb3b', dark: '#1a237e' });
    expect(colors).toBeUndefined();
    expect(faults.map(({ theme }) => theme)).toEqual(['light', 'dark']);
    for (const { message } of faults) {
      const [, advised = ''] = /Use "(#[\da-f]{6})"/.exec(message) ?? [];
      expect(deriveBrandColors({ light: advised, dark: advised }).faults.length).toBe(1);
    }
    expect(faults[0]?.message).toContain(
      '"#ffeb3b" has a contrast of 1.0 in the light theme, and text needs 4.5.',
    );
  });
});
