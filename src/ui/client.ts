/**
 * First script of a page. The browser paints the page first, then React and the shell load, each in its own task, so
 * that the reader can scroll and follow links meanwhile.
 */
function hydrate(): void {
  setTimeout(() => {
    import('react-dom/client')
      .then(() => import('./hydrate.tsx'))
      .catch((error) => {
        document.documentElement.dataset.notLoaded = '';
        reportError(error);
      });
  });
}

// A hidden page isn't painted, but still has to learn when the session ends.
if (document.hidden) hydrate();
else requestAnimationFrame(hydrate);
