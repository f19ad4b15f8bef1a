// They are in every page, before the first paint; that of live code where the site has some.
import.meta.glob(['./*/*.css', '!./live-code/*.css'], { eager: true });
