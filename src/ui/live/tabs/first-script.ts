/** Selects the tabs that the URL names, or that the reader chose earlier. */
export function firstScript(article: ParentNode): void {
  for (const part of article.querySelectorAll<HTMLElement>('[data-live="Tabs"]')) {
    try {
      const { items, groupId, queryKey } = JSON.parse(part.dataset.props ?? '{}');
      const queryValue = queryKey === undefined ? null : new URLSearchParams(location.search).get(queryKey);
      // `tabs.tsx` stores the choice under this key.
      const choice = queryValue ?? (groupId === undefined ? null : localStorage.getItem(`tabs:${groupId}`));
      const position = items.findIndex((item: { value: string }) => item.value === choice);
      const container = part.firstElementChild;
      if (position < 0 || !container) continue;
      for (const [index, tab] of [...(container.children[0]?.children ?? [])].entries()) {
        tab.classList.toggle('tabs__item--active', index === position);
        tab.setAttribute('aria-selected', String(index === position));
        tab.setAttribute('tabindex', index === position ? '0' : '-1');
      }
      for (const [index, panel] of [...(container.children[1]?.children ?? [])].entries()) {
        panel.toggleAttribute('hidden', index !== position);
      }
    } catch {
      // Storage is off, so the tabs keep the author's selection.
    }
  }
}
