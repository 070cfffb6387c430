import type { ReactElement } from "react";
import { Card } from "../../ui/Card.tsx";

/** In the making. */
export function LinksPanel(): ReactElement {
  return <Card title="Links" />;
}
