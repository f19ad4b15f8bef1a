import { pathToFileURL } from 'node:url';
import type { UiRenderer } from '../../ui/page-data.ts';

/** The renderer of a UI bundle. */
export async function loadRenderer(module: string): Promise<UiRenderer> {
  const { renderer }: { renderer: UiRenderer } = await import(pathToFileURL(module).href);
  return renderer;
}
