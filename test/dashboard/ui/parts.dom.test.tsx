import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { StrictMode, useState } from "react";
import type { ReactElement } from "react";
import { renderToString } from "react-dom/server";
import { afterEach, describe, expect, it, vi } from "vitest";
import { ThemeRoot } from "../../../src/dashboard/theme/ThemeRoot.tsx";
import { BidiText } from "../../../src/dashboard/ui/BidiText.tsx";
import { Button } from "../../../src/dashboard/ui/Button.tsx";
import { CopyButton } from "../../../src/dashboard/ui/CopyButton.tsx";
import { ErrorBoundary } from "../../../src/dashboard/ui/ErrorBoundary.tsx";
import { Heading, HeadingLevelContext } from "../../../src/dashboard/ui/Heading.tsx";
import { Pager } from "../../../src/dashboard/ui/Pager.tsx";
import { Skeleton } from "../../../src/dashboard/ui/Skeleton.tsx";
import { Table } from "../../../src/dashboard/ui/Table.tsx";
import type { Sort } from "../../../src/dashboard/ui/Table.tsx";
import { TabPanel, Tabs } from "../../../src/dashboard/ui/Tabs.tsx";
import { TileGroup } from "../../../src/dashboard/ui/TileGroup.tsx";

const strict = (ui: ReactElement): ReturnType<typeof render> => render(<StrictMode>{ui}</StrictMode>);
afterEach(() => vi.unstubAllGlobals());

describe("ThemeRoot", () => {
  it("sets derived tokens on the element, once they are worked out, and takes them back (DES-S3)", async () => {
    const { container, rerender } = strict(<ThemeRoot themeOptions={{ backgroundColor: "#0b1020" }} />);
    const root = container.querySelector<HTMLElement>(".rf-root");
    expect(root?.style.getPropertyValue("--rf-bg")).toBe("#0b1020");
    await waitFor(() => expect(root?.style.getPropertyValue("--rf-surface")).toBe("#131827"));
    expect(root).toHaveAttribute("data-scheme", "dark");
    rerender(<ThemeRoot theme="system" themeOptions={{ density: "compact" }} />);
    const plain = container.querySelector<HTMLElement>(".rf-root");
    expect(plain?.style.getPropertyValue("--rf-surface")).toBe("");
    expect(plain).toHaveAttribute("data-density", "compact");
  });

  it("writes no style text on a server (DES-S3)", () => {
    const html = renderToString(
      <ThemeRoot themeOptions={{ backgroundColor: "#0b1020" }}>
        <Skeleton shape="row" count={2} />
      </ThemeRoot>,
    );
    expect(html).not.toContain("style=");
    expect(html).toContain('data-scheme="dark"');
  });
});

describe("Tabs", () => {
  function Sections(): ReactElement {
    const [active, setActive] = useState("a");
    const items = ["a", "b", "c"].map((id) => ({ id, label: `Tab ${id}` }));
    return (
      <>
        <Tabs label="Sections" group="g" items={items} active={active} onChange={setActive} />
        {items.map(({ id }) => (
          <TabPanel key={id} group="g" id={id} active={id === active}>
            <input aria-label={`In ${id}`} />
          </TabPanel>
        ))}
      </>
    );
  }

  it("is one stop, activates with arrows and keeps the state of hidden panels", async () => {
    const user = userEvent.setup();
    strict(<Sections />);
    await user.type(screen.getByRole("textbox", { name: "In a" }), "kept");
    await user.click(screen.getByRole("tab", { name: "Tab a" }));
    await user.keyboard("{ArrowRight}{ArrowRight}");
    expect(screen.getByRole("tab", { name: "Tab c" })).toHaveFocus();
    expect(screen.getByRole("tab", { name: "Tab c" })).toHaveAttribute("aria-selected", "true");
    expect(screen.getByRole("tabpanel")).toHaveAccessibleName("Tab c");
    await user.keyboard("{Home}");
    expect(screen.getByRole("textbox")).toHaveValue("kept");
    await user.tab();
    expect(screen.getByRole("tabpanel")).toHaveFocus();
  });
});

describe("TileGroup", () => {
  it("is a radio group that arrows move through", async () => {
    const user = userEvent.setup();
    const picked = vi.fn<(id: string) => void>();
    const items = [
      { id: "clicks", label: "Clicks", figure: "12", series: 1 as const },
      { id: "leads", label: "Leads", figure: "3", series: 2 as const },
    ];
    strict(<TileGroup label="Figures" items={items} active="clicks" onChange={picked} />);
    expect(screen.getByRole("radio", { name: "Clicks 12" })).toBeChecked();
    await user.click(screen.getByRole("radio", { name: "Leads 3" }));
    expect(picked).toHaveBeenCalledWith("leads");
  });
});

