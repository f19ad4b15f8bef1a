import * as texts from 'virtual:site/texts';
import { escapeHtml } from '../../../shared/html.ts';

/**
 * Hidden unless a script or style sheet of the shell fails to load. Readers learn to reload the page, and administrators
 * find the likely cause behind a summary, which opens without scripts. It holds no link: the skip link is the first. As an
 * alert it is announced, and needn't be in a landmark.
 */
export const notLoadedBanner = `<div class="not-loaded" role="alert"><strong>${escapeHtml(texts.notLoadedProperly)}</strong> ${escapeHtml(texts.notLoadedReload)}<details><summary>${escapeHtml(texts.notLoadedForAdministrators)}</summary>${escapeHtml(texts.notLoadedHint)}</details></div>`;
