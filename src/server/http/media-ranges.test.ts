import { expect, test } from 'vitest';
import { findMediaQuality } from './media-ranges.ts';

test.each([
  [undefined, 1],
  ['', 1],
  [' , ,', 0],
  ['application/json', 1],
  ['APPLICATION/JSON ; Q=0.5', 0.5],
  ['application/json;q=0.001', 0.001],
  ['application/*;q=0.4, */*;q=0.9', 0.4],
  ['*/*;q=0.9, application/json;q=0', 0],
  ['text/html, application/*;q=0.3', 0.3],
  ['application/json;version=1;q=0.2, application/json;q=0.7', 0.7],
  ['application/json;q=0.6;extension=1', 0.6],
  ['text/plain;note="a, application/json", text/html', 0],
  ['application/json;profile="x;q=0, y\\"";q=0.8', 0.8],
  ['text/html, image/gif, *; q=.2, */*; q=.2', 0.2],
  ['application/json;q=0.9000', 0.9],
  ['application/json;q=1.5', 1],
  ['application/json;q=-1', 0],
  ['application/json;q=high', 1],
  ['application/json;q=', 1],
  ['application/vnd.api+json, application/json5, json', 0],
  ['application', 0],
  ['/, ;q=1, application/json;', 1],
])('by "Accept: %s", a client wants JSON with the quality %d', (header, quality) => {
  expect(findMediaQuality(header, 'application/json')).toBe(quality);
});
