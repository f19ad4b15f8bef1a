import { createContext, type ReactElement, type ReactNode, useContext } from 'react';

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

export const useMDXComponents = (components?: MdxComponentsInput): MdxComponents =>
  mergeComponents(useContext(MdxContext), components);

/** Gives the components that it names to Markdown that components import. */
export function MDXProvider({ components, disableParentContext, children }: ProviderProps): ReactElement {
  const outer = useContext(MdxContext);
  const value = mergeComponents(disableParentContext ? {} : outer, components);
  return <MdxContext value={value}>{children}</MdxContext>;
}
