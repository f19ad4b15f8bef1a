import { createElement, type ReactNode } from 'react';
import type { ContextValues } from './record-contexts.ts';

/** Gives these contexts to the children. */
export function provideContexts(values: ContextValues, children: ReactNode): ReactNode {
  return values.reduceRight<ReactNode>(
    (node, [context, value]) => createElement(context, { value }, node),
    children,
  );
}
