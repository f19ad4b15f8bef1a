import site from '../site/site.config.ts';
import { siteTexts } from '../src/config/texts.ts';

/** The texts that readers of our own site see. */
export const texts = siteTexts(site.texts ?? {});
