/**
 * Draws the pictures of the guides, described in docs/guides/pictures.yaml, as SVG that needs no font, script or address. A picture is
 * either `between` and `steps`, messages between parties from top to bottom, or `rows` of boxes, joined by arrows where a row says so.
 */
const width = 720;
const margin = 16;
const lineHeight = 18;
/** A character's room in a wide system font, such as DejaVu: text has 13 px, code 12 px. */
const wide = { text: 8, title: 8.8, code: 7.4 };

/**
 * @param drawing `{ between, steps }` or `{ rows, arrows }`
 * @param rules the stylesheet that a page of the service has for pictures, `colours` what its variables are in a file of its own
 */
export function drawPicture(drawing, { rules, colours }) {
  const { parts, height } = drawing.steps ? drawSteps(drawing) : drawRows(drawing);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" class="picture">
<style>${colours}${rules}</style>
<rect class="back" x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="10"/>
${parts.join("\n")}
</svg>
`;
}

/** Messages between parties: `page > server: asks for a token`. */
function drawSteps({ between, steps }) {
  const names = Object.keys(between);
  const column = (width - 2 * margin) / names.length;
  const at = (name) => {
    const index = names.indexOf(name);
    if (index < 0) throw new Error(`A picture has no ${name}.`);
    return margin + column * (index + 0.5);
  };
  const boxes = names.map((name) => ({ x: at(name) - column / 2 + 8, width: column - 16, ...between[name] }));
  const tops = boxes.map(({ title, about = "", width }) => [
    wrap(title, width - 16, wide.title),
    wrap(about, width - 16),
  ]);
  const top = Math.max(...tops.map(([title, about]) => title.length + about.length)) * lineHeight + 16;
  const parts = boxes.map((place, index) => box({ ...place, y: margin, height: top }, tops[index]));
  let y = margin + top + 12;
  for (const [index, step] of steps.entries()) {
    const [, from, to, words] = /^(\w+) > (\w+): (.+)$/s.exec(step) ?? [];
    if (!words) throw new Error(`No message: ${step}`);
    const [start, end] = [at(from), at(to)];
    // A message to oneself is a note at its line.
    const room = start === end ? column - 24 : Math.abs(end - start) - 20;
    const lines = wrap(`${index + 1}. ${words}`, room);
    const middle = (start + end) / 2;
    parts.push(...lines.map((line, row) => text(line, { x: middle, y: y + 14 + row * lineHeight, centred: true })));
    y += lines.length * lineHeight + 8;
    if (start !== end) parts.push(arrow([start, y], [end, y]));
    y += 14;
  }
  const lifelines = names.map((name) => `<path class="life" d="M${at(name)} ${margin + top}V${y}"/>`);
  // Below words and arrows.
  return { parts: [...lifelines, ...parts], height: y + margin - 4 };
}

/** Boxes side by side, row by row; `arrows` joins the boxes of a row, `down` a row with the next. */
function drawRows({ rows }) {
  const parts = [];
  let y = margin;
  for (const [index, { boxes, arrows = false, down = "" }] of rows.entries()) {
    const gap = arrows ? 24 : 16;
    const size = (width - 2 * margin - gap * (boxes.length - 1)) / boxes.length;
    const written = boxes.map(({ title, about = "" }) => [wrap(title, size - 16, wide.title), wrap(about, size - 16)]);
    const height = Math.max(...written.map(([title, about]) => title.length + about.length)) * lineHeight + 20;
    for (const [place, lines] of written.entries()) {
      const x = margin + place * (size + gap);
      parts.push(box({ x, y, width: size, height }, lines));
      if (arrows && place > 0) parts.push(arrow([x - gap + 3, y + height / 2], [x - 2, y + height / 2]));
    }
    y += height;
    if (index === rows.length - 1) break;
    const says = wrap(down, width / 2 - 40);
    const space = Math.max(36, says.length * lineHeight + 16);
    parts.push(arrow([width / 2, y + 4], [width / 2, y + space - 4]));
    parts.push(
      ...says.map((line, row) =>
        text(line, {
          x: width / 2 + 14,
          y: y + space / 2 + 4 + row * lineHeight - ((says.length - 1) * lineHeight) / 2,
        }),
      ),
    );
    y += space;
  }
  return { parts, height: y + margin };
}

function box({ x, y, width, height }, [title, about]) {
  const lines = [...title.map((line) => [line, "title"]), ...about.map((line) => [line, "quiet"])];
  const written = lines.map(([line, kind], row) => text(line, { x: x + 8, y: y + 22 + row * lineHeight, kind }));
  return `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" rx="6"/>${written.join("")}`;
}

function arrow([fromX, fromY], [toX, toY]) {
  const [dx, dy] = [Math.sign(toX - fromX) * 7, Math.sign(toY - fromY) * 7];
  const head = `M${round(toX)} ${round(toY)}l${-dx - dy / 2} ${-dy - dx / 2}M${round(toX)} ${round(toY)}l${-dx + dy / 2} ${-dy + dx / 2}`;
  return `<path d="M${round(fromX)} ${round(fromY)}L${round(toX)} ${round(toY)}${head}"/>`;
}

/** A line of text in which `code` stands between backticks. */
function text(line, { x, y, kind, centred = false }) {
  const classes = [kind, centred && "centred"].filter(Boolean).join(" ");
  const words = line
    .split("`")
    .map((part, index) => (index % 2 ? `<tspan class="code">${escape(part)}</tspan>` : escape(part)))
    .join("");
  return `<text${classes && ` class="${classes}"`} x="${round(x)}" y="${round(y)}">${words}</text>`;
}

/** Breaks words into lines that fit; code is never broken. */
function wrap(words, room, letter = wide.text) {
  const lines = [];
  for (const word of words.match(/`[^`]+`\S*|\S+/g) ?? []) {
    const line = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
    if (lines.length === 0 || widthOf(line, letter) > room) lines.push(word);
    else lines[lines.length - 1] = line;
    if (widthOf(word, letter) > room) throw new Error(`A picture has no room for ${word}.`);
  }
  return lines;
}

const widthOf = (line, letter) =>
  line.split("`").reduce((sum, part, index) => sum + part.length * (index % 2 ? wide.code : letter), 0);

const round = (number) => Math.round(number * 10) / 10;

const escape = (words) =>
  words.replace(/[&<>]/g, (character) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[character]);
