import { useEffect, useRef, useState, type ReactElement } from "react";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, userEvent, waitFor, within } from "storybook/test";
import { BarList } from "../../src/dashboard/charts/BarList.tsx";
import { LineChart } from "../../src/dashboard/charts/LineChart.tsx";
import type { ChartSeries } from "../../src/dashboard/charts/chart-data.ts";
import { Badge } from "../../src/dashboard/ui/Badge.tsx";
import { Button } from "../../src/dashboard/ui/Button.tsx";
import { Card } from "../../src/dashboard/ui/Card.tsx";
import { CopyButton } from "../../src/dashboard/ui/CopyButton.tsx";
import { Dialog } from "../../src/dashboard/ui/Dialog.tsx";
import { IconButton } from "../../src/dashboard/ui/IconButton.tsx";
import { Menu } from "../../src/dashboard/ui/Menu.tsx";
import { Pager } from "../../src/dashboard/ui/Pager.tsx";
import { QrCode } from "../../src/dashboard/ui/QrCode.tsx";
import { Skeleton } from "../../src/dashboard/ui/Skeleton.tsx";
import { Strip } from "../../src/dashboard/ui/Strip.tsx";
import { Table, type Column, type Sort } from "../../src/dashboard/ui/Table.tsx";
import { TabPanel, Tabs } from "../../src/dashboard/ui/Tabs.tsx";
import { Tooltip } from "../../src/dashboard/ui/Tooltip.tsx";
import { useToast } from "../../src/dashboard/ui/toast-context.ts";
import { hidden } from "../support/controls.ts";
import { onStage } from "../support/PartStage.tsx";

/** Their own words are English; each story's args are what the Controls panel offers beside the look. */
export default { title: "Parts", decorators: [onStage], argTypes: hidden("locale") } satisfies Meta;

type Part<Args = object> = StoryObj<Args>;

const row = { display: "flex", flexWrap: "wrap", gap: 12, alignItems: "center", padding: 24 } as const;

const inDark = <Args,>(story: Part<Args>): Part<Args> => ({ ...story, globals: { ...story.globals, theme: "dark" } });

export const Buttons: Part<{ label: string; disabled: boolean }> = {
  args: { label: "Copy link", disabled: false },
  render: ({ label, disabled }) => (
    <Card title="Buttons">
      <div style={row}>
        <Button variant="primary" icon="copy" disabled={disabled}>
          {label}
        </Button>
        <Button disabled={disabled}>Try again</Button>
        <Button variant="quiet" disabled={disabled}>
          Cancel
        </Button>
        <Button variant="danger" disabled={disabled}>
          Leave the program
        </Button>
        <Button variant="text" disabled={disabled}>
          See earnings
        </Button>
        <Button disabled>New link</Button>
        <IconButton icon="qr" label="QR code" disabled={disabled} />
        <CopyButton text="https://go.northlight.example/ada" label="Copy link" />
      </div>
    </Card>
  ),
};
export const ButtonsDark: typeof Buttons = inDark(Buttons);

export const Badges: Part<{ text: string }> = {
  args: { text: "Processed" },
  render: ({ text }) => (
    <Card title="Badges">
      <div style={row}>
        <Badge>{text}</Badge>
        <Badge tone="success">Paid</Badge>
        <Badge tone="warning">Pending</Badge>
        <Badge tone="danger">Refunded</Badge>
      </div>
    </Card>
  ),
};
export const BadgesDark: typeof Badges = inDark(Badges);

export const Strips: Part<{ text: string }> = {
  args: { text: "Could not load links." },
  render: ({ text }) => (
    <Card title="Strips">
      <div style={{ display: "grid", gap: 12 }}>
        <Strip action={<Button>Try again</Button>}>{text}</Strip>
        <Strip tone="warning">Too many requests. Trying again in 12 seconds.</Strip>
      </div>
    </Card>
  ),
};
export const StripsDark: typeof Strips = inDark(Strips);

export const Skeletons: Part<{ rows: number }> = {
  args: { rows: 3 },
  render: ({ rows }) => (
    <Card title="Loading">
      <Skeleton shape="tile" />
      <Skeleton shape="row" count={rows} />
      <Skeleton shape="input" />
      <Skeleton shape="plot" />
    </Card>
  ),
};

const threeTabs = { label: "Tab" };

