import type { PageData } from '../../../live/try-it/sandbox/endpoint-data.ts';
import type { PermissionData } from '../../data.ts';
import type { Api } from '../endpoints.ts';
import { pageData } from './endpoint-data.ts';
import { withSamples } from './sampled-cases.ts';
import { sandboxStory } from './story.ts';
import type { StoryFile, StoryText } from './story-file.ts';

const made = new WeakMap<StoryText, { api: Api; files: ReturnType<typeof makeFiles> }>();

/** Made once for these data, whichever articles ask. */
export function sandboxFiles(api: Api, story: StoryText, permissions: PermissionData) {
  const known = made.get(story);
  if (known?.api === api) return known.files;
  const files = makeFiles(
    api,
    { ...story, permissions: permissions.permissions.map(({ id }) => id) },
    permissions,
  );
  made.set(story, { api, files });
  return files;
}

/** What the browser fetches for the sandbox: the story once, and the endpoints of each page. */
function makeFiles(api: Api, file: StoryFile, permissions: PermissionData) {
  const begun = sandboxStory(file, permissions);
  const story = { ...begun, cases: withSamples(begun.cases, begun.users, api) };
  const pages = new Map<string, { data: PageData; text: string }>();
  const page = (name: string) => {
    const endpoints = api.endpoints.filter((endpoint) => endpoint.page === name);
    const data = pages.get(name)?.data ?? pageData(api, endpoints, file, story);
    const entry = pages.get(name) ?? { data, text: JSON.stringify(data) };
    pages.set(name, entry);
    return entry;
  };
  return {
    story,
    storyText: JSON.stringify(story),
    /** By the page of the endpoints, as the OpenAPI document names it. */
    pageData: (name: string) => page(name).data,
    pageText: (name: string) => page(name).text,
  };
}
