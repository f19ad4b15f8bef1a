import type { PermissionData } from '../../data.ts';
import type { Api } from '../endpoints.ts';
import { collectPageData } from './endpoint-data.ts';
import { addSamples } from './sampled-cases.ts';
import { createSandboxStory } from './story.ts';
import type { StoryFile } from './story-file.ts';

const filesByStory = new WeakMap<StoryFile, { api: Api; files: ReturnType<typeof makeFiles> }>();

/** The files are made once for these data, whichever articles ask for them. */
export function writeSandboxFiles(api: Api, story: StoryFile, permissions: PermissionData) {
  const earlierFiles = filesByStory.get(story);
  if (earlierFiles?.api === api) return earlierFiles.files;
  const files = makeFiles(api, story, permissions);
  filesByStory.set(story, { api, files });
  return files;
}

/** Files that the browser fetches for the sandbox: the story once, and the endpoints of each page. */
function makeFiles(api: Api, file: StoryFile, permissions: PermissionData) {
  const startingStory = createSandboxStory(file, permissions);
  const { cases, users } = startingStory;
  const story = { ...startingStory, cases: addSamples(cases, users, api) };
  const texts = new Map<string, string>();
  return {
    story,
    storyText: JSON.stringify(story),
    /** The content of the file for a page of endpoints. `page` is its name in the OpenAPI document. */
    pageText(page: string): string {
      const endpoints = api.endpoints.filter((endpoint) => endpoint.page === page);
      const text = texts.get(page) ?? JSON.stringify(collectPageData(api, endpoints, file, story));
      texts.set(page, text);
      return text;
    },
  };
}