describe("Table", () => {
  const columns = [
    { key: "name", header: "Name", cell: (row: { name: string; clicks: number }) => row.name },
    {
      key: "clicks",
      header: "Clicks",
      kind: "number" as const,
      sortable: true,
      cell: (row: { name: string; clicks: number }) => row.clicks,
    },
  ];
  function Links(): ReactElement {
    const [sort, setSort] = useState<Sort>({ key: "clicks", descending: true });
    const rows = [{ name: "one", clicks: 3 }];
    return <Table caption="Links" columns={columns} rows={rows} rowKey={(r) => r.name} sort={sort} onSort={setSort} />;
  }

  it("keeps caption, roles and sort, which a button in the head turns around (DES-B1, B3)", async () => {
    const user = userEvent.setup();
    strict(<Links />);
    expect(screen.getByRole("table", { name: "Links" })).toHaveAttribute("role", "table");
    const head = screen.getByRole("columnheader", { name: "Clicks" });
    expect(head).toHaveAttribute("aria-sort", "descending");
    await user.click(within(head).getByRole("button"));
    expect(head).toHaveAttribute("aria-sort", "ascending");
    expect(screen.getByRole("columnheader", { name: "Name" })).not.toHaveAttribute("aria-sort");
  });
});

describe("Pager", () => {
  it("keeps focus on a button that has nowhere to go (DES-B4)", async () => {
    const user = userEvent.setup();
    const next = vi.fn<() => void>();
    const { rerender } = render(<Pager range="1–25 of 30" onNext={next} />);
    await user.click(screen.getByRole("button", { name: "ui.next" }));
    rerender(<Pager range="26–30 of 30" onPrevious={() => {}} />);
    await user.keyboard("{Enter}");
    expect(next).toHaveBeenCalledOnce();
    expect(screen.getByRole("button", { name: "ui.next" })).toHaveFocus();
    expect(screen.getByRole("status")).toHaveTextContent("26–30 of 30");
  });
});

describe("CopyButton", () => {
  it("copies, announces it once, and returns to its label", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
    const copied = vi.fn<() => void>();
    strict(<CopyButton text="https://acme.link/k" label="Copy link" onCopied={copied} />);
    await user.click(screen.getByRole("button", { name: "Copy link" }));
    expect(await navigator.clipboard.readText()).toBe("https://acme.link/k");
    expect(await screen.findByRole("button", { name: "ui.copied" })).toHaveFocus();
    expect(screen.getByRole("status")).toHaveTextContent("ui.copied");
    expect(copied).toHaveBeenCalledOnce();
    act(() => void vi.advanceTimersByTime(2_000));
    expect(await screen.findByRole("button", { name: "Copy link" })).toBeVisible();
    vi.useRealTimers();
  });

  it("selects the text and names the keys where copying is forbidden (DES-O9)", async () => {
    const user = userEvent.setup();
    vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new DOMException("no", "NotAllowedError"));
    strict(
      <section>
        <input data-copy-source="" readOnly defaultValue="https://acme.link/k" />
        <CopyButton text="https://acme.link/k" label="Copy link" />
      </section>,
    );
    await user.click(screen.getByRole("button"));
    expect(await screen.findByRole("button", { name: "ui.pressToCopy" })).toBeVisible();
    const field = screen.getByRole<HTMLInputElement>("textbox");
    expect(field.selectionEnd).toBe(field.value.length);
  });
});

describe("ErrorBoundary", () => {
  it("confines an error to its panel, reports it, and renders again on retry", async () => {
    const user = userEvent.setup();
    const told = vi.fn<(error: unknown) => void>();
    const quiet = vi.spyOn(console, "error").mockImplementation(() => {});
    let broken = true;
    const Panel = (): ReactElement => {
      if (broken) throw new Error("fell");
      return <p>fine</p>;
    };
    render(
      <ErrorBoundary onError={told} fallback={(_, retry) => <Button onClick={retry}>Try again</Button>}>
        <Panel />
      </ErrorBoundary>,
    );
    broken = false;
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(screen.getByText("fine")).toBeVisible();
    expect(told).toHaveBeenCalledOnce();
    quiet.mockRestore();
  });
});

describe("Heading and BidiText", () => {
  it("fit the host's outline and keep a link left to right", () => {
    render(
      <HeadingLevelContext.Provider value={3}>
        <Heading depth={1}>Links</Heading>
        <BidiText dir="ltr">acme.link/k</BidiText>
      </HeadingLevelContext.Provider>,
    );
    expect(screen.getByRole("heading", { level: 4 })).toHaveTextContent("Links");
    expect(screen.getByText("acme.link/k")).toHaveAttribute("dir", "ltr");
  });
});
