import type { AtRule, ChildNode, Container, Declaration, Document, Root, Rule } from 'postcss';
import parseCss from 'postcss/lib/parse';

/**
 * Adds to the rules of a style sheet what they need on paper, which is narrow and can't scroll:
 * `.a{grid-template-columns:400px 400px}` becomes
 * `.a{grid-template-columns:400px 400px;@media print{grid-template-columns:minmax(0,400px) minmax(0,400px)}}`.
 *
 * The additions are in the rules themselves, so that a rule that overrides them on screens also does on paper.
 */
export function adaptStylesToPaper(css: string): string {
  const sheet = parseStyle(css);
  if (sheet === undefined) return css;
  const variables = readLengthVariables(sheet);
  sheet.walk((block) => {
    if (!isContainer(block) || !appliesToElements(block)) return;
    const additions = writeAdditions(readDeclarations(block), variables);
    if (additions !== '') block.append(parseCss(`@media print{${additions}}`).nodes);
  });
  return sheet.toString();
}

/** Adapts an inline style to paper. The result overrides the style, which components set again. */
export function adaptInlineStyleToPaper(style: string): string {
  const declarations = parseStyle(style);
  if (declarations === undefined) return '';
  const additions = parseCss(writeAdditions(readDeclarations(declarations), new Map()));
  additions.walkDecls((declaration) => {
    declaration.important = true;
  });
  return additions.toString();
}

/** Parses CSS. Undefined if it is cut or has another error, which the bundler reports. */
function parseStyle(css: string): Root | undefined {
  try {
    const parsedCss = parseCss(css);
    return parsedCss.type === 'root' ? parsedCss : undefined;
  } catch {
    return undefined;
  }
}

function isContainer(node: ChildNode): node is ChildNode & Container<ChildNode> {
  return 'nodes' in node && node.nodes !== undefined;
}

const conditions: ReadonlySet<string> = new Set([
  'media',
  'supports',
  'container',
  'layer',
  'scope',
  'starting-style',
]);

/** Whether the declarations of a block apply to elements, on paper too. */
function appliesToElements(block: Container | Document): boolean {
  if (block.type === 'atrule' && !isConditionForPaper(block as AtRule)) return false;
  if (block.type === 'rule' && (block as Rule).selector.includes('::')) return false;
  return block.parent === undefined || appliesToElements(block.parent);
}

function isConditionForPaper({ name, params }: AtRule): boolean {
  if (!conditions.has(name.toLowerCase())) return false;
  return name.toLowerCase() !== 'media' || !/\b(?:print|screen)\b/i.test(params);
}

type Declarations = ReadonlyMap<string, { value: string; isImportant: boolean }>;

function readDeclarations({ nodes = [] }: Container): Declarations {
  const declarations = nodes.filter((node): node is Declaration => node.type === 'decl');
  return new Map(
    declarations.map(({ prop, value, important = false }) => [
      prop.toLowerCase(),
      { value, isImportant: important },
    ]),
  );
}

type Variables = ReadonlyMap<string, string>;

/** Custom properties that contain one length, wherever the sheet sets them. */
function readLengthVariables(sheet: Root): Variables {
  const variables = new Map<string, string>();
  const otherVariables = new Set<string>();
  sheet.walkDecls(/^--/, ({ prop, value }) => {
    if (lengths.test(value.trim())) variables.set(prop, value.trim());
    else otherVariables.add(prop);
  });
  return new Map([...variables].filter(([name]) => !otherVariables.has(name)));
}

function writeAdditions(declarations: Declarations, variables: Variables): string {
  return [
    ...shrinkColumns(declarations, variables),
    ...shrinkItems(declarations, variables),
    ...wrapRows(declarations),
    ...releaseHeights(declarations),
    ...undoEnlargement(declarations),
    ...shrinkStages(declarations),
  ].join('');
}

/** Boxes up to this width, side by side, leave room for others on A5 paper. */
const NARROW_PX = 200;

/** Lets the columns of a grid become narrower than their lengths. */
function* shrinkColumns(declarations: Declarations, variables: Variables): Generator<string> {
  for (const [name, { value, isImportant }] of declarations) {
    const [property, tracks] = findColumns(name, value);
    if (property === undefined || measureTracks(tracks, variables) <= NARROW_PX) continue;
    const shrinkingTracks = shrinkTracks(tracks, variables);
    if (shrinkingTracks !== tracks) yield writeDeclaration(property, shrinkingTracks, isImportant);
  }
}

/** The property that sets the columns of a grid, and its value: in shorthands, they are behind a slash. */
function findColumns(name: string, value: string): [property: string | undefined, tracks: string] {
  if (name === 'grid-template-columns' || name === 'grid-auto-columns') return [name, value];
  const [, columns] = name === 'grid-template' || name === 'grid' ? splitValue(value, '/') : [];
  if (columns === undefined) return [undefined, ''];
  const automaticColumns = /^(?:auto-flow|dense|\s)+/.exec(columns)?.[0];
  return automaticColumns === undefined
    ? ['grid-template-columns', columns]
    : ['grid-auto-columns', columns.slice(automaticColumns.length)];
}

