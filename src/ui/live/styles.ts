// Style sheets that every page needs before the first paint.
import.meta.glob('./*/*.css', { eager: true });
