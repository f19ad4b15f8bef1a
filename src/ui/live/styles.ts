// They stand in every page, where they are there before the first paint. That of live code comes with the site's own
// styles, where a site has any.
import.meta.glob(['./*/*.css', '!./live-code/*.css'], { eager: true });
