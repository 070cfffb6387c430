import type { ReactElement } from "react";
import { Card } from "../../ui/Card.tsx";

/** In the making. */
export function EarningsPanel(): ReactElement {
  return <Card title="Earnings" />;
}
