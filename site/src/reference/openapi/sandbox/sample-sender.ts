import { isDeepStrictEqual } from 'node:util';
import { answer, newWorld } from '../../../live/try-it/sandbox/answer.ts';
import type { Collections, EndpointData } from '../../../live/try-it/sandbox/endpoint-data.ts';
import { requestOf, sampleValues } from '../../../live/try-it/sandbox/request.ts';
import type { Story } from '../../../live/try-it/sandbox/story.ts';

/** Who sends the sample: the first user who gets the documented answer, else who gets the most. */
export function sampleSender(endpoint: EndpointData, story: Story, collections: Collections): string {
  const { does } = endpoint;
  const starter = story.cases[0]?.startedBy;
  // Cases are the requester's in the first place, all else is the administrator's.
  const isFirst = (uid: string) => Number(/^cases?$/.test(does.kind) && uid === starter);
  const tried = story.users
    .toSorted((a, b) => isFirst(b.uid) - isFirst(a.uid))
    .map(({ uid }) => {
      const world = newWorld(
        { story, collections },
        { now: () => '2026-03-12 09:00:00', uid: () => '0'.repeat(32) },
      );
      const token = Object.entries(story.tokens).find(([, { user }]) => user === uid)?.[0] ?? '';
      const made = answer(world, endpoint, { ...requestOf(endpoint, sampleValues(endpoint)), token });
      return { uid, made };
    });
  const good = tried.filter(({ made }) => made.status === endpoint.status);
  const example = endpoint.answer.kind === 'json' ? endpoint.answer.example : undefined;
  const same = good.find(({ made }) => isDeepStrictEqual(made.body, example));
  const lengthOf = (body: unknown) => (JSON.stringify(body) ?? '').length;
  const [longest] = good.toSorted((a, b) => lengthOf(b.made.body) - lengthOf(a.made.body));
  return (same ?? longest ?? tried[0])?.uid ?? '';
}
