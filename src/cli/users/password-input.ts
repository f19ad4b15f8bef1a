import { randomBytes } from 'node:crypto';
import { askHidden } from '../hidden-input.ts';
import type { PasswordSource } from './arguments.ts';

const MAX_PIPED_BYTES = 4_096;

type PasswordInput = { password: string } | { fault: string; misused: boolean };

/** A new password for an account, from where the command says. */
export async function readPassword(
  source: PasswordSource,
  email: string,
  { stdin, stderr }: Pick<NodeJS.Process, 'stdin' | 'stderr'>,
): Promise<PasswordInput> {
  switch (source) {
    case 'generate':
      // 120 random bits, in 20 characters that survive copying.
      return { password: randomBytes(15).toString('base64url') };
    case 'stdin':
      return readPiped(stdin);
    case 'ask': {
      if (!stdin.isTTY) {
        return {
          misused: true,
          fault: 'There is no terminal to ask on: use --password-stdin or --generate.',
        };
      }
      const questions = [`New password for ${email}: `, 'Once more: '];
      const [password, again] = (await askHidden(questions, { input: stdin, output: stderr })) ?? [];
      if (password === undefined) return { misused: false, fault: 'Nothing was changed.' };
      if (password !== again)
        return { misused: false, fault: 'The two passwords differ. Nothing was changed.' };
      return { password };
    }
  }
}

async function readPiped(input: NodeJS.ReadableStream): Promise<PasswordInput> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of input) {
    const part = Buffer.from(chunk);
    chunks.push(part);
    bytes += part.length;
    if (bytes > MAX_PIPED_BYTES)
      return { misused: false, fault: 'What is piped in is too long for a password.' };
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
    // The line end is the pipe's, not the password's.
    return { password: text.replace(/\r?\n$/, '') };
  } catch {
    return { misused: false, fault: 'What is piped in is not UTF-8.' };
  }
}
