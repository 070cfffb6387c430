import type { ReactElement } from "react";
import { Card } from "../../ui/Card.tsx";

/** In the making. */
export function ResourcesPanel(): ReactElement {
  return <Card title="Resources" />;
}
