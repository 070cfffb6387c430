import { render, screen } from "@testing-library/react";
import type { ReactElement } from "react";
import { expect, it } from "vitest";
import { Lazily } from "../../src/dashboard/Lazily.tsx";

const Part = ({ name }: { name: string }): ReactElement => <p>Part {name}</p>;

it("shows what there is until the code of a part is here, then the part", async () => {
  const load = (): Promise<typeof Part> => Promise.resolve(Part);
  render(<Lazily load={load} props={{ name: "one" }} meanwhile={<p>Soon</p>} />);
  expect(screen.getByText("Soon")).toBeInTheDocument();
  expect(await screen.findByText("Part one")).toBeInTheDocument();
  expect(screen.queryByText("Soon")).toBeNull();
});

it("shows the fallback when the code of a part does not load", async () => {
  const load = (): Promise<typeof Part> => Promise.reject(new TypeError("offline"));
  render(<Lazily load={load} props={{ name: "one" }} otherwise={<p>Try again</p>} />);
  expect(await screen.findByText("Try again")).toBeInTheDocument();
});
