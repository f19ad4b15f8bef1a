import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import type { Identity } from '../../accounts/create-identity.ts';
import { announcementTag } from '../../model/announcement-tag.ts';
import { announcementChoice } from '../../model/api/announcement.ts';
import { ANNOUNCED_URL } from '../../model/urls.ts';
import { inlineMarkdown } from '../../shared/inline-markdown.ts';
import { StoreError } from '../../storage/store-error.ts';
import { answerEndpoint } from './answer-endpoint.ts';

const SETTING = 'announcement';
/** Of several processes each asks the store so often at most: what one of them was told, all show soon after. */
const KNOWN_MS = 2_000;

/** As browsers show it; `null`: nothing, whatever the configuration says. */
type ShownAnnouncement = { id: string; html: string; kind: string; closeable: boolean } | null;

const configured = announcementChoice.parse({ shown: 'configured' });
/** What another release wrote and this one does not understand is as if it were not there. */
const kept = announcementChoice.catch(configured);

export type Announcements = ReturnType<typeof createAnnouncements>;

/** What administrators say above every page. */
export function createAnnouncements({ settings }: Pick<Identity, 'settings'>) {
  let known: { choice: z.infer<typeof kept>; until: number } = { choice: configured, until: 0 };
  return {
    /** Forgets the choice that was read, so that the administrator who changes it sees the new one at once. */
    readAgain: () => {
      known = { ...known, until: 0 };
    },
    /** `undefined`: what the configuration says. */
    shown: async (): Promise<ShownAnnouncement | undefined> => {
      if (known.until <= Date.now()) {
        // While it is asked, and while the store is gone, it is what it was.
        known = { ...known, until: Date.now() + KNOWN_MS };
        try {
          known = { ...known, choice: kept.parse((await settings.read(SETTING)) ?? configured) };
        } catch (error) {
          if (!(error instanceof StoreError)) throw error;
        }
      }
      const { shown, text, kind, closeable } = known.choice;
      if (shown === 'configured') return undefined;
      if (shown === 'none') return null;
      // Other words are another one, which is there again for those who closed the one before.
      const id = createHash('sha256').update(`${kind} ${text}`).digest('base64url').slice(0, 12);
      return { id, html: inlineMarkdown(text), kind, closeable };
    },
  };
}

/** Asked by open pages, with what they show already: as long as that is so, no more than headers go out and in. */
export function announcedRoute(app: FastifyInstance, announcements: Announcements): void {
  app.get(ANNOUNCED_URL, async (request, reply) => {
    const announcement = await announcements.shown();
    const tag = announcementTag(announcement);
    reply.header('etag', tag);
    return request.headers['if-none-match'] === tag ? reply.code(304).send() : { announcement };
  });
}

export function announcementApi(
  app: FastifyInstance,
  { settings }: Pick<Identity, 'settings'>,
  announcements: Announcements,
): void {
  answerEndpoint(app, 'readAnnouncement', async () => ({
    answer: kept.parse((await settings.read(SETTING)) ?? configured),
  }));

  answerEndpoint(app, 'changeAnnouncement', async ({ body }, { user }) => {
    const { shown, text } = body;
    const value = shown === 'configured' ? undefined : { ...body, text: text.replace(/\s+/g, ' ') };
    await settings.write(SETTING, value, {
      event: 'announcement-changed',
      by: user.email,
      detail: shown === 'own' ? text.replace(/[\s\p{C}]+/gu, ' ') : shown,
    });
    announcements.readAgain();
    return { answer: undefined };
  });
}
