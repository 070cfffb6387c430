/** The table of `npm run bench`: a row for each thing measured, its target beside the figure of each engine. */

const engines = ["embedded", "PostgreSQL"];
const heading = ["| What | Target | Embedded | PostgreSQL |", "| --- | --- | --- | --- |"];
const begin = "<!-- npm run bench -- --record -->";
const end = "<!-- end of bench -->";

const intro =
  "Each figure is the median of several rounds, or the worst of several such medians, with its case beside it. The ratio of a size to a smaller one shows whether a figure grows with the data.";

/** Lines of Markdown. */
export function rowsOf(figures) {
  const names = [...new Set(figures.map(({ row }) => row))];
  const lines = names.map((name) => {
    const of = engines.map((engine) => figures.findLast((figure) => figure.row === name && figure.engine === engine));
    return `| ${[name, targetOf(of), ...of.map(cellOf)].join(" | ")} |`;
  });
  return [...heading, ...lines];
}

/** Engines may be held to different figures. */
function targetOf(figures) {
  const aims = figures.filter(Boolean).map(({ most, least, unit }) => {
    if (most !== undefined) return `≤ ${most} ${unit}`;
    return least === undefined ? "" : `≥ ${least} ${unit}`;
  });
  return [...new Set(aims)].join(", ");
}

function cellOf(figure) {
  if (!figure) return "";
  const { value, unit, note, most = Infinity, least = -Infinity } = figure;
  const rounded = value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
  const missed = value > most || value < least ? " ✗" : "";
  return `${rounded} ${unit}${missed}${note ? ` (${note})` : ""}`;
}

/** A document with these rows; a row that was not measured keeps its place and its figures. */
export function recordRows(text, { rows, date, machine }) {
  const [before, rest] = text.split(begin);
  const [table, after] = rest.split(end);
  const known = table.split("\n").filter((line) => line.startsWith("| "));
  const nameOf = (line) => line.split(" | ")[0];
  const measured = rows.slice(heading.length);
  const kept = known.slice(heading.length).map((line) => measured.find((row) => nameOf(row) === nameOf(line)) ?? line);
  const added = measured.filter((row) => !kept.includes(row));
  const lines = [...heading, ...kept, ...added].join("\n");
  return `${before}${begin}\n\n## Measured and aimed at\n\n${intro}\n\n${lines}\n\nMeasured ${date}: ${machine}.\n\n${end}${after}`;
}
