/**
 * Whether the shell has taken the page over: every part of it is hydrated and drawn, and no other page is on its way.
 * Asked in the page: it uses nothing from outside itself.
 */
export function isShellReady(): boolean {
  const { dataset } = document.documentElement;
  const isMoving = 'navigation' in window && navigation.transition !== null;
  const isDrawn = !('drawing' in dataset || 'growing' in dataset);
  const isAlive = (part: Element) => Object.keys(part).some((key) => key.startsWith('__react'));
  const main = document.querySelector('main');
  const frameParts = [...document.querySelectorAll('.frame > .sidebar, .frame ~ .footer')];
  return (
    !isMoving &&
    isDrawn &&
    main !== null &&
    isAlive(main) &&
    [...main.children].some(isAlive) &&
    frameParts.every(isAlive)
  );
}
