import { toEngineName } from '../../markdown/mdx/code-imports.ts';
import { listDocumentModules } from '../../markdown/mdx/theme.ts';
import { liveParts } from '../../ui/live/parts.ts';

/** A module that the compiler answers for by itself. */
export function isAnswered(specifier: string): boolean {
  if (specifier === 'react' || specifier === 'react-dom') return true;
  // A site's own one may do more.
  if (specifier === 'clsx') return false;
  return Object.hasOwn(listDocumentModules(liveParts), toEngineName(specifier));
}
