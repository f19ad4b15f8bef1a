import { livePart, type SiteComponentHost } from 'gatehouse/sections';
import { dataOf } from '../component.ts';
import { permissionKeys } from '../data.ts';
import type { Api, Endpoint } from './endpoints.ts';
import { sandboxFiles } from './sandbox/sandbox-files.ts';
import { storyFile } from './sandbox/story.ts';

/** The button that opens the request of an endpoint; what it needs then is a file of the page, not of any script. */
export function tryIt(api: Api, { id, title, page }: Endpoint, host: SiteComponentHost): string {
  const story = dataOf(host, storyFile);
  const permissions = dataOf(host, permissionKeys);
  if (!story || !permissions) return '';
  const files = sandboxFiles(api, story, permissions);
  return livePart(
    'TryIt',
    {
      id,
      title,
      data: host.asset('endpoints.json', files.pageText(page)),
      story: host.asset('sandbox.json', files.storyText),
      ...(host.connect.length > 0 && { servers: host.connect }),
    },
    [],
  );
}
