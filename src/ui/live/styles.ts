// In every page before the first paint. The style of live code is included only on sites that use it, and a diagram
// brings its own when it is drawn.
import.meta.glob(['./*/*.css', '!./live-code/*.css', '!./mermaid/*.css'], { eager: true });
