import { randomBytes } from 'node:crypto';
import { askHidden } from '../hidden-input.ts';
import type { PasswordSource } from './arguments.ts';

const MAX_PIPED_BYTES = 4_096;

type PasswordInput = { password: string } | { error: string; isMisuse: boolean };

/** Gets the new password of an account from the terminal, from standard input, or by generating it. */
export async function readPassword(
  source: PasswordSource,
  email: string,
  { stdin, stderr }: Pick<NodeJS.Process, 'stdin' | 'stderr'>,
): Promise<PasswordInput> {
  switch (source) {
    case 'generate':
      // 120 random bits as 20 characters that are easy to copy.
      return { password: randomBytes(15).toString('base64url') };
    case 'stdin':
      return readFromPipe(stdin);
    case 'ask': {
      if (!stdin.isTTY) {
        return {
          isMisuse: true,
          error: "Can't ask for a password without a terminal. Use --password-stdin or --generate.",
        };
      }
      const questions = [`New password for ${email}: `, 'Repeat password: '];
      const [password, repeatedPassword] =
        (await askHidden(questions, { input: stdin, output: stderr })) ?? [];
      if (password === undefined) return { isMisuse: false, error: 'Cancelled. Nothing was changed.' };
      if (password !== repeatedPassword)
        return { isMisuse: false, error: 'The passwords differ. Nothing was changed.' };
      return { password };
    }
  }
}

async function readFromPipe(input: NodeJS.ReadableStream): Promise<PasswordInput> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of input) {
    const buffer = Buffer.from(chunk);
    chunks.push(buffer);
    bytes += buffer.length;
    if (bytes > MAX_PIPED_BYTES)
      return { isMisuse: false, error: 'The password on standard input is too long.' };
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
    // Commands such as `echo` end the password with a line break.
    return { password: text.replace(/\r?\n$/, '') };
  } catch {
    return { isMisuse: false, error: "The password on standard input isn't valid UTF-8." };
  }
}