function shrinkTracks(tracks: string, variables: Variables, isAutoRepeated = false): string {
  return splitValue(tracks, ' ')
    .map((track) => shrinkTrack(track, variables, isAutoRepeated))
    .join(' ');
}

function shrinkTrack(track: string, variables: Variables, isAutoRepeated: boolean): string {
  const [, name, content = ''] = /^([\w-]+)\(([\s\S]*)\)$/.exec(track) ?? [];
  if (name === 'repeat') {
    const [count = '', repeatedTracks = ''] = splitRepetition(content);
    const shrinkingTracks = shrinkTracks(repeatedTracks, variables, count.startsWith('auto'));
    return shrinkingTracks === repeatedTracks ? track : `repeat(${count},${shrinkingTracks})`;
  }
  if (name === 'minmax') {
    const [least = '', most = ''] = splitValue(content, ',');
    if ((!isLength(least, variables) && least !== 'max-content') || least.includes('100%')) return track;
    // The browser counts how many of these columns fit.
    return isAutoRepeated ? `minmax(min(${least},100%),${most})` : `minmax(0,${most})`;
  }
  return isLength(track, variables) || track === 'max-content' ? `minmax(0,${track})` : track;
}

/** Splits the content of `repeat()`. */
function splitRepetition(content: string): string[] {
  return /^([^,]*),\s*([\s\S]*?)\s*$/.exec(content)?.slice(1) ?? [];
}

const PIXELS: Readonly<Record<string, number>> = {
  px: 1,
  em: 14,
  rem: 14,
  ch: 8,
  pt: 4 / 3,
  cm: 38,
  mm: 3.8,
  in: 96,
  // Of A5 paper with margins.
  '%': 4.8,
  vw: 4.8,
};
const lengths = /^[+-]?(?:\d*\.)?\d+(?:px|r?em|ch|pt|cm|mm|in|%|[sld]?vw)$/i;

