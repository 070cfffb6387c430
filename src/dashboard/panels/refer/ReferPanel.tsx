import type { ReactElement } from "react";
import { Card } from "../../ui/Card.tsx";

/** In the making. */
export function ReferPanel(): ReactElement {
  return <Card title="Refer" />;
}
