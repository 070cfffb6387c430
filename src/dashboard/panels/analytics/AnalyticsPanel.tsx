import type { ReactElement } from "react";
import { Card } from "../../ui/Card.tsx";

/** In the making. */
export function AnalyticsPanel(): ReactElement {
  return <Card title="Analytics" />;
}
