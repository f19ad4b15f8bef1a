type Rgb = readonly [red: number, green: number, blue: number];

/** What WCAG 2 asks of text. */
const ENOUGH_CONTRAST = 4.5;

/** The colour, moved towards black or white as far as it takes to be read on `background`; one of another notation stays. */
export function readableColor(color: string, background: string): string {
  const [front, back] = [parseColor(color), parseColor(background)];
  if (!front || !back) return color;
  const end = luminance(back) < 0.18 ? 255 : 0;
  for (let share = 0; share <= 1; share += 0.05) {
    const [red, green, blue] = front.map((part) => Math.round(part + (end - part) * share)) as [
      number,
      number,
      number,
    ];
    if (contrast([red, green, blue], back) >= ENOUGH_CONTRAST)
      return share === 0
        ? color
        : `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
  }
  return color;
}

/** Whether text on it has to be light. */
export function isDark(color: string): boolean | undefined {
  const parsed = parseColor(color);
  return parsed && luminance(parsed) < 0.18;
}

function contrast(one: Rgb, other: Rgb): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: Rgb): number {
  const [red = 0, green = 0, blue = 0] = color.map((part) =>
    part <= 10.31 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function parseColor(color: string): Rgb | undefined {
  const [, hex = ''] = /^#([\da-f]{3}|[\da-f]{6})$/i.exec(color.trim()) ?? [];
  const pairs = hex.length === 3 ? [...hex].map((digit) => digit + digit) : (hex.match(/../g) ?? []);
  const numbers = /^(rgb|hsl)\(([\d.]+)(?:deg)?[ ,]+([\d.]+)%?[ ,]+([\d.]+)%?\)$/i.exec(color.trim());
  const [, notation, ...parts] = numbers ?? [];
  const [first, second, third] = notation
    ? parts.map(Number)
    : pairs.map((pair) => Number.parseInt(pair, 16));
  if (first === undefined || second === undefined || third === undefined) return undefined;
  return notation?.toLowerCase() === 'hsl'
    ? fromHsl(first, second / 100, third / 100)
    : [first, second, third];
}

function fromHsl(hue: number, saturation: number, lightness: number): Rgb {
  const part = (n: number) => {
    const k = (n + hue / 30) % 12;
    const amount = saturation * Math.min(lightness, 1 - lightness);
    return Math.round(255 * (lightness - amount * Math.max(-1, Math.min(k - 3, 9 - k, 1))));
  };
  return [part(0), part(8), part(4)];
}
