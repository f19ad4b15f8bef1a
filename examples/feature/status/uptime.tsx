interface UptimeProps {
  /** Text of the fence: a day and a percentage in each line. */
  code: string;
}

/** Bars of a fence `uptime`. The build renders them, too, so they are there without scripts. */
export function Uptime({ code }: UptimeProps) {
  const days = code.split('\n').map((line) => line.split(/\s+/));
  return (
    <ul className="uptime">
      {days.map(([day, percent]) => (
        <li key={day}>
          {day} <meter min={95} low={99} max={100} value={Number(percent)} aria-label={day} /> {percent} %
        </li>
      ))}
    </ul>
  );
}
