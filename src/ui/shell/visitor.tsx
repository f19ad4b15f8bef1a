import { hasPublic } from 'virtual:site/has';
import { createContext, useContext } from 'react';

/** Whether this is a public page for visitors. */
export const VisitorContext = createContext(false);

/** Constant in a site without public pages, so that its scripts have no code for visitors. */
export const useIsVisitor: () => boolean = hasPublic ? () => useContext(VisitorContext) : () => false;
