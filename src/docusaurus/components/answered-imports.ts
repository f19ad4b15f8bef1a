import { findGeneratedFile, toEngineName } from '../../markdown/mdx/code-imports.ts';
import { listDocumentModules } from '../../markdown/mdx/theme.ts';
import { liveParts } from '../../ui/live/parts.ts';

/** Whether the engine itself provides this module, so that nothing needs to be bundled for it. */
export function isAnswered(specifier: string): boolean {
  if (specifier === 'react' || specifier === 'react-dom') return true;
  // A site's own `clsx` may be another version, or do more.
  if (specifier === 'clsx') return false;
  if (findGeneratedFile(specifier, '/', { '@site': '/' }) !== undefined) return true;
  return Object.hasOwn(listDocumentModules(liveParts), toEngineName(specifier));
}
