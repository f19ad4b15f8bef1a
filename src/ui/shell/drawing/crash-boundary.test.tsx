import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { CrashBoundary } from './crash-boundary.tsx';

/** Messages of a page in which `error` was thrown. Rendering in Node has no error boundaries, so the test calls it. */
function renderMessages(error: unknown): string[] {
  const boundary = new CrashBoundary({ siteName: 'Manual', children: null });
  boundary.state = CrashBoundary.getDerivedStateFromError(error);
  const html = renderToStaticMarkup(boundary.render());
  return [...html.matchAll(/<pre>(.*?)<\/pre>/g)].map(([, message = '']) => message);
}

test('shows the messages of a crash and its causes, even circular ones', () => {
  const deepest = new Error('the disk is full');
  const middle = new Error('the file is locked', { cause: deepest });
  expect(renderMessages(new Error('the page is lost', { cause: middle }))).toEqual([
    'the page is lost',
    'the file is locked',
    'the disk is full',
  ]);
  deepest.cause = middle;
  expect(renderMessages(middle)).toEqual(['the file is locked', 'the disk is full']);
  expect(renderMessages('only a word')).toEqual(['only a word']);
});
