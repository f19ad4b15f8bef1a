import { createElement, type FunctionComponent } from 'react';
import { innerHtml } from './plain-text.ts';

/** A drawing as a component: its own attributes, and over them those of its use. */
export function svgComponent(text: string): FunctionComponent<Record<string, unknown>> {
  const { attributes, inner } = readSvg(text);
  return ({ title, titleId: _id, ...props }) => {
    const named = typeof title === 'string' ? `<title>${title.replace(/[<&]/g, '')}</title>` : '';
    return createElement('svg', { ...attributes, ...props, ...innerHtml(named + inner) });
  };
}

/** Attributes by the names that React has for them, and what stands between the tags. */
export function readSvg(text: string): { attributes: Record<string, string>; inner: string } {
  const [, written = '', inner = ''] = /<svg\b([^>]*?)\/?>(?:([\s\S]*)<\/svg>)?/.exec(text) ?? [];
  const attributes: Record<string, string> = {};
  for (const [, name = '', , value = ''] of written.matchAll(/([\w:-]+)\s*=\s*(["'])([\s\S]*?)\2/g)) {
    // Docusaurus' optimizer leaves the role out.
    if (name.startsWith('xmlns:') || name === 'style' || name === 'role') continue;
    attributes[reactName(name)] = value;
  }
  return { attributes, inner: inner.replace(/<!--[\s\S]*?-->/g, '').trim() };
}

function reactName(name: string): string {
  if (name === 'class') return 'className';
  if (/^(?:aria|data)-/.test(name)) return name;
  return name.replace(/[-:]([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
