import type { ReactElement } from "react";
import { useConsole } from "../../context.ts";
import { grouped } from "../../parts/words.ts";

/** The sums of amounts, by currency. */
export function Sum({ of }: { of: readonly { amount: number; currency: string }[] }): ReactElement {
  const { format } = useConsole();
  const sums = [...grouped(of, ({ currency }) => currency)].map(([currency, rows]) =>
    format.money(
      rows.reduce((total, { amount }) => total + amount, 0),
      currency,
    ),
  );
  return <>{sums.length === 0 ? "Nothing" : sums.join(" + ")}</>;
}
