import { expect, test } from 'vitest';
import { joinIntroduced } from './choose-passage.ts';
import { collectPassages } from './passages.ts';

const text = 'A pass can be renewed until the day before it expires.';
const steps = '<ol><li>Open the list of passes.</li><li>Choose yours.</li></ol>';

test.each([
  ['steps', `<p>${text}</p>${steps}`, 'steps'],
  ['code', `<p>${text}</p><pre><code>renew(pass)</code></pre>`, 'code'],
  ['a list', `<p>${text}</p><p>It has two parts:</p><ul><li>a name</li><li>a day</li></ul>`, 'list'],
  ['another text', `<p>${text}</p><p>The office closes at noon on Fridays.</p>${steps}`, undefined],
  ['a table', `<p>${text}</p><table><tr><th>Pass</th></tr><tr><td>Day pass</td></tr></table>`, undefined],
  ['a legend', `<p>${text}</p><ol><li>Name: yours.</li><li>Day: when it expires.</li></ol>`, undefined],
  ['nothing', `<p>${text}</p><h2>Next</h2>${steps}`, undefined],
])('a text is quoted together with %s after it only if it introduces that', (_, html, kind) => {
  const [section] = collectPassages(html, 'Passes', 'en');
  const [passage] = section?.passages ?? [];
  if (!section || !passage) throw new Error('The page has no passage.');
  expect(passage).toMatchObject({ kind: 'text', sentences: [text] });
  expect(joinIntroduced(passage, section.passages).followedBy?.kind).toBe(kind);
});

test('the last item of a list introduces nothing', () => {
  const [section] = collectPassages(
    `<ul><li>A pass has a name.</li><li>${text}</li></ul>${steps}`,
    'Passes',
    'en',
  );
  const item = section?.passages.find(
    ({ kind, ...rest }) => kind === 'text' && JSON.stringify(rest).includes(text),
  );
  if (!section || !item) throw new Error('The page has no such item.');
  expect(joinIntroduced(item, section.passages).followedBy).toBeUndefined();
});

test('steps introduce nothing', () => {
  const [section] = collectPassages(`${steps}<pre><code>renew(pass)</code></pre>`, 'Passes', 'en');
  const [passage] = section?.passages ?? [];
  if (!section || !passage) throw new Error('The page has no passage.');
  expect(joinIntroduced(passage, section.passages).followedBy).toBeUndefined();
});
