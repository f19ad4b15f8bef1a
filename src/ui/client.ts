/**
 * What a page loads at once. The browser draws the page first; then React and the shell come one after the
 * other, each in a task of its own, so that the reader can scroll and follow links meanwhile.
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

// A page that nobody sees draws nothing, and must learn all the same when the session ends.
if (document.hidden) hydrate();
else requestAnimationFrame(hydrate);
