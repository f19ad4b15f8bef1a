import type { StandaloneContext } from 'gatehouse/pages';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import Home from '../src/pages/index.tsx';

test('the home page offers the four readers only what exists', () => {
  const context: StandaloneContext = {
    config: {
      name: 'Lurana BPA',
      tagline: '',
      titleDelimiter: '|',
      navbar: { title: 'Lurana BPA', href: '/', className: 'navbar', items: [] },
      footer: { style: 'light', columns: [], copyright: '' },
      defaultTheme: 'dark',
      search: { resultsPerGroup: 5 },
    },
    sections: [],
    recent: [],
    paths: ['/docs/category/user-experience'],
  };
  const html = renderToStaticMarkup(<Home {...context} />);
  expect(html).toContain('/docs/category/user-experience');
  expect(html).not.toContain('/docs/category/developer-info');
});
