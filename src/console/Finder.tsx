import { useEffect, useState, type KeyboardEvent, type ReactElement } from "react";
import { Dialog } from "../dashboard/ui/Dialog.tsx";
import { SearchField } from "../dashboard/ui/SearchField.tsx";
import { addressOf, go } from "./address.ts";
import { useConsole } from "./context.ts";
import { useInTurn, useRead } from "./data.ts";
import { Read } from "./parts/Page.tsx";

/** Finds a partner by name, address or id, from anywhere. */
export function Finder({ onClose }: { onClose: () => void }): ReactElement {
  const { words } = useConsole();
  const [sought, setSought] = useState("");
  const { asked, isBehind } = useInTurn(sought.trim());
  const found = useRead("partners.list", { query: { ...(asked && { search: asked }), pageSize: 8, total: false } });
  const isOld = isBehind(found.isLoading || found.isPlaceholderData);
  // Enter before the answer to what is typed: what is listed is of what was typed before.
  const [opensFirst, setOpensFirst] = useState(false);
  const first = found.data?.[0]?.id;
  useEffect(() => {
    if (!opensFirst || isOld || first === undefined) return;
    onClose();
    go(addressOf(`partners/${first}`));
  }, [opensFirst, isOld, first, onClose]);
  const seek = (text: string): void => {
    setOpensFirst(false);
    setSought(text);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const all = [...event.currentTarget.querySelectorAll<HTMLElement>("input, .con-found")];
    const at = all.indexOf(document.activeElement as HTMLElement);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      all[Math.max(0, Math.min(all.length - 1, at + step))]?.focus();
    }
    if (event.key === "Enter" && at === 0) setOpensFirst(true);
  };
  return (
    <Dialog title="Find a partner" onClose={onClose}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- arrows move between its controls */}
      <div className="rf-stack rf-stack-12" onKeyDown={onKeyDown}>
        <SearchField label="Name, address or id" onSearch={seek} />
        <Read of={found} empty="Nobody is called that.">
          {(partners) => (
            <ul aria-busy={isOld}>
              {partners.map(({ id, name, email, status }) => (
                <li key={id}>
                  <button
                    type="button"
                    className="con-found"
                    onClick={() => {
                      onClose();
                      go(addressOf(`partners/${id}`));
                    }}
                  >
                    <span className="rf-ellipsis">{name}</span>
                    <span className="rf-ellipsis rf-muted rf-small">
                      {[email, words.enrollment[status][0]].filter(Boolean).join(" · ")}
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          )}
        </Read>
      </div>
    </Dialog>
  );
}
