import type { TocEntry } from '../../markdown/article.ts';
import type { ApiOperation, SiteApiDocument } from '../../model/api/openapi.ts';
import { escapeHtml } from '../../shared/html.ts';

export interface Operation extends ApiOperation {
  method: string;
  path: string;
  /** Whether only administrators can call it. */
  isForAdministrators: boolean;
  byToken: boolean;
  byDeployToken: boolean;
}

interface OperationGroup {
  /** Id of the heading. */
  id: string;
  name: string;
  description: string;
  operations: Operation[];
}

/** Groups operations by subject, in the order of the document. */
export function groupOperations({ tags, paths }: Pick<SiteApiDocument, 'tags' | 'paths'>): OperationGroup[] {
  const all = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]): Operation => {
      const securityOptions = operation.security ?? [];
      return {
        ...operation,
        method: method.toUpperCase(),
        path,
        isForAdministrators: securityOptions.some(({ session }) => session?.includes('administrator')),
        byToken: securityOptions.some(({ token }) => token !== undefined),
        byDeployToken: securityOptions.some(({ deployToken }) => deployToken !== undefined),
      };
    }),
  );
  return tags.map((tag) => ({
    ...tag,
    id: `api-${tag.name.toLowerCase().replaceAll(' ', '-')}`,
    operations: all.filter((operation) => operation.tags.includes(tag.name)),
  }));
}

/**
 * Errors that most operations have in the same words, by status. They are described once, so that operations list only
 * their own.
 */
export function findCommonErrors(groups: readonly OperationGroup[]): ReadonlyMap<string, string> {
  const operations = groups.flatMap((group) => group.operations);
  const statuses = Object.keys(operations[0]?.responses ?? {}).filter(isError);
  return new Map(
    statuses.map((status) => [
      status,
      findMostCommon(operations.map(({ responses }) => responses[status]?.description ?? '')),
    ]),
  );
}

export function isError(status: string): boolean {
  return status >= '400';
}

export function listContents(groups: readonly OperationGroup[], errors: TocEntry): TocEntry[] {
  return [
    errors,
    ...groups.flatMap(({ id, name, operations }) => [
      { id, level: 2, text: name, html: escapeHtml(name) },
      ...operations.map(({ operationId, method, path }) => {
        const text = `${method} ${shortenPath(path)}`;
        // A long path wraps after a slash.
        const html = `<b>${escapeHtml(method)}</b> ${escapeHtml(shortenPath(path)).replaceAll('/', '/<wbr>')}`;
        return { id: operationId, level: 3, text, html: `<code>${html}</code>` };
      }),
    ]),
  ];
}

/** Path without the prefix that all have. */
function shortenPath(path: string): string {
  return path.replace(/^\/api\/v1/, '');
}

function findMostCommon(texts: readonly string[]): string {
  const equalTexts = Map.groupBy(texts, (text) => text).values();
  return [...equalTexts].sort((a, b) => b.length - a.length)[0]?.[0] ?? '';
}
