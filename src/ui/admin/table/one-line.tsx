/** A name or an address in a table: one line, cut at the end of the cell. All of it appears on hover, on cards and on paper. */
export function OneLine({ children: text }: { children: string }) {
  return (
    <span className="one-line" title={text}>
      {text}
    </span>
  );
}
