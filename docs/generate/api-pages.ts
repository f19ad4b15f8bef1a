import { engineFeatures } from '../../src/features/index.ts';
import { type ApiOperation, buildApiDocument, type SiteApiDocument } from '../../src/model/api/openapi.ts';
import { loadFeatureApi } from '../../src/server/api/load-api.ts';

interface ApiPage {
  /** Name of the section's files, and its id for `<ApiDocMdx>`. */
  name: string;
  title: string;
  description: string;
  /** Tags of the document that the page shows; `*`: all that no other page shows. */
  tags: readonly string[];
}

const pages: readonly ApiPage[] = [
  {
    name: 'api-account',
    title: 'API: own account',
    description: 'A reader’s own account, sessions, personal tokens and second factors.',
    tags: ['Own account'],
  },
  {
    name: 'api-accounts',
    title: 'API: accounts',
    description:
      'All accounts with their sessions and tokens, and imports of many people, for administrators.',
    tags: ['Accounts'],
  },
  {
    name: 'api-releases',
    title: 'API: releases',
    description: 'Releases, deploy tokens and publications from another machine.',
    tags: ['Releases', 'Deploy tokens', 'Publications'],
  },
  {
    name: 'api-administration',
    title: 'API: administration',
    description: 'Audiences, page views, searches, feedback, audit log, announcement, health and backups.',
    tags: ['*'],
  },
];

const writeIntroduction = (description: string) =>
  `${description} [Use the API](/docs/developers/api) explains tokens, errors and limits. This page shows what an administrator may call; \`/api/v1/openapi.json\` of your own server describes what you may call.`;

/** A document and a part of the OpenAPI document for each page, by their path in the site folder. */
export async function writeApiFiles(): Promise<Record<string, string>> {
  const wholeDocument = buildApiDocument({
    name: 'Gatehouse',
    server: 'https://docs.example.com',
    role: 'administrator',
    features: await loadFeatureApi(engineFeatures),
  });
  const namedTags = new Set(pages.flatMap(({ tags }) => tags));
  const entries = pages.flatMap((page, index) => {
    const isShown = (tag: string) => page.tags.includes(namedTags.has(tag) ? tag : '*');
    return [
      [`docs/reference/${page.name}.mdx`, renderDocument(page, index)],
      [
        `openapi/${page.name}.json`,
        `${JSON.stringify(extractPage(wholeDocument, page, isShown), null, 2)}\n`,
      ],
    ];
  });
  return Object.fromEntries(entries);
}

function renderDocument({ name, title, description }: ApiPage, at: number): string {
  return `---
title: "${title}"
description: ${description}
sidebar_position: ${5 + at / 10}
hide_title: true
toc_max_heading_level: 3
---

{/* Written by \`npm run docs:reference\` from the sources. Change those instead. */}

import ApiDocMdx from '@theme/ApiDocMdx';

<ApiDocMdx id="${name}" />
`;
}

function extractPage(
  wholeDocument: SiteApiDocument,
  { title, description }: ApiPage,
  isShown: (tag: string) => boolean,
) {
  const paths = Object.entries(wholeDocument.paths).flatMap(([path, operations]) => {
    const shownOperations = Object.entries(operations).filter(([, { tags }]) => tags.some(isShown));
    const titledOperations = shownOperations.map(([method, operation]) => [method, withTitle(operation)]);
    return shownOperations.length === 0 ? [] : [[path, Object.fromEntries(titledOperations)]];
  });
  const { license: _, description: __, ...info } = wholeDocument.info;
  return {
    ...wholeDocument,
    // The document begins with these, so the page hides its own title.
    info: { ...info, title, description: writeIntroduction(description) },
    tags: wholeDocument.tags.filter(({ name }) => isShown(name)),
    paths: Object.fromEntries(paths),
  };
}

/** The first sentence of the summary is the heading of the operation, without its full stop. */
function withTitle(operation: ApiOperation) {
  const [, title = operation.summary, rest] = /^(.*?)\.(?: (.*))?$/s.exec(operation.summary) ?? [];
  return { ...operation, summary: title, ...(rest && { description: rest }) };
}
