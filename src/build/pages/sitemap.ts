import { listRoutes } from '../../content/links/routes.ts';
import type { Site } from '../../model/site.ts';
import { joinBasePath, pageHref, SEARCH_PATH } from '../../model/urls.ts';
import { escapeHtml } from '../../shared/html.ts';

/** `/sitemap.xml` of one Site per language, reduced to public pages. `origin` is where browsers reach the site. */
export function writeSitemap(sites: readonly Site[], origin: string): string {
  const addresses = sites.flatMap((site) => {
    const posts = site.blogs.flatMap((blog) => blog.posts);
    const unlistedPaths = new Set(
      [...site.docs, ...site.pages, ...posts, ...site.tags].flatMap((page) =>
        page.unlisted ? [page.path] : [],
      ),
    );
    const search = joinBasePath(SEARCH_PATH, site.basePath);
    return listRoutes(site).filter((path) => path !== search && !unlistedPaths.has(path));
  });
  const entries = addresses.map((path) => `  <url><loc>${escapeHtml(origin + pageHref(path))}</loc></url>\n`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('')}</urlset>
`;
}

/** `/robots.txt` of a site that may be indexed. */
export function writeRobotsFile(sitemap: string): string {
  return `User-agent: *\nAllow: /\nSitemap: ${sitemap}\n`;
}
