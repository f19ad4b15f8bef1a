import { expect, test } from 'vitest';
import { redirectCookies } from './redirect-cookies.ts';

test('over HTTPS no neighbour can plant them, and over plain HTTP every browser keeps them', () => {
  const secure = redirectCookies({ protocol: 'https', host: 'docs.example', basePath: '/' });
  expect(secure.setFlow('x', 600)).toBe('__Host-oidc=x; Max-Age=600; Path=/; SameSite=Lax; HttpOnly; Secure');
  expect(secure.setHint('x')).toBe(
    '__Secure-oidc-hint=x; Path=/auth/sign-out; SameSite=Strict; HttpOnly; Secure',
  );
  const plain = redirectCookies({ protocol: 'http', host: 'localhost:3000', basePath: '/' });
  expect(plain.setFlow('x', 600)).toBe('oidc=x; Max-Age=600; Path=/; SameSite=Lax; HttpOnly');
  expect(plain.setHint('x')).toBe('oidc-hint=x; Path=/auth/sign-out; SameSite=Strict; HttpOnly');
});
