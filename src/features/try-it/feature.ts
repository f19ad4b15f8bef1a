import { defineFeature } from '../feature.ts';

/** Lets readers send requests from the pages of OpenAPI files to servers that the owner allows. */
export const tryIt = defineFeature({
  name: 'try-it',
  markdown: {
    compiler: new URL('./compile.ts', import.meta.url),
    liveParts: {
      TryRequest: {
        setting: 'tryIt',
        module: new URL('./try-request.tsx', import.meta.url),
        style: new URL('./try-request.css', import.meta.url),
      },
    },
  },
});
