import { adoptStyle, PanelFrame, tryItStyle } from 'gatehouse/try-it';
import { Panel, type PanelProps } from './panel.tsx';
import type { PageData } from './sandbox/endpoint-data.ts';
import type { Story } from './sandbox/story.ts';

export interface Opened {
  Panel: typeof Panel;
  Frame: typeof PanelFrame;
  props: PanelProps;
}

/** Fetches the data that the part of an endpoint needs. Throws if they don't exist. */
export async function open(
  id: string,
  data: string,
  story: string,
  servers: readonly string[],
): Promise<Opened> {
  const [page, startedStory] = await Promise.all([fetchData<PageData>(data), fetchData<Story>(story)]);
  const endpoint = page.endpoints.find((candidate) => candidate.id === id);
  if (!endpoint) throw new Error(`The data of the page has no endpoint ${id}.`);
  adoptStyle(tryItStyle);
  return {
    Panel,
    Frame: PanelFrame,
    props: {
      endpoint,
      collections: page.collections,
      story: startedStory,
      kept: `sandbox ${story}`,
      servers,
    },
  };
}

/** Fetches a file of this site. The build writes it in the shape of `Data`. */
async function fetchData<Data>(url: string): Promise<Data> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response.json();
}
