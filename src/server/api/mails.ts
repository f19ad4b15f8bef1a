import type { FastifyInstance, FastifyRequest } from 'fastify';
import { composeExampleFeatureMail, composeExampleMail } from '../../accounts/mail/messages/example-mail.ts';
import { nameSite } from '../../accounts/mail/messages/mail-facts.ts';
import { previewMail } from '../../accounts/mail/messages/mail-preview.ts';
import { type Message, type MessageKind, messageKinds } from '../../accounts/mail/messages/message.ts';
import { findMessageLanguage } from '../../config/messages.ts';
import { mailsEndpoints } from '../../model/api/mails.ts';
import { MAIL_PREVIEW_URL } from '../../model/urls.ts';
import { describeReason } from '../../shared/reason.ts';
import { buildPublicUrl } from '../http/base-path.ts';
import { notFoundError, sendError } from '../http/errors.ts';
import { writeMailPreviewHeaders } from '../http/security-headers.ts';
import { readMailBrand } from '../mail-brand.ts';
import type { Release } from '../release/release.ts';
import type { RouteParts } from '../route-parts.ts';
import type { ServerFeature } from '../server-feature.ts';
import { answerEndpoint } from './answer-endpoint.ts';

/** A mail that the site can send, in one language. */
interface ExampleMail {
  kind: string;
  compose(): Message;
}

/** Features without which mails of the program are never sent. */
const featuresOfMails: Readonly<Partial<Record<MessageKind, string>>> = {
  'factor-added': 'second-factor',
  'factor-removed': 'second-factor',
  'factors-reset': 'second-factor',
  'recovery-code-used': 'second-factor',
  'factor-guessed': 'second-factor',
  'feedback-answered': 'insights',
  'feedback-done': 'insights',
};

/** Whether the server can send the mail with these features. */
function canSend(kind: MessageKind, features: readonly ServerFeature[]): boolean {
  if (kind === 'digest') return features.some(({ describeWeek }) => describeWeek !== undefined);
  const neededFeature = featuresOfMails[kind];
  return neededFeature === undefined || features.some(({ name }) => name === neededFeature);
}

/** API for administrators to see the mails of the site: a list, and each one as HTML for a frame. */
export function registerMailsApi(
  app: FastifyInstance,
  {
    identity,
    baseUrl,
    features,
  }: Pick<RouteParts, 'identity' | 'baseUrl'> & { features: readonly ServerFeature[] },
): void {
  const listMails = async (language: string, request: FastifyRequest): Promise<ExampleMail[]> => {
    const toUrl = (path: string) => buildPublicUrl(path, request, baseUrl);
    const { release } = request.gate;
    const brand = await readMailBrand(release);
    const options = { language, toUrl, brand, ...nameSite(toUrl('/'), release.siteName) };
    const ownMails = messageKinds
      .filter((kind) => canSend(kind, features))
      .map((kind) => ({ kind, compose: () => composeExampleMail(kind, options) }));
    const featureMails = features.flatMap(({ name, mails = {} }) =>
      Object.entries(mails).map(([mail, write]) => ({
        kind: `${name}/${mail}`,
        compose: () => composeExampleFeatureMail(write(language), options),
      })),
    );
    return [...ownMails, ...featureMails];
  };

  answerEndpoint(app, mailsEndpoints.listMails, async ({ query }, { request }) => {
    const languages = listLanguages(request.gate.release);
    const language = chooseLanguage(languages, query.language ?? request.gate.release.tag);
    const mails = await listMails(language, request);
    const rows = mails.map(({ kind, compose }) => {
      try {
        const { subject, text } = compose();
        return { kind, subject, text };
      } catch (error) {
        // Code of a feature from outside wrote it. The other mails are still worth seeing.
        request.log.error({ err: error, kind }, "The example of an email can't be written.");
        return { kind, subject: kind, text: '', fault: describeReason(error) };
      }
    });
    return { answer: { mail: identity.mail.isThere, language, languages, rows } };
  });

  app.get(MAIL_PREVIEW_URL, async (request, reply) => {
    const query = new URLSearchParams(request.gate.query);
    const language = chooseLanguage(listLanguages(request.gate.release), query.get('language') ?? '');
    const isAllowed = request.gate.user?.role === 'administrator';
    const mails = isAllowed ? await listMails(language, request) : [];
    const mail = mails.find(({ kind }) => kind === query.get('kind'));
    if (mail === undefined) return sendError(reply, notFoundError);
    const { html, styleHash } = previewMail(mail.compose(), query.get('theme') === 'dark' ? 'dark' : 'light');
    return reply
      .headers({ ...writeMailPreviewHeaders(styleHash), 'cache-control': 'private, no-store' })
      .type('text/html; charset=utf-8')
      .send(html);
  });
}

/** The languages of the site in which mails are written. Mails to readers of other languages are in English. */
function listLanguages({ languages, texts }: Release): string[] {
  const locales = [texts.signInLanguage, ...languages.map(({ tag }) => tag)];
  return [...new Set(locales.map((locale) => findMessageLanguage(locale) ?? 'en'))];
}

function chooseLanguage(languages: readonly string[], locale: string): string {
  const language = findMessageLanguage(locale) ?? 'en';
  return languages.includes(language) ? language : (languages[0] ?? 'en');
}
