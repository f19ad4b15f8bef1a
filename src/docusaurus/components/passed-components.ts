import { parseAst } from 'vite';
import { isRecord } from '../../shared/json.ts';

/** Imports that are data and never components: styles, pictures and other files. */
const isData = (specifier: string) =>
  /\.(?:css|scss|sass|less|json|ya?ml|png|jpe?g|gif|webp|avif|ico|mp4|webm|pdf)(?:\?.*)?$/.test(specifier);

/**
 * Whether a page uses imported components as values, such as `icon={Book}` or `{ icon: Book }`. They can't be passed to
 * an interactive component as data. `code` is the page without JSX: elements are calls of `jsx`, so the components that
 * they name are arguments and not values.
 */
export function passesComponents(code: string): boolean {
  const program: unknown = parseAst(code);
  const names = collectComponentNames(program);
  return names.size > 0 && hasValue(program, names);
}

function collectComponentNames(program: unknown): ReadonlySet<string> {
  const names = new Set<string>();
  const statements = isRecord(program) && Array.isArray(program.body) ? program.body : [];
  for (const { type, source, specifiers } of statements.filter(isRecord)) {
    const specifier = isRecord(source) ? String(source.value) : '';
    if (type !== 'ImportDeclaration' || isData(specifier) || !Array.isArray(specifiers)) continue;
    for (const { local } of specifiers.filter(isRecord)) {
      const name = isRecord(local) ? String(local.name) : '';
      // A drawing is a component, whatever its name.
      if (/^[A-Z].*[a-z]/.test(name) || specifier.endsWith('.svg')) names.add(name);
    }
  }
  return names;
}

/** Whether a property of an object has one of these names as its value. */
function hasValue(node: unknown, names: ReadonlySet<string>): boolean {
  if (Array.isArray(node)) return node.some((item) => hasValue(item, names));
  if (!isRecord(node)) return false;
  const { type, value } = node;
  if (type === 'Property' && isRecord(value) && value.type === 'Identifier' && names.has(String(value.name)))
    return true;
  return Object.values(node).some((child) => hasValue(child, names));
}
