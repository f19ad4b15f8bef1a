import type { FastifyInstance } from 'fastify';
import type { Previewed } from '../../model/audience.ts';
import { AUDIENCES_PATH, PREVIEW_URL } from '../../model/urls.ts';
import { createPreviewCookie } from '../http/cookies.ts';
import { notFoundError, sendError } from '../http/errors.ts';
import { readFormField } from '../http/forms.ts';
import { SMALL_BODY } from '../http/limits.ts';
import type { Release } from '../release/release.ts';
import type { RouteParts } from '../route-parts.ts';

/**
 * Starts or ends an administrator's preview of the site as visitors or as readers in some groups. The choice is in a
 * cookie of this browser, which can only hide things from an administrator.
 */
export function registerPreviewRoutes(app: FastifyInstance, { identity }: RouteParts): void {
  app.post(PREVIEW_URL, SMALL_BODY, async (request, reply) => {
    const { user, site, release } = request.gate;
    if (user?.role !== 'administrator' || release.views === undefined) return sendError(reply, notFoundError);
    const isEnding = readFormField(request.body, 'end') !== '';
    const preview = isEnding ? undefined : readRequestedPreview(request.body, release);
    await identity.notePreview(user, request.ip, preview);
    reply.header('set-cookie', createPreviewCookie(site, preview));
    return reply.redirect(isEnding ? AUDIENCES_PATH : '/', 303);
  });
}

function readRequestedPreview(body: unknown, { groups, publicPages }: Release): Previewed {
  if (publicPages && readFormField(body, 'visitor') !== '') return 'visitor';
  const requestedGroups = readGroupNames(body);
  return groups.map(({ name }) => name).filter((name) => requestedGroups.includes(name));
}

function readGroupNames(body: unknown): unknown[] {
  if (typeof body !== 'object' || body === null) return [];
  const value: unknown = Reflect.get(body, 'group');
  return Array.isArray(value) ? value : [value];
}
