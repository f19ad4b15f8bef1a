// They stand in every page, where they are there before the first paint.
import.meta.glob('./*/*.css', { eager: true });
