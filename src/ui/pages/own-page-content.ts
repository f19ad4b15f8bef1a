import { featurePages } from 'virtual:feature-pages';
import type { ComponentType } from 'react';

/** Loads the content of a page by its name. A module of its own, so that articles don't load the list of pages. */
export async function loadContent(name: string, isForAdministrators: boolean): Promise<ComponentType> {
  const loadFeaturePage = featurePages[name];
  if (isForAdministrators)
    return (await import('../admin/admin-page.tsx')).loadAdminPage(name, loadFeaturePage);
  if (loadFeaturePage) return (await loadFeaturePage()).Page;
  if (name === 'api') return (await import('../api-reference/api-page.tsx')).ApiPage;
  return (await import('../account/account-page.tsx')).AccountPage;
}
