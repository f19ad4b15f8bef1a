/**
 * Variables of Infima, Docusaurus' style sheet, that the engine itself doesn't use, without `--ifm-`. A style sheet that
 * reads a variable without a value loses the whole declaration: a padding becomes 0, a colour that of the text around it.
 * Those that many sites use are in `src/ui/theme/infima.css`.
 */
const values: Readonly<Record<string, string>> = {
  'navbar-link-active-color': 'var(--ifm-navbar-link-hover-color)',
  'color-gray-0': '#fff',
  'color-gray-200': '#ebedf0',
  'color-gray-400': '#ccd0d5',
  'color-gray-600': '#8d949e',
  'color-gray-800': '#444950',
  'color-gray-1000': '#000',
  'font-color-base-inverse': 'var(--page)',
  'font-weight-base': '400',
  'container-width-xl': '1320px',
  'h4-font-size': '1rem',
  'h5-font-size': '0.875rem',
  'h6-font-size': '0.85rem',
  'heading-margin-top': '0',
  'heading-margin-bottom': 'var(--ifm-spacing-vertical)',
  'heading-vertical-rhythm-top': '1.25',
  'heading-vertical-rhythm-bottom': '1',
  'h1-vertical-rhythm-top': '3',
  'h1-vertical-rhythm-bottom': '1.25',
  'h2-vertical-rhythm-top': '2',
  'h3-vertical-rhythm-top': '1.5',
  'leading-desktop': '1.25',
  'paragraph-margin-bottom': 'var(--ifm-leading)',
  'list-margin': '1rem',
  'list-left-padding': '2rem',
  'list-item-margin': '0.25rem',
  'list-paragraph-margin': '1rem',
  'link-decoration': 'none',
  'link-hover-decoration': 'underline',
  'hr-background-color': 'var(--ifm-color-emphasis-500)',
  'hr-height': '1px',
  'hr-margin-vertical': '1.5rem',
  'image-alignment-padding': '1.25rem',
  'code-border-radius': 'var(--radius)',
  'code-padding-horizontal': '0.1rem',
  'code-padding-vertical': '0.1rem',
  'pre-border-radius': 'var(--radius)',
  'pre-color': 'inherit',
  'pre-line-height': '1.45',
  'pre-padding': '1rem',
  'blockquote-border-color': 'var(--ifm-color-emphasis-300)',
  'blockquote-border-left-width': '2px',
  'blockquote-color': 'var(--ifm-color-emphasis-800)',
  'blockquote-font-size': 'var(--ifm-font-size-base)',
  'blockquote-padding-horizontal': 'var(--ifm-spacing-horizontal)',
  'blockquote-padding-vertical': '0',
  'blockquote-shadow': 'none',
  'table-background': 'transparent',
  'table-border-width': '1px',
  'table-cell-color': 'inherit',
  'table-cell-padding': '0.75rem',
  'table-head-background': 'inherit',
  'table-head-color': 'inherit',
  'table-head-font-weight': '700',
  'table-stripe-background': 'var(--ifm-color-emphasis-100)',
  'alert-border-radius': 'var(--radius)',
  'alert-border-width': '0px',
  'alert-border-left-width': '5px',
  'alert-border-color': 'var(--line)',
  'alert-background-color': 'var(--raised)',
  'alert-color': 'var(--text)',
  'alert-padding-horizontal': 'var(--ifm-spacing-horizontal)',
  'alert-padding-vertical': 'var(--ifm-spacing-vertical)',
  'alert-shadow': 'var(--ifm-global-shadow-lw)',
  'badge-border-radius': 'var(--radius)',
  'badge-border-width': '1px',
  'badge-color': '#fff',
  'badge-padding-horizontal': '0.5rem',
  'badge-padding-vertical': '0.25rem',
  'button-border-radius': 'var(--radius)',
  'button-border-width': '1px',
  'button-font-weight': '700',
  'button-padding-horizontal': '1.5rem',
  'button-padding-vertical': '0.375rem',
  'button-size-multiplier': '1',
  'button-transition-duration': '140ms',
  'card-horizontal-spacing': 'var(--ifm-global-spacing)',
  'card-vertical-spacing': 'var(--ifm-global-spacing)',
  'avatar-intro-margin': '1rem',
  'avatar-photo-size': '3rem',
  'dropdown-background-color': 'var(--raised)',
  'dropdown-font-weight': '500',
  'dropdown-hover-background-color': 'var(--hover)',
  'dropdown-link-color': 'var(--text)',
  'menu-color-background-active': 'var(--hover)',
  'menu-color-background-hover': 'var(--hover)',
  'menu-link-padding-horizontal': '0.75rem',
  'menu-link-padding-vertical': '0.375rem',
  'navbar-item-padding-horizontal': '0.75rem',
  'navbar-item-padding-vertical': '0.25rem',
  'navbar-padding-horizontal': 'var(--ifm-spacing-horizontal)',
  'navbar-padding-vertical': '0.5rem',
  'navbar-search-input-background-color': 'var(--ifm-color-emphasis-200)',
  'navbar-search-input-color': 'var(--text)',
  'navbar-search-input-placeholder-color': 'var(--ifm-color-emphasis-500)',
  'navbar-sidebar-width': '83vw',
  'footer-link-horizontal-spacing': '0.5rem',
  'footer-padding-horizontal': '2rem',
  'footer-padding-vertical': '2rem',
  'pagination-border-radius': 'var(--radius)',
  'pagination-color-active': 'var(--accent)',
  'pagination-nav-border-radius': 'var(--radius)',
  'pagination-nav-color-hover': 'var(--accent)',
  'pills-color-active': 'var(--accent)',
  'pills-color-background-active': 'var(--hover)',
  'pills-spacing': '0.125rem',
  'tabs-color': 'var(--soft)',
  'tabs-color-active': 'var(--accent)',
  'tabs-color-active-border': 'var(--accent)',
  'tabs-padding-horizontal': '1rem',
  'tabs-padding-vertical': '1rem',
  'toc-link-color': 'var(--soft)',
  'toc-padding-horizontal': '0.5rem',
  'toc-padding-vertical': '0.5rem',
  'scrollbar-size': '7px',
  'scrollbar-thumb-background-color': 'var(--line)',
  'scrollbar-thumb-hover-background-color': 'var(--soft)',
  'scrollbar-track-background-color': 'transparent',
  'transition-timing-default': 'cubic-bezier(0.08, 0.52, 0.52, 1)',
  'z-index-dropdown': '100',
  'z-index-fixed': '200',
  'z-index-overlay': '400',
  'navbar-shadow': 'var(--ifm-global-shadow-lw)',
  'breadcrumb-border-radius': '1.5rem',
  'breadcrumb-color-active': 'var(--ifm-color-primary)',
  'breadcrumb-padding-horizontal': '0.8rem',
  'breadcrumb-padding-vertical': '0.4rem',
  'breadcrumb-spacing': '0.5rem',
  'pagination-font-size': '1rem',
  'pagination-padding-horizontal': '1rem',
  'pagination-padding-vertical': '0.25rem',
  'pagination-page-spacing': '0.2em',
  'button-group-spacing': '2px',
  'footer-logo-max-width': 'min(30rem, 90vw)',
};

