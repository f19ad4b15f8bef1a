import { z } from 'zod';
import type { Endpoint } from '../../model/api/endpoint.ts';

/** The announcement at the top of every page: that of the site configuration, none, or one that an administrator wrote. */
export const announcementChoice = z.strictObject({
  shown: z
    .enum(['configured', 'none', 'own'])
    .describe('Announcement to show: that of the site configuration, none, or `text`.'),
  text: z
    .string()
    .trim()
    .max(500)
    .default('')
    .describe('One line of Markdown with bold, italic, code and links. Required if `shown` is `own`.'),
  kind: z.enum(['info', 'tip', 'warning', 'danger']).default('info').describe('Colour of the announcement.'),
  closeable: z.boolean().default(true).describe('Whether readers can close it.'),
});

export const announcementEndpoints = {
  readAnnouncement: {
    call: 'GET /api/v1/announcement',
    access: 'administrator',
    summary: 'Get the announcement.',
    answer: announcementChoice,
  },
  changeAnnouncement: {
    call: 'POST /api/v1/announcement',
    access: 'administrator',
    summary: 'Change the announcement. All readers see it within a minute.',
    body: announcementChoice.refine(({ shown: source, text }) => source !== 'own' || text !== '', {
      path: ['text'],
    }),
  },
} as const satisfies Record<string, Endpoint>;

export type AnnouncementChoice = z.infer<typeof announcementChoice>;
