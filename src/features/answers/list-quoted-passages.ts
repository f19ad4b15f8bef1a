/** A passage as it is shown. Passages around the answer say more about it, and are dimmed. */
export interface QuotedPassage<Passage> {
  passage: Passage;
  isAround: boolean;
}

/** Lists all passages of a quotation in the order of the page, each once. Browsers use it, too. */
export function listQuotedPassages<Passage>({
  before,
  passage,
  followedBy,
  after,
}: {
  before: readonly Passage[];
  passage: Passage;
  followedBy: Passage | null;
  after: readonly Passage[];
}): QuotedPassage<Passage>[] {
  const toAround = (other: Passage) => ({ passage: other, isAround: true });
  const answers = followedBy === null ? [passage] : [passage, followedBy];
  return [
    ...before.map(toAround),
    ...answers.map((answer) => ({ passage: answer, isAround: false })),
    // `after` begins with `followedBy`.
    ...after.slice(answers.length - 1).map(toAround),
  ];
}