const tones = 'secondary|success|info|warning|danger';
const shades: Readonly<Record<string, string>> = {
  dark: 'black 10%',
  darker: 'black 15%',
  darkest: 'black 30%',
  light: 'white 15%',
  lighter: 'white 30%',
  lightest: 'white 50%',
};
const shadePattern = new RegExp(`^color-(${tones})-(dark(?:er|est)?|light(?:er|est)?)$`);
const contrastPattern = new RegExp(`^color-(${tones})-contrast-(background|foreground)$`);

/** The value of a variable, such as `--ifm-navbar-padding-vertical`. */
function findValue(variable: string): string | undefined {
  const name = variable.slice('--ifm-'.length);
  const [, tone, shade = ''] = shadePattern.exec(name) ?? [];
  if (tone !== undefined) return `color-mix(in oklch, var(--ifm-color-${tone}), ${shades[shade]})`;
  const [, contrastTone, part] = contrastPattern.exec(name) ?? [];
  if (contrastTone !== undefined)
    return part === 'foreground'
      ? 'var(--text)'
      : `color-mix(in oklch, var(--ifm-color-${contrastTone}) 12%, var(--page))`;
  return Object.hasOwn(values, name) ? values[name] : undefined;
}

/** Lists the variables of Infima that CSS reads. */
function listReadVariables(css: string): string[] {
  return [...css.matchAll(/var\(\s*(--ifm-[a-z\d-]+)/g)].map(([, variable = '']) => variable);
}

/**
 * Writes a rule that gives the variables which this CSS reads their values. It has no weight, so the values of the site
 * count more. Empty if the engine's style sheet has all of them.
 */
export function writeInfimaVariables(css: string): string {
  const variables = new Set(listReadVariables(css));
  const declarations: string[] = [];
  for (const variable of variables) {
    const value = findValue(variable);
    if (value === undefined) continue;
    declarations.push(`${variable}:${value}`);
    for (const needed of listReadVariables(value)) variables.add(needed);
  }
  return declarations.length === 0 ? '' : `:where(:root){${declarations.sort().join(';')}}`;
}
