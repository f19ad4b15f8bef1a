/**
 * What live parts do to an article before it is painted, so that nothing moves when they come alive. They also run as
 * text in the page's inline script: each uses nothing from outside itself.
 */
export const firstScripts = Object.values(
  import.meta.glob<(article: ParentNode) => void>('./*/first-script.ts', {
    eager: true,
    import: 'firstScript',
  }),
);
