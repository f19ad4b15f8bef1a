import { removeUndefined, type Settings, toList, toSettings } from '../config-notes.ts';

/** Our kinds of tokens, with the types of a Prism theme. The first type that has a colour gives the kind its colour. */
const prismTypesByKind = {
  keyword: ['keyword'],
  string: ['string'],
  comment: ['comment'],
  function: ['function'],
  constant: ['number', 'constant', 'boolean'],
  parameter: ['parameter', 'variable'],
  punctuation: ['punctuation'],
} as const;

/**
 * Converts the code colours of a Prism theme to ours. Colours that are too faint on the background are made readable.
 * Undefined if the theme has no background.
 */
export function readCodeColors(theme: unknown): Settings | undefined {
  const { plain, styles } = toSettings(theme);
  const { color, backgroundColor } = toSettings(plain);
  const background = typeof backgroundColor === 'string' ? backgroundColor : undefined;
  const dark = background === undefined ? undefined : isDark(background);
  if (background === undefined || dark === undefined) return undefined;
  const colorByType = new Map<unknown, string>();
  for (const style of toList(styles).map(toSettings)) {
    // Styles for a single language are ignored, because we have one set of colours for all languages.
    if (style.languages !== undefined) continue;
    const { color: typeColor } = toSettings(style.style);
    if (typeof typeColor === 'string')
      for (const type of toList(style.types)) colorByType.set(type, typeColor);
  }
  const toReadable = (themeColor: unknown) =>
    typeof themeColor === 'string' ? makeReadable(themeColor, background) : undefined;
  const tokens = Object.entries(prismTypesByKind).map(([kind, types]) => {
    const type = types.find((candidate) => colorByType.has(candidate));
    return [kind, toReadable(type === undefined ? color : colorByType.get(type))];
  });
  return removeUndefined({ background, dark, text: toReadable(color), ...Object.fromEntries(tokens) });
}

/** The themes of `prism-react-renderer` 2 in hexadecimal: background, text, and the kinds above. `-` has no colour. */
const prismThemes: Readonly<Record<string, string>> = {
  dracula: '282a36 f8f8f2 bd93f9 ff79c6 6272a4 50fa7b bd93f9 bd93f9 f8f8f2',
  duotoneDark: '2a2734 9a86fd ffcc99 ffcc99 6c6783 9a86fd e09142 ffcc99 6c6783',
  duotoneLight: 'faf8f5 728fcb 728fcb 728fcb b6ad9a b29762 063289 93abdc b6ad9a',
  github: 'f6f8fa 393a34 00009f e3116c 999988 d73a49 36acaa 36acaa 393a34',
  gruvboxMaterialDark: '292828 ebdbb2 ea6962 89b482 a89984 d8a657 d3869b ea6962 -',
  gruvboxMaterialLight: 'f9f5d7 654735 af2528 477a5b a89984 72761e 924f79 af2528 -',
  jettwaveDark: '011627 f8fafc 569cd6 cbd5e1 6a9955 7dd3fc b5cea8 9cdcfe d4d4d4',
  jettwaveLight: 'f1f5f9 0f172a 0c4a6e 64748b 6a9955 0e7490 b5cea8 0c4a6e 475569',
  nightOwl: '011627 d6deeb 7fdbca addb67 637777 82aaff f78c6c d6deeb c792ea',
  nightOwlLight: 'fbfbfb 403f53 0c969b 4876d6 989fb1 994cc3 aa0982 c96765 994cc3',
  oceanicNext: '282c34 ffffff c5a5c5 8dc891 999999 79b6f2 5a9bcf d7deea 8dc891',
  okaidia: '272822 f8f8f2 66d9ef a6e22e 8292a2 e6db74 ae81ff f8f8f2 f8f8f2',
  oneDark: '282c34 abb2bf c678dd 98c379 5c6370 61afef d19a66 61afef abb2bf',
  oneLight: 'fafafa 383a42 a626a4 50a14f a0a1a7 4078f2 b76b01 4078f2 50a14f',
  palenight: '292d3e bfc7d5 - c3e88d 697098 82aaff f78c6c bfc7d5 c792ea',
  shadesOfPurple: '2d2a55 9efeff ff9d00 a5ff90 b362ff fad000 ff628c ffee80 ffffff',
  synthwave84: '2a2139 f92aad f4eee4 f87c32 495495 fdfdfd e2777a f87c32 cccccc',
  ultramin: 'ffffff 282a2e - 969896 c5c8c6 282a2e 969896 969896 -',
  vsDark: '1e1e1e 9cdcfe 569cd6 ce9178 6a9955 dcdcaa b5cea8 9cdcfe d4d4d4',
  vsLight: 'ffffff 000000 0000ff a31515 008000 0000ff 098658 098658 0451a5',
};

/** A Prism theme by its name, so that sites needn't install a package for its colours. */
export function findPrismTheme(name: string): object {
  const [backgroundColor, color, ...colors] = (prismThemes[name] ?? '').split(' ').map((hex) => `#${hex}`);
  const styles = Object.values(prismTypesByKind).map(([type], index) => ({
    types: [type],
    style: { color: colors[index] },
  }));
  return prismThemes[name] === undefined
    ? { name, plain: {}, styles: [] }
    : { name, plain: { color, backgroundColor }, styles: styles.filter(({ style }) => style.color !== '#-') };
}

/** Red, green and blue. */
type Rgb = readonly number[];

/** The contrast that WCAG 2 requires for text (level AA). */
const CONTRAST_MIN = 4.5;

/**
 * Moves a colour towards black or white until it can be read on the background. Colours in a notation that we don't
 * parse stay as they are.
 */
function makeReadable(color: string, background: string): string {
  const [front, back] = [parseColor(color), parseColor(background)];
  if (!front || !back) return color;
  const end = computeLuminance(back) < 0.18 ? 255 : 0;
  for (let share = 0; share <= 1; share += 0.05) {
    const mixedParts = front.map((part) => Math.round(part + (end - part) * share));
    const hex = mixedParts.map((part) => part.toString(16).padStart(2, '0')).join('');
    if (computeContrast(mixedParts, back) >= CONTRAST_MIN) return share === 0 ? color : `#${hex}`;
  }
  return color;
}

/** Whether text on this colour must be light. */
function isDark(color: string): boolean | undefined {
  const parsedColor = parseColor(color);
  return parsedColor && computeLuminance(parsedColor) < 0.18;
}

function computeContrast(one: Rgb, other: Rgb): number {
  const [dark = 0, light = 0] = [computeLuminance(one), computeLuminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function computeLuminance(color: Rgb): number {
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
    ? convertHslToRgb(first, second / 100, third / 100)
    : [first, second, third];
}

function convertHslToRgb(hue: number, saturation: number, lightness: number): Rgb {
  const readChannel = (n: number) => {
    const k = (n + hue / 30) % 12;
    const amount = saturation * Math.min(lightness, 1 - lightness);
    return Math.round(255 * (lightness - amount * Math.max(-1, Math.min(k - 3, 9 - k, 1))));
  };
  return [readChannel(0), readChannel(8), readChannel(4)];
}
