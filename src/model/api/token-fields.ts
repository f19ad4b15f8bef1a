import { z } from 'zod';

/** One line without control characters, which could act as commands in terminals and logs. */
export const tokenName = z
  .string()
  .trim()
  .min(1)
  .max(80)
  .regex(/^\P{C}+$/u)
  .describe('Name of the token. One line.');

export const tokenDays = z.int().min(1).max(3_650).describe('Number of days until the token expires.');
