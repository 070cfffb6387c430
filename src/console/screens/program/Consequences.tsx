import type { ReactElement } from "react";
import { useRead } from "../../data.ts";
import { count } from "../../parts/words.ts";
import { useRewardText, type OfferChange } from "./reward-offer.ts";

/** What will change for whom, before it is saved. */
export function Consequences({ changes }: { changes: readonly OfferChange[] }): ReactElement | null {
  if (changes.length === 0) return null;
  const isSale = changes.some(({ before, after }) => (after ?? before)?.event === "sale");
  return (
    <>
      <dl className="rf-facts" aria-label="What will change">
        {changes.map((change) => (
          <Consequence key={change.group.id} {...change} />
        ))}
      </dl>
      <p className="rf-muted rf-small">
        {isSale && "New customers count by it; who has bought keeps the terms they began with. "}Partners with a reward
        of their own keep it.
      </p>
    </>
  );
}

function Consequence({ group, before, after }: OfferChange): ReactElement {
  const textOf = useRewardText();
  const active = useRead("partners.count", { query: { groupId: group.id, status: "approved" } });
  const words = (terms: OfferChange["before"]): string => (terms ? textOf(terms) : "Nothing");
  return (
    <div>
      <dt>{whoOf(active.data ?? 0, group.name)}</dt>
      <dd className="rf-break">
        <del className="rf-muted">{words(before)}</del> <ins>{words(after)}</ins>
      </dd>
    </div>
  );
}

function whoOf(active: number, group: string): string {
  if (active === 0) return `Who joins ${group}`;
  return `${active === 1 ? "The one partner" : `All ${count(active, "partner")}`} of ${group}`;
}
