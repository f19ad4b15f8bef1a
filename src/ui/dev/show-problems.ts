const ID = 'dev-problems';

/** A panel over the foot of the page with what is wrong in it; gone when nothing is. */
export function showProblems(problems: readonly string[]): void {
  document.getElementById(ID)?.remove();
  if (problems.length === 0) return;
  const panel = document.createElement('div');
  panel.id = ID;
  panel.setAttribute('role', 'alert');
  Object.assign(panel.style, {
    position: 'fixed',
    inset: 'auto 0 0 0',
    maxHeight: '50vh',
    overflow: 'auto',
    padding: '12px 16px',
    background: '#3b0d12',
    color: '#ffe3e3',
    font: '14px/1.5 ui-monospace, monospace',
    whiteSpace: 'pre-wrap',
    zIndex: '1000',
  });
  panel.textContent = problems.join('\n');
  document.body.append(panel);
}
