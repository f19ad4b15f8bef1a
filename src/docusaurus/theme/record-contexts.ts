import type { Context } from 'react';

// Scripts of a site import React through this module, so it can't import React itself.

/** The values of contexts that the site's wrappers provide, such as `src/theme/Root`. The outermost is first. */
export type ContextValues = readonly (readonly [context: Context<unknown>, value: unknown])[];

/** Contexts that the site's code has created, with their default values. */
const defaultValues = new Map<Context<unknown>, unknown>();
/** Contexts that a wrapper has provided once. They stay, so that a component isn't mounted again for a default value. */
const providedContexts = new Set<Context<unknown>>();

const recordingReacts = new WeakMap<object, object>();

type CreateContext = (defaultValue: unknown) => Context<unknown>;

/** React for the site's code. Contexts that it creates can be passed from the site's wrappers to its components. */
export function recordContexts<React extends object & { createContext: unknown }>(react: React): React {
  const knownReact = recordingReacts.get(react);
  if (knownReact) return knownReact as React;
  const create = react.createContext as CreateContext;
  const createContext: CreateContext = (defaultValue) => {
    const context = create(defaultValue);
    defaultValues.set(context, defaultValue);
    return context;
  };
  const recordingReact = { ...react, createContext };
  const recordingModule = { ...recordingReact, default: recordingReact };
  recordingReacts.set(react, recordingModule);
  return recordingModule;
}

/** Reads the contexts in place. `use` is React's: this is called while a component renders. */
export function readContexts(use: (context: Context<unknown>) => unknown): ContextValues {
  for (const [context, defaultValue] of defaultValues)
    if (use(context) !== defaultValue) providedContexts.add(context);
  return [...providedContexts].map((context) => [context, use(context)] as const);
}
