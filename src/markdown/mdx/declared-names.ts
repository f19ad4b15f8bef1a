import type { ModuleDeclaration, Statement } from 'estree';

/** Lists the names that a statement of a document imports or declares. */
export function listDeclaredNames(statement: Statement | ModuleDeclaration): string[] {
  if (statement.type === 'ImportDeclaration')
    return statement.specifiers.map((specifier) => specifier.local.name);
  if (statement.type !== 'ExportNamedDeclaration') return [];
  const { declaration } = statement;
  if (!declaration) return [];
  if (declaration.type !== 'VariableDeclaration') return [declaration.id.name];
  return declaration.declarations.flatMap(({ id }) =>
    id.type === 'Identifier' ? [id.name] : listPatternNames(id),
  );
}

function listPatternNames(pattern: object): string[] {
  // Collects every identifier in the pattern, which may be one too many but never one too few.
  return [...JSON.stringify(pattern).matchAll(/"type":"Identifier"[^{}]*?"name":"([^"]+)"/g)].map(
    (match) => match[1] ?? '',
  );
}
