import site from '../site/site.config.ts';
import { readFeatureMessages } from '../src/config/feature-messages.ts';
import { composeSiteTexts } from '../src/config/texts.ts';
import { engineFeatures } from '../src/features/index.ts';

/** The texts that readers of our own site see. */
export const texts = composeSiteTexts(site.texts ?? {}, readFeatureMessages(engineFeatures));
