/// <reference lib="dom" />
import { isolated, show, wordsOf, type Offer } from "./offer.ts";

/** Where the banner stands and leads to. */
export interface BannerSettings {
  edge: "top" | "bottom";
  /** Address of the page's next step; `null` = none, the code is then what to take along. */
  action: string | null;
}

const rightToLeft = ["ar", "he"];
const ink = "var(--referrals-banner-color, #fff)";
const ground = "var(--referrals-banner-background, #181818)";

/**
 * Draws the banner: who sent the visitor, what they save, their code to copy, and the page's next step. Styles go through the CSSOM, which
 * no policy of the page blocks, and use the page's `--referrals-banner-*`.
 * @param dismissed called when the visitor closes it
 */
export function drawBanner(
  { text, code, introducedBy }: Offer,
  { edge, action }: BannerSettings,
  dismissed: () => void,
): void {
  const [tag, words] = wordsOf(document.documentElement.lang || navigator.language);
  const banner = element("div", {
    position: "fixed",
    zIndex: "var(--referrals-banner-layer, 2147483000)",
    insetInline: "16px",
    [edge]: "16px",
    maxWidth: "640px",
    margin: "0 auto",
    boxSizing: "border-box",
    display: "flex",
    alignItems: "center",
    gap: "8px 12px",
    padding: "12px 8px 12px 16px",
    paddingInline: "16px 8px",
    color: ink,
    background: ground,
    borderRadius: "var(--referrals-banner-radius, 12px)",
    font: "var(--referrals-banner-font, 500 15px/22px system-ui, sans-serif)",
    boxShadow: "0 8px 24px #0004",
  });
  banner.setAttribute("role", "status");
  banner.setAttribute("data-referrals-banner", "");
  banner.lang = tag;
  banner.dir = rightToLeft.includes(tag) ? "rtl" : "ltr";

  const told = element("div", { flex: "1 1 160px", minWidth: "0", overflowWrap: "anywhere" });
  const title = element("div", { fontWeight: "700" });
  const name = introducedBy && isolated(introducedBy.name);
  title.textContent = name ? words.invitedBy.replace("{name}", () => name) : words.invited;
  const offer = element("div", {});
  offer.textContent = text;
  told.append(title, offer);

  const actions = element("div", { display: "flex", flexWrap: "wrap", gap: "8px" });
  if (code !== null) actions.append(copyButton(code, { words, filled: action === null }));
  if (action !== null) {
    const link = element("a", { ...control(true), textDecoration: "none" });
    link.href = action;
    link.textContent = words.start;
    actions.append(link);
  }

  const close = element("button", {
    flex: "none",
    alignSelf: "start",
    width: "44px",
    height: "44px",
    padding: "0",
    color: "inherit",
    background: "none",
    border: "0",
    font: "24px/1 system-ui, sans-serif",
    cursor: "pointer",
  });
  close.type = "button";
  close.textContent = "×";
  close.setAttribute("aria-label", words.dismiss);
  close.addEventListener("click", () => {
    banner.remove();
    dismissed();
  });

  if (introducedBy?.image) {
    const picture = element("img", {
      flex: "none",
      width: "40px",
      height: "40px",
      borderRadius: "50%",
      objectFit: "cover",
    });
    picture.alt = "";
    show(picture, introducedBy.image);
    banner.append(picture);
  }
  // Text and controls stand under each other where there is no room beside; the cross stays in its corner.
  const middle = element("div", {
    flex: "1",
    minWidth: "0",
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "8px 16px",
  });
  middle.append(told, actions);
  banner.append(middle, close);
  document.body.append(banner);
}

/** Copies the code and says so. Where copying is refused the code stays to be read. */
function copyButton(
  code: string,
  { words, filled }: { words: { copyCode: string; copied: string }; filled: boolean },
): HTMLElement {
  const button = element("button", control(filled));
  button.type = "button";
  button.textContent = words.copyCode.replace("{code}", () => isolated(code));
  button.addEventListener("click", () => {
    void navigator.clipboard?.writeText(code).then(
      () => (button.textContent = words.copied),
      () => {},
    );
  });
  return button;
}

function control(filled: boolean): Partial<CSSStyleDeclaration> {
  return {
    boxSizing: "border-box",
    minHeight: "44px",
    padding: "10px 16px",
    border: "1px solid",
    borderColor: ink,
    borderRadius: "8px",
    font: "inherit",
    color: filled ? ground : ink,
    background: filled ? ink : "none",
    cursor: "pointer",
  };
}

function element<Tag extends "div" | "a" | "button" | "img">(
  tag: Tag,
  style: Partial<CSSStyleDeclaration>,
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  Object.assign(made.style, style);
  return made;
}
