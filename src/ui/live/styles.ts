// In every page before the first paint.
import.meta.glob('./*/*.css', { eager: true });
