import type { TextsOf } from '../../config/feature-messages.ts';
import { defineFeature } from '../feature.ts';
import type en from './messages/en.json';

declare module '../../config/feature-messages.ts' {
  interface FeatureTexts extends TextsOf<typeof en> {}
}

/** Lets readers change and run the code of fences marked `live`. */
export const liveCode = defineFeature({
  name: 'live-code',
  messages: new URL('./messages/', import.meta.url),
  markdown: {
    compiler: new URL('./compile.ts', import.meta.url),
    liveParts: {
      LiveCode: {
        setting: 'live',
        module: new URL('./live-code.tsx', import.meta.url),
        style: new URL('./live-code.css', import.meta.url),
        frame: { title: 'Live code', script: new URL('./frame/live-frame.tsx', import.meta.url) },
      },
    },
  },
});
