import { hasPublic } from 'virtual:site/has';
import { createContext, useContext } from 'react';

/** Whether this is a public page for visitors. */
export const VisitorContext = createContext(false);

export function useIsVisitor(): boolean {
  const isVisitor = useContext(VisitorContext);
  return hasPublic && isVisitor;
}
