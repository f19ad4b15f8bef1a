import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import type { Identity } from '../../accounts/create-identity.ts';
import { computeAnnouncementTag } from '../../model/announcement-tag.ts';
import { ANNOUNCED_URL } from '../../model/urls.ts';
import { answerEndpoint } from '../../server/api/answer-endpoint.ts';
import type { FeatureContext } from '../../server/server-feature.ts';
import { renderInlineMarkdown } from '../../shared/inline-markdown.ts';
import { StoreError } from '../../storage/store-error.ts';
import { announcementChoice, announcementEndpoints } from './announcement-endpoints.ts';

const SETTING = 'announcement';
/** How long a process caches the announcement. After a change, all processes show the new one within this time. */
const CACHE_MS = 2_000;

/** An announcement for browsers. `null` means that none is shown, even if the configuration has one. */
type ShownAnnouncement = { id: string; html: string; kind: string; closeable: boolean } | null;

const configuredChoice = announcementChoice.parse({ shown: 'configured' });
/** A stored value that this version of the engine can't parse is ignored. */
const storedChoiceSchema = announcementChoice.catch(configuredChoice);

/** The announcement that administrators show above every page. */
interface Announcements {
  /** The current announcement. `undefined` means that the one from the configuration is shown. */
  readCurrent(): Promise<ShownAnnouncement | undefined>;
  /** Reads the announcement again next time, so that the administrator who changes it sees the new one at once. */
  readAgain(): void;
}

/** Reads the announcement from the store, at most once per `CACHE_MS`. */
function createAnnouncements({ settings }: Pick<Identity, 'settings'>): Announcements {
  let cachedChoice: { choice: z.infer<typeof storedChoiceSchema>; until: number } = {
    choice: configuredChoice,
    until: 0,
  };
  return {
    readAgain: () => {
      cachedChoice = { ...cachedChoice, until: 0 };
    },
    readCurrent: async (): Promise<ShownAnnouncement | undefined> => {
      if (cachedChoice.until <= Date.now()) {
        // During the request, and while the store is unavailable, the cached value stays in use.
        cachedChoice = { ...cachedChoice, until: Date.now() + CACHE_MS };
        try {
          cachedChoice = {
            ...cachedChoice,
            choice: storedChoiceSchema.parse((await settings.read(SETTING)) ?? configuredChoice),
          };
        } catch (error) {
          if (!(error instanceof StoreError)) throw error;
        }
      }
      const { shown: source, text, kind, closeable } = cachedChoice.choice;
      if (source === 'configured') return undefined;
      if (source === 'none') return null;
      // The id depends on the text, so that a changed announcement appears again for readers who closed it.
      const id = createHash('sha256').update(`${kind} ${text}`).digest('base64url').slice(0, 12);
      return { id, html: renderInlineMarkdown(text), kind, closeable };
    },
  };
}

/** Answers open pages and administrators, and tells new pages the announcement with their session. */
export function startAnnouncements({
  app,
  identity,
  describeSession,
}: Pick<FeatureContext, 'app' | 'identity' | 'describeSession'>): void {
  const announcements = createAnnouncements(identity);
  describeSession('announcement', announcements.readCurrent);
  registerAnnouncementRoute(app, announcements);
  answerAnnouncementEndpoints(app, identity, announcements);
}

/** Polled by open pages. They send the tag of the announcement that they show, so that the answer is usually a 304. */
function registerAnnouncementRoute(app: FastifyInstance, announcements: Announcements): void {
  app.get(ANNOUNCED_URL, async (request, reply) => {
    const announcement = await announcements.readCurrent();
    const tag = computeAnnouncementTag(announcement);
    reply.header('etag', tag);
    return request.headers['if-none-match'] === tag ? reply.code(304).send() : { announcement };
  });
}

/** API for administrators to read and change the announcement. */
function answerAnnouncementEndpoints(
  app: FastifyInstance,
  { settings }: Pick<Identity, 'settings'>,
  announcements: Announcements,
): void {
  answerEndpoint(app, announcementEndpoints.readAnnouncement, async () => ({
    answer: storedChoiceSchema.parse((await settings.read(SETTING)) ?? configuredChoice),
  }));

  answerEndpoint(app, announcementEndpoints.changeAnnouncement, async ({ body }, { user }) => {
    const { shown: source, text } = body;
    const value = source === 'configured' ? undefined : { ...body, text: text.replace(/\s+/g, ' ') };
    await settings.write(SETTING, value, {
      event: 'announcement-changed',
      by: user.email,
      detail: source === 'own' ? text.replace(/[\s\p{C}]+/gu, ' ') : source,
    });
    announcements.readAgain();
    return { answer: undefined };
  });
}