function ThreeTabs({ look, label }: { look: "bar" | "segments"; label: string }): ReactElement {
  const [active, setActive] = useState("one");
  const items = ["one", "two", "three"].map((id) => ({ id, label: `${label} ${id}` }));
  return (
    <>
      <Tabs label="Sections" group={look} items={items} active={active} onChange={setActive} look={look} />
      {items.map(({ id }) => (
        <TabPanel key={id} group={look} id={id} active={id === active}>
          <p>Panel {id}</p>
        </TabPanel>
      ))}
    </>
  );
}

export const TabBar: Part<typeof threeTabs> = {
  args: threeTabs,
  render: ({ label }) => <ThreeTabs look="bar" label={label} />,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    canvas.getByRole("tab", { name: "Tab one" }).focus();
    await userEvent.keyboard("{ArrowRight}");
    const [two, three] = ["Tab two", "Tab three"].map((name) => canvas.getByRole("tab", { name }));
    await waitFor(() => expect(two).toHaveAttribute("aria-selected", "true"));
    await userEvent.keyboard("{End}");
    await waitFor(() => expect(three).toHaveFocus());
  },
};
export const Segments: Part<typeof threeTabs> = {
  args: threeTabs,
  render: ({ label }) => <ThreeTabs look="segments" label={label} />,
};

interface Sale {
  id: string;
  customer: string;
  amount: number;
}

const sales: readonly Sale[] = [
  { id: "1", customer: "a***@t***.com", amount: 1225 },
  { id: "2", customer: "k***@b***.com", amount: 7475 },
  { id: "3", customer: "n***@s***.com", amount: 475 },
];
const columns: readonly Column<Sale>[] = [
  { key: "customer", header: "Customer", cell: (sale) => sale.customer, kind: "fill" },
  {
    key: "amount",
    header: "Amount",
    cell: (sale) => `$${(sale.amount / 100).toFixed(2)}`,
    kind: "number",
    sortable: true,
  },
];

function SalesTable({ title, range }: { title: string; range: string }): ReactElement {
  const [sort, setSort] = useState<Sort>({ key: "amount", descending: true });
  const rows = sales.toSorted((a, b) => (sort.descending ? b.amount - a.amount : a.amount - b.amount));
  return (
    <Card title={title} flush>
      <Table
        caption={title}
        columns={columns}
        rows={rows}
        rowKey={(sale) => sale.id}
        sort={sort}
        onSort={setSort}
        isOwn={(sale) => sale.id === "2"}
      />
      <Pager range={range} onNext={() => {}} />
    </Card>
  );
}

export const SortedTable: Part<{ title: string; range: string }> = {
  args: { title: "Commissions", range: "1–3 of 12" },
  render: (args) => <SalesTable {...args} />,
};
export const SortedTableDark: typeof SortedTable = inDark(SortedTable);
export const StackedTable: typeof SortedTable = { ...SortedTable, globals: { width: "360" } };

function Opener({ title, wide }: { title: string; wide: boolean }): ReactElement {
  const [open, setOpen] = useState(false);
  return (
    <div style={{ ...row, minHeight: 420 }}>
      <Button onClick={() => setOpen(true)}>Open</Button>
      {open && (
        <Dialog title={title} wide={wide} onClose={() => setOpen(false)}>
          <p>Shown in the top layer, where no host style reaches.</p>
        </Dialog>
      )}
    </div>
  );
}

export const OpenDialog: Part<{ title: string; wide: boolean }> = {
  args: { title: "New link", wide: false },
  render: (args) => <Opener {...args} />,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    const opener = canvas.getByRole("button", { name: "Open" });
    await userEvent.click(opener);
    await expect(await canvas.findByRole("dialog", { name: "New link" })).toBeVisible();
    await userEvent.click(canvas.getByRole("button", { name: "Close" }));
    // Gone, not only closed: its close event comes a task later, and would close the dialog opened in between.
    await waitFor(() => expect(canvasElement.querySelector("dialog")).toBeNull());
    await waitFor(() => expect(opener).toHaveFocus());
    await userEvent.click(opener);
    await expect(await canvas.findByRole("dialog")).toBeVisible();
  },
};
export const OpenDialogDark: typeof OpenDialog = inDark(OpenDialog);
export const OpenDialogNarrow: typeof OpenDialog = { ...OpenDialog, globals: { width: "320" } };

