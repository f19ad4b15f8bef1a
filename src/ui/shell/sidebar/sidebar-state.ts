import { useEffect, useState } from 'react';
import { recall, remember } from '../../browser-storage.ts';
import type { SidebarData, SidebarNode } from '../../page-data.ts';
import { sidebarStorageKey } from '../storage-keys.ts';
import { type Choices, needsWhole } from './sidebar-tree.ts';

export interface SidebarState {
  nodes: readonly SidebarNode[];
  choices: Choices;
  /** State of the sidebar file. `failed`: it couldn't be loaded. */
  whole: 'not-needed' | 'loading' | 'loaded' | 'failed';
  choose: (key: string, open: boolean) => void;
  retry: () => void;
}

/** Whole sidebars by the URL of their file, loaded once. */
const fullSidebars = new Map<string, Promise<SidebarNode[]>>();

export function useSidebarState(sidebar: SidebarData, path: string): SidebarState {
  const [choices, setChoices] = useState<Choices>({});
  const [loadedSidebar, setLoaded] = useState<{ file: string; nodes: SidebarNode[] | 'failed' }>();
  const { name, file } = sidebar;

  // The choices are read after hydration, because the server doesn't know which categories this reader has opened.
  useEffect(() => setChoices(readChoices(name)), [name]);

  const loadedNodes = loadedSidebar?.file === file ? loadedSidebar.nodes : undefined;
  const needsLoading = loadedNodes === undefined && needsWhole(sidebar.items, path, choices);
  useEffect(() => {
    if (!needsLoading) return;
    let isCurrent = true;
    const settle = (nodes: SidebarNode[] | 'failed') => {
      if (isCurrent) setLoaded({ file, nodes });
    };
    loadFull(file).then(settle, () => settle('failed'));
    return () => {
      isCurrent = false;
    };
  }, [needsLoading, file]);

  return {
    nodes: Array.isArray(loadedNodes) ? loadedNodes : sidebar.items,
    choices,
    whole:
      loadedNodes === 'failed' ? 'failed' : loadedNodes ? 'loaded' : needsLoading ? 'loading' : 'not-needed',
    choose: (key, open) => {
      const next = { ...choices, [key]: { open, at: path } };
      setChoices(next);
      remember('session', sidebarStorageKey(name), JSON.stringify(next));
      if (loadedNodes === 'failed') setLoaded(undefined);
    },
    retry: () => setLoaded(undefined),
  };
}

function loadFull(file: string): Promise<SidebarNode[]> {
  const sidebarPromise = fullSidebars.get(file);
  if (sidebarPromise) return sidebarPromise;
  const request = fetch(file).then((response) => {
    if (!response.ok) throw new Error(`The server answered ${response.status}.`);
    return response.json() as Promise<SidebarNode[]>;
  });
  fullSidebars.set(file, request);
  request.catch(() => fullSidebars.delete(file));
  return request;
}

/** This code wrote it in this tab, but its shape is validated anyway. */
function readChoices(name: string): Choices {
  try {
    const parsedChoices: unknown = JSON.parse(recall('session', sidebarStorageKey(name)) ?? '{}');
    if (typeof parsedChoices !== 'object' || parsedChoices === null) return {};
    return Object.fromEntries(
      Object.entries(parsedChoices).filter(
        ([, choice]) => typeof choice?.open === 'boolean' && typeof choice?.at === 'string',
      ),
    );
  } catch {
    return {};
  }
}
