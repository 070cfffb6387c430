import type { ReactElement } from "react";
import { Card } from "../../ui/Card.tsx";

/** In the making. */
export function SettingsPanel(): ReactElement {
  return <Card title="Settings" />;
}
