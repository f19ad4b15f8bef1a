import { createElement } from 'react';
import type { renderByParts } from '../docusaurus/islands/islands.ts';
import { type FileScope, openScope } from './compilation.ts';
import { explainEvaluationError } from './mdx/errors.ts';
import { listDocumentModules } from './mdx/theme.ts';

export const COMPONENT_FAILS = 'component-fails';

/** Reports each failing component at the line of its element and shows a notice instead. */
export function createPartsGuard(scope: FileScope): Parameters<typeof renderByParts>[2] {
  const { compilation } = scope;
  const { context } = compilation;
  const engineComponents = new Set(
    Object.values(listDocumentModules(context.liveParts)).flatMap((module) => Object.values(module)),
  );
  return {
    isGuarded: (type) =>
      !engineComponents.has(type) && !(typeof type === 'function' && type.name === '_createMdxContent'),
    onFailure(error, { fileName = scope.file, lineNumber, columnNumber }) {
      // Positions in a partial are lines of its own file.
      const reporter = fileName === scope.file ? scope : openScope(compilation, fileName, (line) => line);
      const position = lineNumber === undefined ? undefined : { line: lineNumber, column: columnNumber };
      reporter.report(COMPONENT_FAILS, explainEvaluationError(error, scope), position);
      return createElement(
        'span',
        { className: 'component-failed', role: 'note' },
        context.texts.livePartFailed,
      );
    },
  };
}
