/**
 * Rules for classes of Infima, Docusaurus' style sheet, that only few pages of moved-in sites use, such as `shadow--md`
 * or `avatar`. A page loads the rules of its own classes. Those that many sites use are in
 * `src/ui/theme/infima-classes.css`.
 */
export function findUtilityRule(className: string): string | undefined {
  return fixedRules.get(className) ?? findSpaceRule(className) ?? findOffsetRule(className);
}

const spaces: Readonly<Record<string, string>> = {
  none: '0',
  xs: '.25rem',
  sm: '.5rem',
  md: '1rem',
  lg: '2rem',
  xl: '5rem',
};
const sides: Readonly<Record<string, string>> = {
  '': '',
  '-top': '-top',
  '-bottom': '-bottom',
  '-left': '-left',
  '-right': '-right',
  '-vert': '-block',
  '-horiz': '-inline',
};

/** `margin-left--sm`. They win over everything, as in Infima. */
function findSpaceRule(className: string): string | undefined {
  const [, property = '', side = '', size = ''] = /^(margin|padding)(-\w+)?--(\w+)$/.exec(className) ?? [];
  const space = spaces[size];
  const suffix = sides[side];
  if (space === undefined || suffix === undefined) return undefined;
  return `.${className}{${property}${suffix}:${space}!important}`;
}

const COLUMNS = 12;

/** `col--offset-3` moves a column by three of twelve parts of the row, where columns stand side by side. */
function findOffsetRule(className: string): string | undefined {
  const offset = Number(/^col--offset-(\d{1,2})$/.exec(className)?.[1]);
  if (!(offset >= 1 && offset < COLUMNS)) return undefined;
  return `@media (width > 996px){:where(.row) .${className}{margin-inline-start:calc(100%*${offset}/${COLUMNS})}}`;
}

/** Rules of weight 0, so that any rule of the site counts more. */
const writeSoftRule = (selector: string, declarations: string) => `:where(${selector}){${declarations}}`;

const fixedRules: ReadonlyMap<string, string> = new Map([
  ...['lw', 'md', 'tl'].map(
    (size) =>
      [`shadow--${size}`, `.shadow--${size}{box-shadow:var(--ifm-global-shadow-${size})!important}`] as const,
  ),
  ...['secondary', 'info', 'warning'].map(
    (tone) => [`text--${tone}`, `.text--${tone}{color:var(--ifm-color-${tone})}`] as const,
  ),
  ...['left', 'justify'].map((side) => [`text--${side}`, `.text--${side}{text-align:${side}}`] as const),
  ...['uppercase', 'lowercase', 'capitalize'].map(
    (letters) => [`text--${letters}`, `.text--${letters}{text-transform:${letters}}`] as const,
  ),
  ...Object.entries({ light: 300, normal: 400, semibold: 500 }).map(
    ([name, weight]) => [`text--${name}`, `.text--${name}{font-weight:${weight}}`] as const,
  ),
  ['text--italic', '.text--italic{font-style:italic}'],
  ['text--truncate', '.text--truncate{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}'],
  ['text--break', '.text--break{overflow-wrap:anywhere!important}'],
  ['text--no-decoration', '.text--no-decoration,.text--no-decoration:hover{text-decoration:none}'],
  ['clean-list', ':where(.markdown,.wide-page) .clean-list{padding-inline-start:0;list-style:none}'],
  [
    'clean-btn',
    writeSoftRule(
      '.clean-btn',
      'padding:0;border:0;background:none;color:inherit;font-family:inherit;cursor:pointer',
    ),
  ],
  [
    'avatar',
    writeSoftRule('.avatar', 'display:flex;column-gap:var(--ifm-avatar-intro-margin,1rem)') +
      writeSoftRule('.avatar__photo-link', 'display:block') +
      writeSoftRule(
        '.avatar__photo',
        '--size:3rem;display:block;width:var(--size);height:var(--size);border-radius:50%;overflow:hidden',
      ) +
      ['sm:2', 'lg:4', 'xl:6']
        .map((size) => size.split(':'))
        .map(([name, rem]) => `.avatar__photo--${name}{--size:${rem}rem}`)
        .join('') +
      writeSoftRule(
        '.avatar__intro',
        'display:flex;flex:1;flex-direction:column;justify-content:center;text-align:var(--ifm-avatar-intro-alignment,start)',
      ) +
      writeSoftRule('.avatar__name', 'font-size:1rem;font-weight:700') +
      writeSoftRule('.avatar__subtitle', 'margin-top:.25rem') +
      writeSoftRule(
        '.avatar--vertical',
        '--ifm-avatar-intro-alignment:center;--ifm-avatar-intro-margin:.5rem;flex-direction:column;align-items:center',
      ),
  ],
  [
    'pills',
    writeSoftRule('.pills', 'display:flex;gap:.125rem;padding-inline-start:0;list-style:none') +
      writeSoftRule(
        '.pills__item',
        'display:inline-block;padding:.25rem 1rem;border-radius:.5rem;font-weight:700;cursor:pointer',
      ) +
      writeSoftRule('.pills__item--active', 'background:var(--hover);color:var(--ifm-color-primary)') +
      writeSoftRule('.pills__item:hover', 'background:var(--hover)') +
      writeSoftRule('.pills--block .pills__item', 'flex-grow:1;text-align:center'),
  ],
  [
    'button-group',
    writeSoftRule('.button-group', 'display:inline-flex;gap:1px') +
      '.button-group>.button:not(:first-child){border-start-start-radius:0;border-end-start-radius:0}' +
      '.button-group>.button:not(:last-child){border-start-end-radius:0;border-end-end-radius:0}' +
      writeSoftRule('.button-group--block', 'display:flex') +
      writeSoftRule('.button-group--block>.button', 'flex-grow:1'),
  ],
]);
