import { createContext, createElement, type ReactNode, useContext } from 'react';
import type { Modules } from './docusaurus.ts';

type MdxComponents = Readonly<Record<string, unknown>>;
/** Components by the names of elements, or a function that adds to those of the surrounding provider. */
type MdxComponentsInput = MdxComponents | ((outer: MdxComponents) => MdxComponents) | null | undefined;

interface ProviderProps {
  components?: MdxComponentsInput;
  disableParentContext?: boolean;
  children?: ReactNode;
}

const MdxContext = createContext<MdxComponents>({});

function mergeComponents(outer: MdxComponents, components: MdxComponentsInput): MdxComponents {
  return typeof components === 'function' ? components(outer) : { ...outer, ...components };
}

const useMDXComponents = (components?: MdxComponentsInput) =>
  mergeComponents(useContext(MdxContext), components);

function MDXProvider({ components, disableParentContext = false, children }: ProviderProps): ReactNode {
  const outer = useContext(MdxContext);
  const value = mergeComponents(disableParentContext ? {} : outer, components);
  return createElement(MdxContext, { value }, children);
}

/** Gives the components that it names to Markdown that components import. */
export const mdxModules: Modules = { '@mdx-js/react': { MDXProvider, useMDXComponents } };
