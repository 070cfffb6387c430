import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { StrictMode, useLayoutEffect, useRef, useState } from "react";
import type { ReactElement } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Button } from "../../../src/dashboard/ui/Button.tsx";
import { Dialog } from "../../../src/dashboard/ui/Dialog.tsx";
import { Menu } from "../../../src/dashboard/ui/Menu.tsx";
import { QrCode } from "../../../src/dashboard/ui/QrCode.tsx";
import { ToastProvider } from "../../../src/dashboard/ui/ToastProvider.tsx";
import { Tooltip } from "../../../src/dashboard/ui/Tooltip.tsx";
import { useToast } from "../../../src/dashboard/ui/toast-context.ts";

const strict = (ui: ReactElement): ReturnType<typeof render> => render(<StrictMode>{ui}</StrictMode>);
afterEach(() => vi.useRealTimers());

function WithDialog({ onClose = () => {} }: { onClose?: () => void }): ReactElement {
  const [open, setOpen] = useState(false);
  const close = (): void => {
    onClose();
    setOpen(false);
  };
  return (
    <>
      <Button onClick={() => setOpen(true)}>New link</Button>
      {open && (
        <Dialog title="Create a link" onClose={close}>
          <input aria-label="Destination" data-autofocus="" />
          <Button onClick={close}>Cancel</Button>
        </Dialog>
      )}
    </>
  );
}

describe("Dialog", () => {
  it("is named by its title, focuses the marked element, and returns the focus (DES-O1, O2)", async () => {
    const user = userEvent.setup();
    const closed = vi.fn<() => void>();
    strict(<WithDialog onClose={closed} />);
    await user.click(screen.getByRole("button", { name: "New link" }));
    expect(screen.getByRole("dialog", { name: "Create a link" })).toBeVisible();
    expect(screen.getByRole("textbox")).toHaveFocus();
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(screen.getByRole("button", { name: "New link" })).toHaveFocus();
    expect(closed).toHaveBeenCalledOnce();
  });

  it("leaves the host's page as it is: no scroll lock, nothing hidden, nothing asked by the browser (DES-O8)", async () => {
    const user = userEvent.setup();
    const asked = ["alert", "confirm", "prompt"].map((name) => vi.spyOn(window, name as "alert"));
    const page = (): string[] =>
      [document.documentElement, document.body].map((one) => one.cloneNode() as Element).map((one) => one.outerHTML);
    const host = document.body.appendChild(document.createElement("aside"));
    const before = page();
    strict(<WithDialog />);
    await user.click(screen.getByRole("button", { name: "New link" }));
    expect(page()).toEqual(before);
    expect(host.outerHTML).toBe("<aside></aside>");
    await user.type(screen.getByRole("textbox"), "x");
    await user.keyboard("{Escape}");
    for (const ask of asked) expect(ask).not.toHaveBeenCalled();
    host.remove();
  });

  it("closes on a click outside, but not once something was typed (DES-O1)", async () => {
    const user = userEvent.setup();
    strict(<WithDialog />);
    await user.click(screen.getByRole("button", { name: "New link" }));
    await user.click(screen.getByRole("dialog"));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await user.click(screen.getByRole("button", { name: "New link" }));
    await user.type(screen.getByRole("textbox"), "x");
    await user.click(screen.getByRole("dialog"));
    expect(screen.getByRole<HTMLDialogElement>("dialog").open).toBe(true);
  });

  it("stays when a press inside ends outside (DES-O1)", async () => {
    const user = userEvent.setup();
    strict(<WithDialog />);
    await user.click(screen.getByRole("button", { name: "New link" }));
    fireEvent.pointerDown(screen.getByRole("textbox"));
    fireEvent.click(screen.getByRole("dialog"));
    expect(screen.getByRole<HTMLDialogElement>("dialog").open).toBe(true);
  });
});

