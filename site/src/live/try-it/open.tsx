import { addStyle } from '../../add-style.ts';
import { Panel, type PanelProps } from './panel.tsx';
import type { PageData } from './sandbox/endpoint-data.ts';
import type { Story } from './sandbox/story.ts';
import style from './try-it.css?inline';

export interface Opened {
  Panel: typeof Panel;
  props: PanelProps;
}

/** Fetches what the part of an endpoint needs; throws where it is not there. */
export async function open(
  id: string,
  data: string,
  story: string,
  servers: readonly string[],
): Promise<Opened> {
  const [page, startedStory] = await Promise.all([fetched<PageData>(data), fetched<Story>(story)]);
  const endpoint = page.endpoints.find((one) => one.id === id);
  if (!endpoint) throw new Error(`The data of the page has no endpoint ${id}.`);
  addStyle(style);
  return {
    Panel,
    props: {
      endpoint,
      collections: page.collections,
      story: startedStory,
      kept: `sandbox ${story}`,
      servers,
    },
  };
}

/** A file of this site, made by its build in the shape that it is read in. */
async function fetched<Data>(url: string): Promise<Data> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response.json();
}
