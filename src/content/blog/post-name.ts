/** `2024-05-01-x.md`, `2024/05/01/x.md`, `2024-05-01-x/index.mdx`. Folders before the date are part of the address. */
const DATED = /^(?<folder>.*)(?<date>\d{4}[-/]\d{1,2}[-/]\d{1,2})[-/]?(?<text>.*?)(?:\/index)?\.mdx?$/;

/** Reads date, text and slug from the path of a post, which starts at the blog folder. */
export function parsePostName(file: string): { date: Date | undefined; text: string; slug: string } {
  const { folder = '', date, text = '' } = DATED.exec(file)?.groups ?? {};
  if (date === undefined) {
    const pathWithoutEnding = file.replace(/(?:\/index)?\.mdx?$/, '');
    return { date: undefined, text: pathWithoutEnding, slug: `/${pathWithoutEnding}` };
  }
  const day = new Date(`${date}Z`);
  return {
    date: Number.isNaN(day.getTime()) ? undefined : day,
    text,
    slug: `/${date.replaceAll('-', '/')}/${folder}${text}`,
  };
}
