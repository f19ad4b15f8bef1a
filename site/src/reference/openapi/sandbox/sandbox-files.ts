import type { PageData } from '../../../live/try-it/sandbox/endpoint-data.ts';
import type { Story } from '../../../live/try-it/sandbox/story.ts';
import type { PermissionData } from '../../data.ts';
import type { Api } from '../endpoints.ts';
import { pageData } from './endpoint-data.ts';
import { withSamples } from './sampled-cases.ts';
import { sandboxStory } from './story.ts';
import type { StoryFile, StoryText } from './story-file.ts';

/** What the browser fetches for the sandbox: the story once, and the endpoints of each page. */
interface SandboxFiles {
  story: Story;
  /** By the page of the endpoints, as the OpenAPI document names it. */
  pageData(page: string): PageData;
  storyText: string;
  pageText(page: string): string;
}

const made = new WeakMap<StoryText, { api: Api; files: SandboxFiles }>();

/** Made once for these data, whichever articles ask. */
export function sandboxFiles(api: Api, story: StoryText, permissions: PermissionData): SandboxFiles {
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

function makeFiles(api: Api, file: StoryFile, permissions: PermissionData): SandboxFiles {
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
    pageData: (name) => page(name).data,
    pageText: (name) => page(name).text,
  };
}
