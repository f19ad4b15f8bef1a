/** `2024-05-01-x.md`, `2024/05/01/x.md`, `2024-05-01-x/index.mdx`; folders before the date are part of the address. */
const DATED = /^(?<folder>.*)(?<date>\d{4}[-/]\d{1,2}[-/]\d{1,2})[-/]?(?<text>.*?)(?:\/index)?\.mdx?$/;

/** What the name of a post's file, from the blog folder, says of it. */
export function postName(file: string): { date: Date | undefined; text: string; slug: string } {
  const { folder = '', date, text = '' } = DATED.exec(file)?.groups ?? {};
  if (date === undefined) {
    const plain = file.replace(/(?:\/index)?\.mdx?$/, '');
    return { date: undefined, text: plain, slug: `/${plain}` };
  }
  const day = new Date(`${date}Z`);
  return {
    date: Number.isNaN(day.getTime()) ? undefined : day,
    text,
    slug: `/${date.replaceAll('-', '/')}/${folder}${text}`,
  };
}
