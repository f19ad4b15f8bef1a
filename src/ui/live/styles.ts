// In every page before the first paint. The style of live code is included only on sites that use it.
import.meta.glob(['./*/*.css', '!./live-code/*.css'], { eager: true });
