import type { FastifyInstance } from 'fastify';
import type { Previewed } from '../../model/audience.ts';
import { AUDIENCES_PATH, PREVIEW_URL } from '../../model/urls.ts';
import { previewCookie } from '../http/cookies.ts';
import { nothingHere, sendError } from '../http/errors.ts';
import { formText } from '../http/forms.ts';
import { SMALL_BODY } from '../http/limits.ts';
import type { Release } from '../release/release.ts';
import type { RouteParts } from '../route-parts.ts';

/**
 * Where an administrator begins to see the site as readers in some groups do, or visitors, and ends it: in this browser, whose cookie
 * can only take away from what administrators see.
 */
export function previewRoutes(app: FastifyInstance, { identity }: RouteParts): void {
  app.post(PREVIEW_URL, SMALL_BODY, async (request, reply) => {
    const { user, site, release } = request.gate;
    if (user?.role !== 'administrator' || release.views === undefined) return sendError(reply, nothingHere);
    const ends = formText(request.body, 'end') !== '';
    const as = ends ? undefined : previewOf(request.body, release);
    await identity.notePreview(user, request.ip, as);
    reply.header('set-cookie', previewCookie(site, as));
    return reply.redirect(ends ? AUDIENCES_PATH : '/', 303);
  });
}

function previewOf(body: unknown, { groups, publicPages }: Release): Previewed {
  if (publicPages && formText(body, 'visitor') !== '') return 'visitor';
  const wanted = groupsOf(body);
  return groups.map(({ name }) => name).filter((name) => wanted.includes(name));
}

function groupsOf(body: unknown): unknown[] {
  if (typeof body !== 'object' || body === null) return [];
  const value: unknown = Reflect.get(body, 'group');
  return Array.isArray(value) ? value : [value];
}
