import { logo } from 'virtual:site/brand';

/** Mark of the site in the colour of the text, from `theme/logo.svg` of the site folder. */
export function BrandMark() {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the owner's own drawing.
  return <span className="brand-mark" aria-hidden="true" dangerouslySetInnerHTML={{ __html: logo }} />;
}