export const OpenMenu: Part<{ firstItem: string }> = {
  args: { firstItem: "Edit" },
  render: ({ firstItem }) => (
    <div style={{ ...row, minHeight: 220, justifyContent: "flex-end" }}>
      <Menu
        label="More about ada"
        items={[
          { label: firstItem, icon: "edit", onSelect: () => {} },
          { label: "QR code", icon: "qr", onSelect: () => {} },
          { label: "Archive", icon: "archive", onSelect: () => {} },
        ]}
      />
    </div>
  ),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole("button", { name: "More about ada" }));
    // Open comes first, the focus with the event that tells of it.
    await waitFor(() => expect(canvas.getByRole("menuitem", { name: "Edit" })).toHaveFocus());
    await userEvent.keyboard("{ArrowDown}");
    await waitFor(() => expect(canvas.getByRole("menuitem", { name: "QR code" })).toHaveFocus());
  },
};

export const FocusedTooltip: Part<{ text: string }> = {
  args: { text: "Paid once the hold period is over" },
  render: ({ text }) => (
    <div style={{ ...row, minHeight: 120 }}>
      <Tooltip text={text}>
        <Button>Pending</Button>
      </Tooltip>
    </div>
  ),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.tab();
    await expect(await canvas.findByRole("tooltip")).toBeVisible();
  },
};

function Toaster({ text }: { text: string }): ReactElement {
  const toast = useToast();
  const shown = useRef(text);
  useEffect(() => {
    if (shown.current !== text) toast(text);
    shown.current = text;
  }, [text, toast]);
  return <Button onClick={() => toast(text)}>Save</Button>;
}

export const ShownToast: Part<{ text: string }> = {
  args: { text: "Saved" },
  render: ({ text }) => (
    <div style={{ ...row, minHeight: 160 }}>
      <Toaster text={text} />
    </div>
  ),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole("button", { name: "Save" }));
    const dismiss = await canvas.findByRole("button", { name: "Dismiss" });
    await expect(dismiss).toBeVisible();
    // It waits under the pointer: so it is still here when it is looked at, however slow the machine.
    await userEvent.hover(dismiss);
  },
};

const days = Array.from({ length: 30 }, (_, n) => ({ label: `October ${n + 1}, 2026`, tick: `Oct ${n + 1}` }));
const whole = (value: number): string => String(value);
const wave = (high: number, turn: number): number[] =>
  days.map((_, n) => Math.round(high * (1 + Math.sin(n / 3 + turn) * 0.6)));
const clicks: ChartSeries = { id: "clicks", label: "Clicks", tone: 1, values: wave(40, 0), format: whole };
const leads: ChartSeries = { id: "leads", label: "Leads", tone: 2, values: wave(24, 1), format: whole };
const all: readonly ChartSeries[] = [
  clicks,
  leads,
  { id: "sales", label: "Sales", tone: 3, values: wave(12, 2), format: whole },
  { id: "earnings", label: "Earnings", tone: 4, values: wave(6, 3), format: whole },
];

type Chart = Part<{ title: string; running: boolean }>;

const chart = (series: readonly ChartSeries[], running = false): Chart => ({
  args: { title: "Performance", running },
  render: ({ title, running }) => (
    <Card title={title}>
      <LineChart buckets={days} series={series} running={running} />
    </Card>
  ),
});

export const OneLine: Chart = chart([clicks], true);
export const OneLineDark: Chart = inDark(OneLine);
export const FourLines: Chart = chart(all);
export const FourLinesDark: Chart = inDark(FourLines);
export const LineWithGaps: Chart = chart([
  { ...clicks, values: clicks.values.map((value, n) => (n % 9 < 2 ? null : value)) },
]);
export const LineByKeyboard: Chart = {
  ...OneLine,
  play: async ({ canvasElement }) => {
    const plot = within(canvasElement).getByRole("slider");
    plot.focus();
    await userEvent.keyboard("{Home}{ArrowRight}");
    await waitFor(() => expect(plot).toHaveAttribute("aria-valuetext", expect.stringContaining("October 2, 2026")));
  },
};

export const Bars: Part<{ title: string; firstValue: number }> = {
  args: { title: "Countries", firstValue: 169 },
  render: ({ title, firstValue }) => (
    <Card title={title}>
      <BarList
        label={title}
        items={[
          ["United States", firstValue],
          ["Germany", 95],
          ["United Kingdom", 73],
          ["Federated States of Micronesia", 12],
          ["Unknown", 0],
        ].map(([label, value]) => ({ key: String(label), label, value: Number(value), display: String(value) }))}
      />
    </Card>
  ),
};
export const BarsDark: typeof Bars = inDark(Bars);

export const Qr: Part<{ url: string }> = {
  args: { url: "https://go.northlight.example/ada" },
  render: ({ url }) => (
    <Card title="QR code">
      <QrCode url={url} fileName="ada" />
    </Card>
  ),
};
export const QrDark: typeof Qr = inDark(Qr);
