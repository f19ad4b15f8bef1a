import { createElement } from 'react';
import { type FileScope, openFile } from './compilation.ts';
import type { renderByParts } from './islands/islands.ts';
import { evaluationMessage } from './mdx/errors.ts';
import { documentModules } from './mdx/theme.ts';

export const COMPONENT_FAILS = 'component-fails';

/** Reports each component that fails by the line of its element, and shows a notice in its place. */
export function partsGuard(scope: FileScope): Parameters<typeof renderByParts>[2] {
  const { compilation } = scope;
  const { context } = compilation;
  const own = new Set(
    Object.values(documentModules(context.liveParts)).flatMap((module) => Object.values(module)),
  );
  return {
    isGuarded: (type) => !own.has(type) && !(typeof type === 'function' && type.name === '_createMdxContent'),
    onFailure(error, { fileName = scope.file, lineNumber, columnNumber }) {
      // A partial counts its own lines.
      const reporter = fileName === scope.file ? scope : openFile(compilation, fileName, (line) => line);
      const position = lineNumber === undefined ? undefined : { line: lineNumber, column: columnNumber };
      reporter.report(COMPONENT_FAILS, evaluationMessage(error, scope), position);
      return createElement(
        'span',
        { className: 'component-failed', role: 'note' },
        context.texts.livePartFailed,
      );
    },
  };
}
