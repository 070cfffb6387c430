import { html, raw } from "hono/html";
import { brandColours } from "referrals-embed/rules";
import type { Html } from "../docs/page.ts";
import type { MailBlock } from "./mail-blocks.ts";

/** How a program looks. */
export interface MailFace {
  name: string;
  logo: string | null;
  brandColor: string | null;
}

/** A mail before it is laid out. */
export interface MailParts {
  face: MailFace;
  tag: string;
  dir: "ltr" | "rtl";
  subject: string;
  blocks: readonly MailBlock[];
  button: string;
  /** What stands over the button's address, where it is written out. */
  copy: string | null;
  /** Why the mail came. */
  why: string;
  /** Where the recipient chooses their mails, and what that is called. */
  choose: { label: string; url: string } | null;
}

const light = { page: "#f4f4f5", card: "#ffffff", text: "#181818", soft: "#636363", line: "#e6e6e6" };
const dark = { page: "#0d0e11", card: "#17181c", text: "#e7e8ea", soft: "#a3a4a9", line: "#2a2b2e" };
const usualAccent = { accent: "#2867e4", "on-accent": "#ffffff" };
const fonts = "system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/**
 * The mail as HTML: tables and styles at each element, as mail clients read nothing else, and rules for dark readers in classes. Nothing is
 * loaded but the program's logo, and nothing tells that the mail was opened.
 */
export function mailHtml({ face, tag, dir, subject, blocks, button, copy, why, choose }: MailParts): string {
  const accent = accentsOf(face.brandColor);
  const start = dir === "rtl" ? "right" : "left";
  const paragraph = `margin:0 0 16px;font:400 16px/1.5 ${fonts};color:${light.text};text-align:${start};overflow-wrap:anywhere;word-break:break-word`;
  const small = `margin:0 0 8px;font:400 13px/1.5 ${fonts};color:${light.soft};text-align:${start};overflow-wrap:anywhere;word-break:break-word`;
  const link = blocks.find((block) => block.type === "button");
  const block = (part: MailBlock): Html => {
    if (part.type === "text")
      return html`<p class="text" style="${paragraph}">
        ${part.lines.map(
          (line, index) =>
            html`${index > 0 ? raw("<br>") : ""}${line.isQuoted ? html`<bdi>${line.text}</bdi>` : line.text}`,
        )}
      </p>`;
    if (part.type === "facts") return factsTable(part.facts, { paragraph, dir });
    return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px">
      <tr>
        <td class="button" bgcolor="${accent.light.accent}" style="border-radius:8px;background:${accent.light.accent}">
          <a
            class="label"
            href="${part.url}"
            style="display:inline-block;padding:12px 20px;font:600 16px/1.25 ${fonts};color:${
              accent.light["on-accent"]
            };text-decoration:none;border-radius:8px"
            >${button}</a
          >
        </td>
      </tr>
    </table>`;
  };
  const text = html`<!doctype html>
    <html lang="${tag}" dir="${dir}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>${subject}</title>
        ${raw(`<style>${styleOf(accent.dark)}</style>`)}
      </head>
      <body class="page" style="margin:0;padding:0;background:${light.page}">
        <table
          class="page"
          role="presentation"
          width="100%"
          cellpadding="0"
          cellspacing="0"
          border="0"
          style="background:${light.page}"
        >
          <tr>
            <td align="center" style="padding:24px 12px">
              <table
                role="presentation"
                width="560"
                cellpadding="0"
                cellspacing="0"
                border="0"
                dir="${dir}"
                style="width:100%;max-width:560px"
              >
                <tr>
                  <td
                    class="card"
                    style="padding:32px 28px 16px;background:${light.card};border:1px solid ${light.line};border-radius:12px"
                  >
                    ${headOf(face, paragraph)} ${blocks.map(block)}
                    ${
                      link
                        ? html`<p class="soft" style="${small};margin-top:8px">
                            ${copy}<br /><a class="soft" dir="ltr" href="${link.url}" style="color:${light.soft}"
                              >${link.url}</a
                            >
                          </p>`
                        : ""
                    }
                  </td>
                </tr>
                <tr>
                  <td class="foot" style="padding:16px 28px">
                    <p class="soft" style="${small}">${why}</p>
                    ${
                      choose
                        ? html`<p class="soft" style="${small}">
                            <a class="soft" href="${choose.url}" style="color:${light.soft}">${choose.label}</a>
                          </p>`
                        : ""
                    }
                  </td>
                </tr>
              </table>
            </td>
          </tr>
        </table>
      </body>
    </html>`;
  // Indentation is a third of the bytes.
  return String(text).replace(/\n\s*/g, "\n");
}

/** The same as text. */
export function mailText({ face, blocks, button, why, choose }: MailParts): string {
  const block = (part: MailBlock): string => {
    if (part.type === "text") return part.lines.map((line) => line.text).join("\n");
    if (part.type === "facts") return part.facts.map(({ label, value }) => `${label}: ${value}`).join("\n");
    return `${button}:\n${part.url}`;
  };
  const foot = [face.name, why, ...(choose ? [`${choose.label}: ${choose.url}`] : [])].join("\n");
  // "-- " begins what mail clients show as a signature.
  return `${[...blocks.map(block), `-- \n${foot}`].join("\n\n")}\n`;
}

function headOf({ name, logo }: MailFace, paragraph: string): Html {
  const picture =
    logo && /^https?:\/\//i.test(logo)
      ? html`<img
          src="${logo}"
          alt=""
          width="32"
          height="32"
          style="display:inline-block;vertical-align:middle;width:32px;height:32px;margin-inline-end:12px;border-radius:6px;object-fit:contain"
        />`
      : "";
  return html`<p class="text" style="${paragraph};margin-bottom:24px;font-weight:600">
    ${picture}<span style="vertical-align:middle">${name}</span>
  </p>`;
}

function factsTable(
  facts: readonly { label: string; value: string }[],
  { paragraph, dir }: { paragraph: string; dir: "ltr" | "rtl" },
): Html {
  const cell = `padding:10px 0;border-bottom:1px solid ${light.line}`;
  const end = dir === "rtl" ? "left" : "right";
  return html`<table
    class="fact"
    role="presentation"
    width="100%"
    cellpadding="0"
    cellspacing="0"
    border="0"
    style="margin:0 0 20px;border-top:1px solid ${light.line}"
  >
    ${facts.map(
      ({ label, value }) =>
        html`<tr>
          <td class="fact soft" style="${paragraph};margin:0;color:${light.soft};${cell}">${label}</td>
          <td class="fact text" style="${paragraph};margin:0;font-weight:600;text-align:${end};${cell}">${value}</td>
        </tr>`,
    )}
  </table>`;
}

type Accent = Record<keyof typeof usualAccent, string>;

/** The program's colour with the contrast that the dashboard gives it. */
function accentsOf(brandColor: string | null): Record<"light" | "dark", Accent> {
  const colours = brandColours(brandColor);
  return { light: { ...usualAccent, ...colours?.light }, dark: { ...usualAccent, ...colours?.dark } };
}

/** Rules that only readers with a dark screen, or a narrow one, need. */
function styleOf(accent: Accent): string {
  return `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){.page{background:${dark.page}!important}.card{background:${dark.card}!important;border-color:${dark.line}!important}
.text{color:${dark.text}!important}.soft{color:${dark.soft}!important}.fact{border-color:${dark.line}!important}
.button{background:${accent.accent}!important}.label{color:${accent["on-accent"]}!important}}
@media (max-width:480px){.card{padding:24px 20px 12px!important}.foot{padding:16px 20px!important}}`;
}
