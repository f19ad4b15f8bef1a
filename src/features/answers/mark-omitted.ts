/**
 * Ends an item with an ellipsis if it introduces a long table or code, which a quotation leaves out: "Fill in the dialog: …".
 */
export function markOmitted(item: string): string {
  return /[:：]$/.test(item) ? `${item} …` : item;
}
