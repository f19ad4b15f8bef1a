import { createElement, type FunctionComponent } from 'react';
import { toInnerHtml } from './plain-text.ts';

/** A drawing as a component. Props override the attributes of the drawing. */
export function createSvgComponent(text: string): FunctionComponent<Record<string, unknown>> {
  const { attributes, inner } = readSvg(text);
  return ({ title, titleId: _id, ...props }) => {
    const titleElement = typeof title === 'string' ? `<title>${title.replace(/[<&]/g, '')}</title>` : '';
    return createElement('svg', { ...attributes, ...props, ...toInnerHtml(titleElement + inner) });
  };
}

/** Reads the attributes, by React's names, and the contents of `<svg>`. */
export function readSvg(text: string): { attributes: Record<string, string>; inner: string } {
  const [, attributeText = '', inner = ''] = /<svg\b([^>]*?)\/?>(?:([\s\S]*)<\/svg>)?/.exec(text) ?? [];
  const attributes: Record<string, string> = {};
  for (const [, name = '', , value = ''] of attributeText.matchAll(/([\w:-]+)\s*=\s*(["'])([\s\S]*?)\2/g)) {
    // Docusaurus' optimizer removes the role.
    if (name.startsWith('xmlns:') || name === 'style' || name === 'role') continue;
    attributes[toReactName(name)] = value;
  }
  return { attributes, inner: inner.replace(/<!--[\s\S]*?-->/g, '').trim() };
}

function toReactName(name: string): string {
  if (name === 'class') return 'className';
  if (/^(?:aria|data)-/.test(name)) return name;
  return name.replace(/[-:]([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
