import type { GroupBy } from "referrals-embed/contract";
import { labelsOf, type LabelledGrouping } from "../../store/queries/analytics/analytics-labels.ts";
import { dimensionOf, facetsOf, isLinkGrouping } from "../../store/queries/analytics/analytics-question.ts";
import { locationSeparator } from "../../store/queries/sums/metrics.ts";
import type { Db } from "../../store/schema.ts";
import { present } from "../../present.ts";

/** The record a grouping shows for each key; a key whose record was deleted is left out. */
export async function groupKeys(
  db: Db,
  { groupBy, workspaceId }: { groupBy: GroupBy; workspaceId: string },
  keys: string[],
): Promise<ReadonlyMap<string, object>> {
  if (isLinkGrouping(groupBy) && groupBy !== "top_domains") {
    return labelsOf(db, groupBy as LabelledGrouping, { ids: keys, workspaceId });
  }
  return new Map(keys.map((k) => [k, keyOf(groupBy, k)]));
}

function keyOf(groupBy: GroupBy, k: string): object {
  const [country, region, city] = k.split(locationSeparator);
  switch (groupBy) {
    case "continents":
      return { continent: k };
    case "countries":
      return { country, region: "*", city: "*" };
    case "regions":
      return { country, region, city: "*" };
    case "cities":
      return { country, region, city };
    case "referer_urls":
      return { refererUrl: k };
    case "top_domains":
      return { domain: k };
    case "top_urls":
    case "top_base_urls":
      return { url: k };
    default:
      return { [present(dimensionOf[groupBy] ?? facetsOf[groupBy], "the dimension or facet")]: k };
  }
}
