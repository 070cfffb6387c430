import { render } from "@testing-library/react";
import { expect, it } from "vitest";
import { themeOptionRows, type ReferralsThemeOptions } from "../../../src/contract/theme.ts";
import { ThemeRoot } from "../../../src/dashboard/theme/ThemeRoot.tsx";

/** A value of each option that is none of its defaults. */
const others: Required<ReferralsThemeOptions> = {
  backgroundColor: "#fdf6e3",
  accentColor: "#b91c1c",
  fontFamily: "Georgia",
  fontSize: 17,
  borderRadius: 2,
  density: "compact",
  chartColors: ["#b91c1c", "#166534", "#1d4ed8", "#a16207"],
};

/** The style and the attributes of a dashboard's root. */
const look = (root: Element | null): string[] =>
  [...(root?.attributes ?? [])].map(({ name, value }) => `${name}=${value}`).sort();

it.each(Object.keys(themeOptionRows) as (keyof ReferralsThemeOptions)[])(
  "%s changes a style or an attribute of the root",
  async (name) => {
    const plain = render(<ThemeRoot>plain</ThemeRoot>).container.firstElementChild;
    const { container } = render(<ThemeRoot themeOptions={{ [name]: others[name] }}>other</ThemeRoot>);
    await expect.poll(() => look(container.firstElementChild)).not.toEqual(look(plain));
  },
);