function isLength(value: string, variables: Variables): boolean {
  const variable = readVariable(value);
  return lengths.test(value) || /^(?:calc|min|max|clamp)\(/.test(value) || variables.has(variable);
}

function readVariable(value: string): string {
  return /^var\(\s*(--[\w-]+)/.exec(value)?.[1] ?? '';
}

/** Estimates the width of a length in px. The largest one in a function counts. */
function measureLength(value: string, variables: Variables): number {
  const length = variables.get(readVariable(value)) ?? value;
  const widths = [...length.matchAll(/((?:\d*\.)?\d+)(px|r?em|ch|pt|cm|mm|in|%|[sld]?vw)/gi)].map(
    ([, number, unit = '']) => Number(number) * (PIXELS[unit.toLowerCase().replace(/^[sld]v/, 'v')] ?? 1),
  );
  return Math.max(0, ...widths);
}

/** Estimates the width of the columns that have a length or take what their content needs. */
function measureTracks(tracks: string, variables: Variables): number {
  let width = 0;
  for (const track of splitValue(tracks, ' ')) {
    const [, name, content = ''] = /^([\w-]+)\(([\s\S]*)\)$/.exec(track) ?? [];
    if (name === 'repeat') {
      const [count = '', repeatedTracks = ''] = splitRepetition(content);
      width += (Number.parseInt(count, 10) || 1) * measureTracks(repeatedTracks, variables);
    } else if (track.includes('max-content')) width += NARROW_PX + 1;
    else if (name !== 'fit-content') width += measureLength(track, variables);
  }
  return width;
}

/** A box that is wider than half of A5 paper gets a line of its own. */
const HALF_PX = 240;
/** Icons and other boxes up to this width keep it. */
const ICON_PX = 100;

/** Lets boxes in a row become narrower, or wrap, although they keep their width on screens. */
function* shrinkItems(declarations: Declarations, variables: Variables): Generator<string> {
  const flex = splitValue(declarations.get('flex')?.value ?? '', ' ');
  const numbers = flex.filter((part) => /^[\d.]+$/.test(part));
  const shrink = declarations.get('flex-shrink')?.value ?? (flex[0] === 'none' ? '0' : (numbers[1] ?? '1'));
  if (Number(shrink) !== 0) return;
  const isImportant = ['flex', 'flex-shrink'].some((name) => declarations.get(name)?.isImportant);
  const basis = declarations.get('flex-basis')?.value ?? flex.find((part) => isLength(part, variables));
  const size = basis ?? declarations.get('width')?.value ?? declarations.get('inline-size')?.value ?? 'auto';
  const width = isLength(size, variables) ? measureLength(size, variables) : undefined;
  if (width !== undefined && width <= ICON_PX) return;
  if (width !== undefined && width > HALF_PX) {
    yield ':root :has(> &){flex-wrap:wrap}';
    return;
  }
  yield writeDeclaration('flex-shrink', '1', isImportant);
  // The others shrink first, but words in them stay whole as long as there is room. Browsers without
  // `calc-size` shrink all alike.
  yield ':root :has(> &) > :not(&){@supports (width:calc-size(auto,size)){flex-shrink:1000;min-width:calc-size(max-content,min(size,8em)) !important}}';
}

/** Lets a row that scrolls on screens wrap. */
function* wrapRows(declarations: Declarations): Generator<string> {
  const display = declarations.get('display');
  const direction = declarations.get('flex-direction') ?? declarations.get('flex-flow');
  const overflow = declarations.get('overflow-x') ?? declarations.get('overflow');
  if (!display || !/\bflex$/.test(display.value) || direction?.value.includes('column')) return;
  if (overflow && /^(?:auto|scroll)\b/.test(overflow.value)) yield 'flex-wrap:wrap;';
}

/** A box with a height of several lines. Others may be hidden: they have a height of 0 or 1 px. */
const heightOfText = /^(?:[3-9]\d|\d{3,})(?:\.\d+)?px$|^(?:[2-9]|\d{2,})(?:\.\d+)?(?:r?em|[sld]?vh)$/i;

/** Lets boxes with a height become as high as their content, which scrolls or is cut on screens. */
function* releaseHeights(declarations: Declarations): Generator<string> {
  const overflow = declarations.get('overflow-y') ?? declarations.get('overflow');
  const hasColumns = ['columns', 'column-width', 'column-count'].some((name) => declarations.has(name));
  const height = declarations.get('height');
  // A text that has too many columns for its height continues beside them.
  if (!hasColumns && (!overflow || overflow.value === 'visible')) return;
  if (!height || !heightOfText.test(height.value)) return;
  yield writeDeclaration('height', 'auto', height.isImportant);
  yield writeDeclaration('min-height', height.value, height.isImportant);
}

/** Boxes that are only a little larger, as under a pointer, cover little. */
const ENLARGED_MIN = 1.2;
const enlargement = /\bscale(?:3d|[XY])?\(\s*(?:[2-9]|\d{2,}|1\.[2-9])[^()]*\)/gi;

/** Undoes what makes a box larger than its place, where it would cover what follows it. */
function* undoEnlargement(declarations: Declarations): Generator<string> {
  const transform = declarations.get('transform');
  if (transform && transform.value.search(enlargement) >= 0)
    yield writeDeclaration(
      'transform',
      transform.value.replace(enlargement, 'scale(1)'),
      transform.isImportant,
    );
  for (const name of ['scale', 'zoom']) {
    const declaration = declarations.get(name);
    const factors = declaration?.value.split(/\s+/).map(readFactor) ?? [];
    if (factors.some((factor) => factor >= ENLARGED_MIN))
      yield writeDeclaration(name, '1', declaration?.isImportant);
  }
}

function readFactor(value: string): number {
  return Number.parseFloat(value) / (value.endsWith('%') ? 100 : 1);
}

/** The width of A5 and of A4 paper with margins. Letter is wider than A4. */
const A5_PX = 480;
const A4_PX = 710;
/** A window of this width shows A4 paper, not A5. */
const A4_CONDITION = '@media (min-width:650px)';

/**
 * Makes a stage smaller: a box with a fixed width and height in which others have places of their own, such as labels on a
 * picture. Without this, it would be less wide, and these would be outside of it.
 */
function* shrinkStages(declarations: Declarations): Generator<string> {
  const [width, height] = ['width', 'height'].map(
    (name) => /^(\d+(?:\.\d+)?)px$/.exec(declarations.get(name)?.value ?? '')?.[1],
  );
  if (declarations.get('position')?.value !== 'relative' || width === undefined || height === undefined)
    return;
  const writeZoom = (paper: number) => `zoom:${Math.floor((paper / Number(width)) * 100) / 100};`;
  if (Number(width) <= A5_PX) return;
  yield writeZoom(A5_PX);
  yield `${A4_CONDITION}{${writeZoom(Math.min(A4_PX, Number(width)))}}`;
}

function writeDeclaration(property: string, value: string, isImportant: boolean | undefined): string {
  return `${property}:${value}${isImportant ? ' !important' : ''};`;
}

/** Splits a value at each separator that isn't inside brackets or a string. */
function splitValue(value: string, separator: ' ' | ',' | '/'): string[] {
  const parts: string[] = [''];
  let depth = 0;
  for (const [token] of value.matchAll(/"[^"]*"|'[^']*'|\s+|[\s\S]/g)) {
    if (/[([]/.test(token) && token.length === 1) depth += 1;
    if (/[)\]]/.test(token) && token.length === 1) depth -= 1;
    const isSeparator = depth === 0 && (token === separator || (separator === ' ' && /^\s/.test(token)));
    if (isSeparator) parts.push('');
    else parts[parts.length - 1] += token;
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}
