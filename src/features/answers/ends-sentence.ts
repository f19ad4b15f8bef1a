/** Whether a text ends like a sentence, in any script. Headings, captions and labels don't. Browsers use it, too. */
export function endsSentence(text: string): boolean {
  return /[.!?…。！？।؟]["'”’»)\]]*$/u.test(text);
}
