import { createElement, type FunctionComponent, type ReactElement } from 'react';
import { ADMONITION_TYPES } from '../../model/admonition-types.ts';
import type { Modules } from './docusaurus.ts';

type Props = Record<string, unknown>;

const defaultTypes = new WeakSet<object>();

/**
 * The default kinds of admonitions, which owners extend and draw with: `{ ...DefaultTypes, recipe: Recipe }`, where
 * `Recipe` draws a `<DefaultTypes.tip>`. They draw with the `@theme/Admonition` of the modules.
 */
export function createAdmonitionTypes(modules: Modules): Readonly<Record<string, FunctionComponent<Props>>> {
  const admonition = modules['@theme/Admonition']?.default as FunctionComponent<Props>;
  return Object.fromEntries(
    ADMONITION_TYPES.map((look) => {
      const draw = ({ type = look, ...rest }: Props): ReactElement =>
        createElement(admonition, { ...rest, type, look });
      defaultTypes.add(draw);
      return [look, draw];
    }),
  );
}

/** Whether a component draws a default kind, as the owner left it. */
export function isDefaultAdmonitionType(type: object): boolean {
  return defaultTypes.has(type);
}
