import { expect, test } from 'vitest';
import { recogniseQuestion } from './question-form.ts';

test.each([
  ['how do I change my password', 'en', 'steps'],
  ['How many files can I attach', 'en', 'amount'],
  ['what is a web entry?', 'en', 'meaning'],
  ['where are paused cases', 'en', 'place'],
  ['Why was it refused', 'en', 'reason'],
  ['who may cancel a case', 'en', 'person'],
  ['In which colour is it shown', 'en', 'any'],
  ['the form stays empty after saving it', 'en', 'any'],
  ['paused cases?', 'en', 'any'],
  ['change my password', 'en', 'any'],
  ['begin a new request', 'en', 'any'],
  ['cancel case from a script', 'en', 'any'],
  ['it keeps asking', 'en', 'any'],
  ['difference between draft and inbox', 'en', 'any'],
  ['guests dont receive any letters', 'en', 'any'],
  ['lunch break too short', 'en', 'any'],
  ['start a case', 'en', 'any'],
  ['print order as pdf', 'en', 'any'],
  ['delete unfinished letter', 'en', 'any'],
  ['define public holidays', 'en', 'any'],
  ['two keys or one card', 'en', 'any'],
  ['¿Cómo cambio mi contraseña?', 'es', 'steps'],
  ['dónde está el menú', 'es-MX', 'place'],
  ['Wie viele Dateien sind erlaubt', 'de', 'amount'],
  ['comment changer le mot de passe', 'fr', 'steps'],
  ['パスワードはどう変えますか', 'ja', 'any'],
  ['如何修改密码', 'zh', 'any'],
])('%s is a question', (text, language, wants) => {
  expect(recogniseQuestion(text, language)).toBe(wants);
});

test.each([
  ['password', 'en'],
  ['how', 'en'],
  ['howto guide', 'en'],
  ['whatsapp export', 'en'],
  ['PM_CASES', 'en'],
  ['POST /cases', 'en'],
  ['paused cases', 'en'],
  ['start case', 'en'],
  ['define holidays', 'en'],
  ['DELETE /letters/{id}', 'en'],
  ['update letters set sent = 1', 'en'],
  ['public holidays calendar', 'en'],
  ['email server settings', 'en'],
  ['order number format', 'en'],
  ['my case', 'en'],
  ['assignment rules self service', 'en'],
  ['Antrag in der Liste', 'de'],
  ['contraseña', 'es'],
  ['密码', 'zh'],
  ['?', 'en'],
  ['', 'en'],
])('%s is a search for words', (text, language) => {
  expect(recogniseQuestion(text, language)).toBeUndefined();
});
