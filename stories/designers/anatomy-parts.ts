/** A named part of a panel. */
export interface AnatomyPart {
  name: string;
  /** What it is. */
  what: string;
  /** The first match in the figure gets the number; the others are the same part again. */
  selector: string;
  /** Holds parts: text that stands only in it has no name yet. */
  holds?: true;
}

const part = (name: string, selector: string, what: string): AnatomyPart => ({ name, selector, what });
const holder = (name: string, selector: string, what: string): AnatomyPart => ({ name, selector, what, holds: true });

const card = holder(
  "Card",
  ".rf-card:not(.rf-hero, .rf-money)",
  "One surface behind a hairline; loads and fails by itself",
);
const cardTitle = part("Card title", ".rf-card-titles > :is(h2, h3)", "What the card holds, on the text's own line");
const cardNote = part("Card note", ".rf-card-titles > .rf-muted", "How many, or which figure");
const range = part("Choice", ".rf-select", "The platform's own list; the range holds across Overview and Analytics");
const tile = part("Tile", ".rf-tile", "A figure and its change; chooses the line in the plot");
const plot = part("Plot", ".rf-plot", "One tab stop, a slider that reads each value; lines start at zero");
const asTable = part("Plot's foot", ".rf-plot + .rf-row", "A note, and the same numbers as a table");
const bar = part("Bar", ".rf-bar", "A row of a list with a tinted width, its value at the end");
const facts = part("Fact", ".rf-facts > div", "Label and amount; what finds no room beside the label stands below it");
const nextPayout = part("Next payout", ".rf-payout-line", "What is paid and when, or what is missing: one sentence");
const head = part("Table head", ".rf-thead .rf-tr", "Names the columns; what sorts is a button");
const row = part("Row", ".rf-tbody .rf-tr", "One record, numbers at the end; under 560 px a list of pairs");
const badge = part("Badge", ".rf-badge", "A state in a word; its colour only repeats it");
const save = part("Primary button", ".rf-button-primary", "The one thing to do; the accent's only fill");
const button = part(
  "Button",
  ".rf-button:not(.rf-button-primary, .rf-button-icon, .rf-button-danger)",
  "What else can be done",
);
const iconButton = part("Icon button", ".rf-button-icon", "Has its name for screen readers and as a tooltip");
const label = part("Label", ".rf-field-label > span:first-child", "Above its field");
const optional = part("Optional", ".rf-field-aside", "Marks the exception; what must be filled in is not marked");
const input = part("Input", "input.rf-input, .rf-affix", "As high as the link; 16 px type on touch, or phones zoom");
const textarea = part("Text area", "textarea.rf-input", "Grows with its text");
const choice = part("Choice box", ".rf-choice", "A check box and its words, one target");

const link = [
  holder(
    "Offer card",
    ".rf-hero",
    "The offer and the link, under a line in the accent, which is the program's colour by default",
  ),
  part("Program", ".rf-hero-text > bdi", "Its name, beside its picture where it has one"),
  part("Offer", ".rf-hero-text > .rf-h2", "What the partner earns"),
  part("Terms", ".rf-hero-aside", "What friends save; when money comes stands under Earnings"),
  part("Link", ".rf-link-value", "An address; the ending tells links apart, what is before it gives way"),
  { ...save, name: "Copy", what: "Copies the link; the accent's only fill" },
  part("Share", ".rf-share", "The device's share sheet, or our dialog with text and QR code"),
  part("Discount code", ".rf-code", "Copies the code; dashed, because it is no action of its own"),
];

/** The parts of each panel in reading order. A story shows them in place, and its test asks that no word is outside of them. */
export const anatomy = {
  shell: [
    part("Tab", ".rf-tab", "A section; the chosen one has a line of 2 px. With one section left there is no bar"),
    part("Sample badge", ".rf-sample", "Demo tokens only"),
  ],
  overview: [...link, card, cardTitle, cardNote, range, tile, plot, asTable, nextPayout, facts, bar],
  links: [
    card,
    cardTitle,
    { ...cardNote, what: "How many links, and of how many" },
    { ...save, name: "New link" },
    head,
    part("Link", ".rf-link-name", "The link without its protocol, and a button that copies it"),
    part("Destination", ".rf-second-line", "Where it leads, cut where it must be"),
    row,
    { ...iconButton, selector: ".rf-cell-menu .rf-button-icon", what: "The row's menu: edit, QR code, archive" },
  ],
  earnings: [
    holder("Money card", ".rf-money", "The next payout, and where all other money stands"),
    part("Label", ".rf-money .rf-label", "Says what the sentence is about"),
    nextPayout,
    facts,
    part("Part of a fact", ".rf-fact-part", "Indented: by reason"),
    card,
    cardTitle,
    button,
    part("Segments", ".rf-segments", "Two lists in one card"),
    { ...range, name: "Filter", what: "The platform's own list; on a phone behind one button" },
    head,
    row,
    badge,
    part("Pager", ".rf-pager", "25 rows a page; keeps the focus"),
    part("What you earn", ".rf-offer", "The rewards, and all that must hold for them"),
  ],
  leaderboard: [
    { ...card, what: "At most 720 px wide" },
    cardTitle,
    { ...cardNote, what: "How many take part" },
    { ...choice, what: "Whether the own name is shown" },
    head,
    row,
    part("Own row", ".rf-tr-own", "Tinted as a whole, and says so in words"),
    part("Foot", ".rf-rank-foot", "What is missing to the next place, and the way to all"),
  ],
  resources: [
    card,
    cardTitle,
    part("Question", ".rf-question > summary", "Opens its answer; as high as a row"),
    part("Answer", ".rf-question > p", "At most 68 characters a line"),
    part("Text link", ".rf-text-button", "Leaves the host's page, and says so"),
    part("Item", ".rf-items > li", "A file or a colour"),
    part("Download", ".rf-items .rf-button", "The file; on a phone without its size"),
    part("Swatch", ".rf-swatch", "The program's colour, as it is"),
  ],
  refer: [
    card,
    cardTitle,
    part("What happens", ".rf-stack > p.rf-small", "Said before anything is asked"),
    label,
    optional,
    input,
    { ...range, name: "Select", what: "The platform's own list" },
    choice,
    textarea,
    save,
    head,
    row,
    badge,
  ],
  settings: [
    card,
    cardTitle,
    label,
    optional,
    input,
    part("Locked input", ".rf-locked", "Cannot be changed here"),
    part("Hint", ".rf-field-hint", "Why not, or what it is for"),
    textarea,
    part("Prefix", ".rf-prefix", "Part of the address that need not be typed"),
    { ...range, name: "Select", what: "The platform's own list" },
    facts,
    choice,
    button,
    part("Danger button", ".rf-button-danger", "Red words, no fill: it opens a dialog that asks"),
  ],
  analytics: [
    card,
    cardTitle,
    cardNote,
    range,
    { ...button, name: "Export", what: "CSV of what is shown" },
    { ...tile, what: "A figure and its change; puts its line into the plot or takes it out" },
    plot,
    asTable,
    part("Show all", ".rf-card-actions .rf-text-button", "All rows, in a dialog"),
    { ...iconButton, what: "CSV of this breakdown" },
    bar,
  ],
  card: [
    ...link,
    part("Figure", ".rf-link-figure", "What was earned, the next payout, and what is on hold"),
    part("Sample badge", ".rf-sample", "Demo tokens only"),
  ],
} as const satisfies Record<string, readonly AnatomyPart[]>;

/** A panel that has a figure. */
export type AnatomyPanel = keyof typeof anatomy;
