import { render } from "@testing-library/react";
import { version, type ReactElement } from "react";
import { version as domVersion } from "react-dom";
import { expect, it } from "vitest";

it("EMB-A9: these suites really run on React 18.2", () => {
  const Version = (): ReactElement => <p>{version}</p>;
  expect(render(<Version />).container.textContent).toBe("18.2.0");
  expect(domVersion).toBe("18.2.0");
});
