import { expect, test } from 'vitest';
import { redirectCookies } from './redirect-cookies.ts';

test("over HTTPS sibling domains can't plant them, and over plain HTTP every browser keeps them", () => {
  const secure = redirectCookies({ protocol: 'https', host: 'docs.example', basePath: '/' });
  expect(secure.setFlow('x', 600)).toBe('__Host-oidc=x; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=600');
  expect(secure.setHint('x')).toBe(
    '__Secure-oidc-hint=x; Path=/auth/sign-out; HttpOnly; SameSite=Strict; Secure',
  );
  const plainCookies = redirectCookies({ protocol: 'http', host: 'localhost:3000', basePath: '/' });
  expect(plainCookies.setFlow('x', 600)).toBe('oidc=x; Path=/; HttpOnly; SameSite=Lax; Max-Age=600');
  expect(plainCookies.setHint('x')).toBe('oidc-hint=x; Path=/auth/sign-out; HttpOnly; SameSite=Strict');
});
