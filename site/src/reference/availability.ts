import type { SiteComponentHost } from 'gatehouse/sections';
import { createItemAttribute, defineDataComponent } from './component.ts';
import { type AvailabilityData, availableFeatures } from './data.ts';
import { formatMarkdownTable, formatProse, joinBlocks } from './markdown.ts';

type Feature = AvailabilityData['features'][number];

/** `<Availability feature="audit-log" />`: the badge of a feature that not every installation has. */
export const availability = defineDataComponent(
  availableFeatures,
  { feature: createItemAttribute('feature', ({ features }: AvailabilityData) => features) },
  ({ feature }) => [
    formatBadge(
      [describe(feature), ...(feature.note === undefined ? [] : [formatProse(feature.note)])].join(' '),
    ),
  ],
);

/** The badge of a function or a member. Empty for one that every release has. */
export function formatReleaseBadge({ since }: { since?: string | undefined }): string {
  return since === undefined ? '' : formatBadge(`**Release ${since}** and later.`);
}

function formatBadge(words: string): string {
  return joinBlocks('<div className="badge">', words, '</div>');
}

/** `<AvailabilityTable />`: all of these features, with links to what describes them. */
export const availabilityTable = defineDataComponent(
  availableFeatures,
  {},
  ({ data: { features }, host }) => [
    formatMarkdownTable(features, [
      ['Feature', (feature) => linkToFeature(host, feature)],
      ['Edition', ({ edition = 'All' }) => edition],
      ['Release', ({ since }) => (since === undefined ? 'All 3.x' : `From ${since}`)],
      ['Remark', ({ note = '' }) => formatProse(note)],
    ]),
  ],
);

function describe({ edition, since }: Feature): string {
  if (edition === undefined) return `**Release ${since}** and later. Some older 3.x releases don't have it.`;
  const license = edition === 'Enterprise' ? 'needs a license' : 'may need a license';
  return `**${edition}:** ${license}${since === undefined ? '' : `, from release ${since} on`}.`;
}

/** The title alone if the page doesn't exist. */
function linkToFeature(host: SiteComponentHost, { title, page, heading }: Feature): string {
  const path = host.pagePath(page);
  if (path === undefined) return formatProse(title);
  return `[${formatProse(title)}](${encodeURI(path)}${heading === undefined ? '' : `#${heading}`})`;
}
