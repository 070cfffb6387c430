import { render } from "@testing-library/react";
import { useEffect, version, type ReactElement } from "react";
import { version as domVersion } from "react-dom";
import { version as serverVersion } from "react-dom/server";
import { expect, it } from "vitest";

it("these suites really run on the React they name, StrictMode on (EMB-A9)", () => {
  let effects = 0;
  const Version = (): ReactElement => {
    useEffect(() => void effects++, []);
    return <p>{version}</p>;
  };
  const wanted = process.env.REACT_VERSION;
  expect(render(<Version />).container.textContent).toBe(wanted);
  expect([domVersion, serverVersion]).toEqual([wanted, wanted]);
  expect(effects).toBe(2);
});
