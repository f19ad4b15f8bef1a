import { engineFeatures } from '../../src/features/index.ts';
import { commonErrorCodes } from '../../src/model/api/error-codes.ts';
import { loadFeatureApi } from '../../src/server/api/load-api.ts';
import { escapeMarkdown, formatCode, GENERATED, writeMarkdownTable } from './tables.ts';

export async function writeErrorCodesPage(): Promise<string> {
  const { errorCodes } = await loadFeatureApi(engineFeatures);
  const rows = Object.entries({ ...commonErrorCodes, ...errorCodes }).map(([name, meaning]) => [
    formatCode(name),
    escapeMarkdown(meaning),
  ]);
  return `---
title: Error codes
description: Every code that an error answer can have, and what it means.
sidebar_position: 6
---

${GENERATED}

An error answer is JSON with a code and a message. Test the code: it never changes its meaning. The message is for people and may change.

\`\`\`json
{ "error": { "code": "signed-out", "message": "Sign in to read this." } }
\`\`\`

OAuth endpoints answer with the codes of their standards, such as \`invalid_grant\`. Sign-in, the [HTTP API](../developers/2-api.md), search and publishing use these:

${writeMarkdownTable(['Code', 'Meaning'], rows)}
`;
}
