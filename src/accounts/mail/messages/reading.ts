import type { Translated } from './words.ts';

/** About what readers said of pages and did not find, and the test of the way that mail takes. */
export const readingMessages = {
  'feedback-answered': {
    en: [
      'Your feedback on {site}',
      'You gave feedback on this page:',
      '{link}',
      'This is the answer:',
      '{text}',
    ],
    es: [
      'Tu opinión sobre {site}',
      'Dijiste algo sobre esta página:',
      '{link}',
      'Esta es la respuesta:',
      '{text}',
    ],
  },
  'feedback-done': {
    en: [
      'Your feedback on {site}',
      'We have acted on your feedback about this page. Thank you.',
      '{link}',
      '{text}',
    ],
    es: [
      'Tu opinión sobre {site}',
      'Lo que dijiste sobre esta página ya está atendido. Gracias.',
      '{link}',
      '{text}',
    ],
  },
  'test-mail': {
    en: [
      'Test e-mail from {site}',
      'You asked {site} to send a test e-mail. It arrived, so invitations and notices arrive, too.',
      '{link}',
    ],
    es: [
      'Correo de prueba de {site}',
      'Has pedido a {site} que envíe un correo de prueba. Ha llegado, así que las invitaciones y los avisos también llegan.',
      '{link}',
    ],
  },
  digest: {
    en: [
      'The week on {site}',
      'This is what readers of {site} said, and what they did not find, in the last seven days.',
      '{text}',
      'See more, or stop this e-mail, here:',
      '{link}',
    ],
    es: [
      'La semana en {site}',
      'Esto es lo que los lectores de {site} han dicho y no han encontrado en los últimos siete días.',
      '{text}',
      'Más detalles, y cómo dejar de recibir este correo:',
      '{link}',
    ],
  },
} as const satisfies Record<string, Translated>;

/** Of what the digest lists. */
export const digestWords = {
  en: {
    feedback: 'What readers said of pages:',
    helpful: 'helpful',
    unhelpful: 'not helpful',
    failed: 'What they searched for and did not find:',
    more: 'and {count} more',
  },
  es: {
    feedback: 'Lo que los lectores han dicho de las páginas:',
    helpful: 'útil',
    unhelpful: 'no útil',
    failed: 'Lo que han buscado y no han encontrado:',
    more: 'y {count} más',
  },
} as const;
