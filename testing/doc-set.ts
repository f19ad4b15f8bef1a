import type { DocSet, Version } from '../src/model/site.ts';

/** Creates the only set of a site. */
export function createDocSet(version: Version): DocSet {
  return {
    key: '',
    instance: 'default',
    version,
    position: 0,
    badge: false,
    className: 'docs-version-current',
    breadcrumbs: true,
    contentDirs: [''],
  };
}