describe("Menu", () => {
  it("focuses the first item, moves by arrows and letters, acts and gives the focus back (DES-O4)", async () => {
    const user = userEvent.setup();
    const archived = vi.fn<() => void>();
    const items = [
      { label: "Edit", onSelect: () => {} },
      { label: "Archive", onSelect: archived },
    ];
    strict(<Menu label="Actions for acme.link/k" items={items} />);
    const button = screen.getByRole("button", { name: "Actions for acme.link/k" });
    // Those of every row would keep a list waiting: they are drawn for the button that is about to be pressed.
    expect(screen.queryAllByRole("menuitem", { hidden: true })).toEqual([]);
    await user.click(button);
    await waitFor(() => expect(screen.getByRole("menuitem", { name: "Edit" })).toHaveFocus());
    expect(button).toHaveAttribute("aria-expanded", "true");
    await user.keyboard("a");
    expect(screen.getByRole("menuitem", { name: "Archive" })).toHaveFocus();
    await user.keyboard("{Enter}");
    expect(archived).toHaveBeenCalledOnce();
    expect(button).toHaveFocus();
    await waitFor(() => expect(button).toHaveAttribute("aria-expanded", "false"));
  });

  it("opens by a press that comes as soon as its button is there", async () => {
    function Press(): null {
      const done = useRef(false);
      useLayoutEffect(() => {
        if (!done.current) screen.getByRole("button").click();
        done.current = true;
      });
      return null;
    }
    strict(
      <>
        <Menu label="Actions" items={[{ label: "Edit", onSelect: () => {} }]} />
        <Press />
      </>,
    );
    await waitFor(() => expect(screen.getByRole("button")).toHaveAttribute("aria-expanded", "true"));
  });

  it("closes by Esc with the focus back on its button, and nothing done (DES-O4)", async () => {
    const user = userEvent.setup();
    const picked = vi.fn<() => void>();
    strict(<Menu label="Actions" items={[{ label: "Edit", onSelect: picked }]} />);
    const button = screen.getByRole("button", { name: "Actions" });
    await user.click(button);
    await screen.findByRole("menuitem");
    await user.keyboard("{Escape}");
    await waitFor(() => expect(button).toHaveAttribute("aria-expanded", "false"));
    expect(button).toHaveFocus();
    expect(picked).not.toHaveBeenCalled();
  });
});

describe("Tooltip", () => {
  it("describes its control, comes after 400 ms and goes with Esc (DES-O5)", async () => {
    vi.useFakeTimers();
    strict(
      <Tooltip text="Counts from midnight">
        <Button>Clicks</Button>
      </Tooltip>,
    );
    const button = screen.getByRole("button");
    expect(button).toHaveAccessibleDescription("Counts from midnight");
    const shown = vi.spyOn(HTMLElement.prototype, "showPopover");
    const hidden = vi.spyOn(HTMLElement.prototype, "hidePopover");
    act(() => button.focus());
    act(() => void vi.advanceTimersByTime(399));
    expect(shown).not.toHaveBeenCalled();
    act(() => void vi.advanceTimersByTime(1));
    expect(shown).toHaveBeenCalledOnce();
    fireEvent.keyDown(button, { key: "Escape" });
    expect(hidden).toHaveBeenCalledOnce();
  });
});

describe("Toast", () => {
  function Saver({ texts }: { texts: string[] }): ReactElement {
    const toast = useToast();
    return <Button onClick={() => texts.forEach((text) => toast(text))}>Save</Button>;
  }
  const toasts = (): string[] => [...document.querySelectorAll(".rf-toast")].map((toast) => toast.textContent ?? "");

  it("shows at most two for six seconds and announces the newest (DES-O6)", () => {
    vi.useFakeTimers();
    strict(
      <ToastProvider>
        <Saver texts={["one", "two", "three"]} />
      </ToastProvider>,
    );
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    expect(toasts()).toEqual(["two", "three"]);
    expect(screen.getByRole("status")).toHaveTextContent("three");
    act(() => void vi.advanceTimersByTime(6_000));
    expect(toasts()).toEqual([]);
  });

  it("waits under the pointer (DES-O6)", () => {
    vi.useFakeTimers();
    strict(
      <ToastProvider>
        <Saver texts={["Saved"]} />
      </ToastProvider>,
    );
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    const toast = document.querySelector(".rf-toast") as Element;
    fireEvent.pointerEnter(toast);
    act(() => void vi.advanceTimersByTime(20_000));
    expect(toasts()).toEqual(["Saved"]);
    fireEvent.pointerLeave(toast);
    act(() => void vi.advanceTimersByTime(6_000));
    expect(toasts()).toEqual([]);
  });

  it("covers no dialog that is opened after it (DES-O6)", async () => {
    const user = userEvent.setup();
    strict(
      <ToastProvider>
        <Saver texts={["Saved"]} />
        <WithDialog />
      </ToastProvider>,
    );
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect(toasts()).toEqual(["Saved"]);
    await user.click(screen.getByRole("button", { name: "New link" }));
    expect(toasts()).toEqual([]);
  });

  it("moves into an open dialog, outside of which it would be inert (DES-O6)", () => {
    strict(
      <ToastProvider>
        <Dialog title="Edit" onClose={() => {}}>
          <Saver texts={["Saved"]} />
        </Dialog>
      </ToastProvider>,
    );
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    expect(document.querySelector("dialog .rf-toast")).toHaveTextContent("Saved");
    expect(toasts()).toHaveLength(1);
  });
});

describe("QrCode", () => {
  it("draws the code and offers both downloads", async () => {
    strict(<QrCode url="https://acme.link/k" fileName="k" />);
    expect(await screen.findByRole("img", { name: "ui.qrCodeFor" })).toBeVisible();
    expect(screen.getByRole("button", { name: "ui.downloadSvg" })).toBeEnabled();
    expect(screen.getByRole("button", { name: "ui.downloadPng" })).toBeEnabled();
  });
});
