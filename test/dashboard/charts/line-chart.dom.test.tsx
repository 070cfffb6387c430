import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactElement } from "react";
import { StrictMode } from "react";
import { renderToString } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { BarList } from "../../../src/dashboard/charts/BarList.tsx";
import { ChartFigure } from "../../../src/dashboard/charts/ChartFigure.tsx";
import { LineChart } from "../../../src/dashboard/charts/LineChart.tsx";
import type { ChartSeries } from "../../../src/dashboard/charts/chart-data.ts";
import { MessagesContext } from "../../../src/dashboard/ui/messages-context.ts";

const TEXTS: Record<string, string> = {
  "chart.point": "{date}: {values}",
  "chart.value": "{value} {series}",
  "chart.soFar": "{date}, so far",
  "chart.showTable": "Show as table",
  "chart.showChart": "Show as chart",
  "list.date": "Date",
  "ui.notAvailable": "not available",
};
const t = (key: string, slots: Record<string, string | number> = {}): string =>
  (TEXTS[key] ?? key).replace(/\{(\w+)\}/g, (_, name: string) => String(slots[name]));
const buckets = ["Oct 27", "Oct 28", "Oct 29"].map((label) => ({ label, tick: label }));
const clicks: ChartSeries = { id: "clicks", label: "clicks", tone: 1, values: [12, null, 275], format: String };
const leads: ChartSeries = { id: "leads", label: "leads", tone: 2, values: [1, 2, 3], format: String };

function show(ui: ReactElement): void {
  render(
    <StrictMode>
      <MessagesContext.Provider value={{ locale: "en", t }}>{ui}</MessagesContext.Provider>
    </StrictMode>,
  );
}

describe("LineChart", () => {
  it("is one slider that reads its value, gaps included (DES-C5)", async () => {
    const user = userEvent.setup();
    show(<LineChart buckets={buckets} series={[clicks]} />);
    const plot = screen.getByRole("slider", { name: "clicks" });
    expect(plot).toHaveAttribute("aria-valuetext", "Oct 29: 275 clicks");
    await user.tab();
    expect(plot).toHaveFocus();
    await user.keyboard("{ArrowLeft}");
    expect(plot).toHaveAttribute("aria-valuetext", "Oct 28: not available clicks");
    await user.keyboard("{Home}");
    expect(plot).toHaveAttribute("aria-valuenow", "0");
    expect(plot.querySelector(".rf-chart-tip")).toHaveTextContent("Oct 27");
    await user.keyboard("{Escape}");
    expect(plot.querySelector(".rf-chart-tip")).toBeNull();
  });

  it("dashes the running bucket and names it so far (DES-C2)", () => {
    show(<LineChart buckets={buckets} series={[leads]} running />);
    expect(screen.getByRole("slider")).toHaveAttribute("aria-valuetext", "Oct 29, so far: 3 leads");
    expect(document.querySelectorAll(".rf-line-running")).toHaveLength(1);
  });

  it("draws a point that stands alone as a dot (DES-C2)", () => {
    show(<LineChart buckets={buckets} series={[clicks]} />);
    expect(document.querySelectorAll("circle.rf-point")).toHaveLength(2);
  });

  it("draws a sparse series as bars, one per bucket that has something", () => {
    const sparse: ChartSeries = { ...clicks, values: [0, 0, 275] };
    show(<LineChart buckets={buckets} series={[sparse]} running />);
    expect(document.querySelectorAll(".rf-column-bar")).toHaveLength(1);
    expect(document.querySelector(".rf-column-bar-running")).not.toBeNull();
    expect(document.querySelector(".rf-line")).toBeNull();
  });

  it("distinguishes several series by dash and by a label at the end (DES-C8, design §17.7)", () => {
    show(<LineChart buckets={buckets} series={[clicks, leads]} />);
    expect([...document.querySelectorAll(".rf-end-label")].map((label) => label.textContent)).toEqual([
      "clicks",
      "leads",
    ]);
    expect(document.querySelector(".rf-line-d2")).not.toBeNull();
  });

  it("follows a touch where it lands (DES-C5)", () => {
    show(<LineChart buckets={buckets} series={[leads]} />);
    fireEvent.pointerDown(screen.getByRole("slider"), { clientX: 5, pointerType: "touch" });
    expect(screen.getByRole("slider")).toHaveAttribute("aria-valuenow", "0");
  });

  it("the tooltip is 168 wide and stays inside the plot at every bucket (DES-C7)", async () => {
    const user = userEvent.setup();
    show(<LineChart buckets={buckets} series={[clicks]} />);
    await user.tab();
    const lefts: number[] = [];
    for (const key of ["{Home}", "{ArrowRight}", "{ArrowRight}"]) {
      await user.keyboard(key);
      lefts.push(parseFloat(document.querySelector<HTMLElement>(".rf-chart-tip")!.style.left));
    }
    // Without a layout a plot takes itself for 640 wide.
    for (const left of lefts) expect(left).toSatisfy((at: number) => at >= 0 && at + 168 <= 640);
    expect(new Set(lefts).size).toBe(3);
  });

  it("renders on a server (DES-C1)", () => {
    expect(renderToString(<LineChart buckets={buckets} series={[leads]} />)).toContain('role="slider"');
  });

  it("bears an empty range", () => {
    show(<LineChart buckets={[]} series={[{ ...leads, values: [] }]} />);
    fireEvent.keyDown(screen.getByRole("slider"), { key: "End" });
    expect(screen.getByRole("slider")).toHaveAttribute("aria-valuemax", "0");
  });
});

describe("ChartFigure", () => {
  it("swaps in a real table of the same numbers, for every chart of the session (DES-C6, design §17.8)", async () => {
    const user = userEvent.setup();
    show(<ChartFigure caption="Clicks by day" buckets={buckets} series={[clicks]} />);
    await user.click(screen.getByRole("button", { name: "Show as table" }));
    const table = await screen.findByRole("table", { name: "Clicks by day" });
    expect([...table.querySelectorAll("td")].map((cell) => cell.lastChild?.textContent)).toEqual([
      "Oct 27",
      "12",
      "Oct 28",
      "not available",
      "Oct 29",
      "275",
    ]);
    show(<ChartFigure caption="Leads by day" buckets={buckets} series={[leads]} />);
    expect(screen.getByRole("table", { name: "Leads by day" })).toBeVisible();
    await user.click(screen.getAllByRole("button", { name: "Show as chart" })[0] as HTMLElement);
    expect(screen.queryByRole("table")).toBeNull();
  });
});

describe("BarList", () => {
  it("shows a long address whole (DES-B5)", () => {
    show(<BarList label="Links" items={[{ key: "a", label: "go.example/".repeat(12), value: 1, display: "1" }]} />);
    expect(screen.getByText("go.example/".repeat(12))).not.toHaveClass("rf-ellipsis");
  });

  it("is a list of labels and values with a width in per cent (DES-C9)", () => {
    const items = [
      { key: "us", label: "United States", value: 200, display: "200" },
      { key: "de", label: "Germany", value: 50, display: "50" },
    ];
    show(<BarList label="Countries" items={items} />);
    const [, second] = screen.getAllByRole("listitem");
    expect(screen.getByRole("list", { name: "Countries" })).toBeVisible();
    expect(second).toHaveTextContent("Germany50");
    expect(second?.style.getPropertyValue("--rf-share")).toBe("25%");
  });
});
