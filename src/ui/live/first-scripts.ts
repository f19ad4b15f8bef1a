/**
 * Scripts of live parts that change an article before the first paint, so that nothing moves when they hydrate. They
 * are also inlined in the page as text, so each must be self-contained.
 */
export const firstScripts = Object.values(
  import.meta.glob<(article: ParentNode) => void>('./*/first-script.ts', {
    eager: true,
    import: 'firstScript',
  }),
);
