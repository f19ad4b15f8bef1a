/**
 * Shows the tabs that the reader chose earlier, before they are enlivened, so that nothing moves when they are.
 * Also runs as text in the page's inline script: it must not use anything from outside itself.
 */
export function restoreTabs(root: ParentNode): void {
  for (const place of root.querySelectorAll<HTMLElement>('[data-live="Tabs"]')) {
    try {
      const { items, groupId } = JSON.parse(place.dataset.props ?? '{}');
      const chosen = groupId === undefined ? null : localStorage.getItem(`tabs:${groupId}`);
      const at = items.findIndex((item: { value: string }) => item.value === chosen);
      const container = place.firstElementChild;
      if (at < 0 || !container) continue;
      for (const [index, tab] of [...(container.children[0]?.children ?? [])].entries()) {
        tab.classList.toggle('tabs__item--active', index === at);
        tab.setAttribute('aria-selected', String(index === at));
        tab.setAttribute('tabindex', index === at ? '0' : '-1');
      }
      for (const [index, panel] of [...(container.children[1]?.children ?? [])].entries()) {
        panel.toggleAttribute('hidden', index !== at);
      }
    } catch {
      // Storage is switched off: the tabs stay as their author set them.
    }
  }
}
