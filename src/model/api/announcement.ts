import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';

/** What administrators say above every page, if they say anything: else it is what the configuration says. */
export const announcementChoice = z.strictObject({
  shown: z
    .enum(['configured', 'none', 'own'])
    .describe('What the configuration of the site says, nothing, or what is said here.'),
  text: z.string().trim().max(500).default('').describe('One line of Markdown: bold, italic, code, links.'),
  kind: z.enum(['info', 'tip', 'warning', 'danger']).default('info').describe('How it looks.'),
  closeable: z.boolean().default(true).describe('Whether readers can close it.'),
});

export const announcementEndpoints = {
  readAnnouncement: {
    call: 'GET /api/v1/announcement',
    access: 'administrator',
    summary: 'What is shown above every page.',
    answer: announcementChoice,
  },
  changeAnnouncement: {
    call: 'POST /api/v1/announcement',
    access: 'administrator',
    summary: 'Shows something above every page, from now on and to everybody.',
    body: announcementChoice.refine(({ shown, text }) => shown !== 'own' || text !== '', { path: ['text'] }),
  },
} as const satisfies Record<string, Endpoint>;

export type AnnouncementChoice = z.infer<typeof announcementChoice>;
