import { render } from "@testing-library/react";
import { expect, it } from "vitest";
import { themeOptionRows, type ReferralsThemeOptions } from "../../../src/contract/theme.ts";
import { ThemeRoot } from "../../../src/dashboard/theme/ThemeRoot.tsx";
import { otherThemeOptions } from "../../theme-option-values.ts";

/** The style and the attributes of a dashboard's root. */
const look = (root: Element | null): string[] =>
  [...(root?.attributes ?? [])].map(({ name, value }) => `${name}=${value}`).sort();

it.each(Object.keys(themeOptionRows) as (keyof ReferralsThemeOptions)[])(
  "%s changes a style or an attribute of the root",
  async (name) => {
    const plain = render(<ThemeRoot>plain</ThemeRoot>).container.firstElementChild;
    const { container } = render(<ThemeRoot themeOptions={{ [name]: otherThemeOptions[name] }}>other</ThemeRoot>);
    await expect.poll(() => look(container.firstElementChild)).not.toEqual(look(plain));
  },
);
