/** Sets a message of the server like the texts of the interface: commands print the same one with plain apostrophes. */
export function typeset(message: string): string {
  return message.replaceAll(/(\p{L})'(?=\p{L})/gu, '$1’');
}
