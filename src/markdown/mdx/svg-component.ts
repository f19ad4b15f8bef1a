import { hash } from 'node:crypto';
import { createElement, type FunctionComponent } from 'react';
import { toInnerHtml } from './plain-text.ts';

/** A drawing as a component. Props override the attributes of the drawing. */
export function createSvgComponent(text: string): FunctionComponent<Record<string, unknown>> {
  const { attributes, inner, css } = readSvg(text);
  const style = css === '' ? '' : `<style>${css}</style>`;
  return ({ title, titleId: _id, ...props }) => {
    const titleElement = typeof title === 'string' ? `<title>${title.replace(/[<&]/g, '')}</title>` : '';
    return createElement('svg', { ...attributes, ...props, ...toInnerHtml(titleElement + style + inner) });
  };
}

interface Drawing {
  /** Attributes of the root, with React's names. */
  attributes: Record<string, string>;
  inner: string;
  /** Rules of all style sheets in the drawing. */
  css: string;
}

/** Reads the attributes, the contents and the style sheets of `<svg>`. */
export function readSvg(text: string): Drawing {
  const [, attributeText = '', inner = ''] = /<svg\b([^>]*?)\/?>(?:([\s\S]*)<\/svg>)?/.exec(text) ?? [];
  const attributes: Record<string, string> = {};
  for (const [, name = '', , value = ''] of attributeText.matchAll(/([\w:-]+)\s*=\s*(["'])([\s\S]*?)\2/g)) {
    // Docusaurus' optimizer removes the role.
    if (name.startsWith('xmlns:') || name === 'style' || name === 'role') continue;
    attributes[toReactName(name)] = value;
  }
  const { html, css } = separateStyle(inner.replace(/<!--[\s\S]*?-->/g, ''));
  return { attributes, inner: html.trim(), css };
}

/**
 * Takes the style sheets out of a drawing. Drawing programs name classes `st0` or `cls-1` in every file, so each element
 * gets a second class that only this drawing has, and the rules are for that one.
 */
function separateStyle(inner: string): { html: string; css: string } {
  const sheets: string[] = [];
  const html = inner.replace(/<style\b[^>]*>([\s\S]*?)<\/style>/g, (_, css: string) => {
    sheets.push(css.replace(/<!\[CDATA\[|\]\]>/g, ''));
    return '';
  });
  if (sheets.length === 0) return { html, css: '' };
  const css = sheets.join('\n');
  const mark = hash('sha256', inner).slice(0, 8);
  const names = new Set<string>();
  const markedHtml = html.replace(
    /(\sclass=)(["'])([^"']*)\2/g,
    (_, before: string, quote: string, list: string) => {
      const classes = list.split(/\s+/).filter(Boolean);
      for (const name of classes) names.add(name);
      const ownClasses = classes.map((name) => `${name}-${mark}`);
      return `${before}${quote}${[...classes, ...ownClasses].join(' ')}${quote}`;
    },
  );
  const markedCss = css.replace(/\.([\w-]+)/g, (selector, name: string) =>
    names.has(name) ? `.${name}-${mark}` : selector,
  );
  return { html: markedHtml, css: markedCss };
}

function toReactName(name: string): string {
  if (name === 'class') return 'className';
  if (/^(?:aria|data)-/.test(name)) return name;
  return name.replace(/[-:]([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
