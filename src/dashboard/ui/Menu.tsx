import { useState, type KeyboardEvent, type ReactElement } from "react";
import { Icon } from "./Icon.tsx";
import type { IconName } from "./Icon.tsx";
import { IconButton } from "./IconButton.tsx";
import { usePopover } from "./usePopover.ts";

/** One act of a menu. */
export interface MenuItem {
  label: string;
  icon?: IconName;
  onSelect: () => void;
}

/** Props of {@link Menu}. */
export interface MenuProps {
  /** Accessible name of button and menu, with the row's name in it. */
  label: string;
  items: readonly MenuItem[];
}

const itemsOf = (menu: Element): HTMLElement[] => [...menu.querySelectorAll<HTMLElement>("[role=menuitem]")];

/** Where a key leads in a menu: arrows around, Home, End, or the next item that begins with the letter. */
export function nextMenuItem(key: string, at: number, labels: readonly string[]): number | undefined {
  const count = labels.length;
  const moved = { ArrowDown: (at + 1) % count, ArrowUp: (at - 1 + count) % count, Home: 0, End: count - 1 }[key];
  if (moved !== undefined || [...key].length > 1) return moved;
  const starts = (i: number): boolean => !!labels[i]?.toLocaleLowerCase().startsWith(key.toLocaleLowerCase());
  return labels.map((_, i) => (at + 1 + i) % count).find(starts);
}

/**
 * A "more" button and its menu: first item focused, type-ahead, Tab closes, Esc returns the focus. Its items are rendered when the button
 * is about to be pressed: rendering them for every row would delay the list.
 */
export function Menu({ label, items }: MenuProps): ReactElement {
  const { button, popover, open, close } = usePopover("end", (menu) =>
    itemsOf(menu)[0]?.focus({ preventScroll: true }),
  );
  const [isWanted, setWanted] = useState(false);
  const want = (): void => setWanted(true);
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (event.key === "Tab") return close();
    const all = itemsOf(event.currentTarget);
    const at = all.findIndex((item) => item === event.target);
    const next =
      all[
        nextMenuItem(
          event.key,
          at,
          items.map((item) => item.label),
        ) ?? -1
      ];
    if (!next || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    next.focus();
  };
  const select = (item: MenuItem): void => {
    close();
    button.current?.focus({ preventScroll: true });
    item.onSelect();
  };
  return (
    <>
      <IconButton
        ref={button}
        icon="more"
        label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        onPointerEnter={want}
        onFocus={want}
      />
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- focus goes to its items */}
      <div
        ref={popover}
        popover="auto"
        role="menu"
        aria-label={label}
        className="rf-popover rf-menu"
        onKeyDown={onKeyDown}
      >
        {(isWanted || open) &&
          items.map((item) => (
            <button
              key={item.label}
              type="button"
              role="menuitem"
              tabIndex={-1}
              className="rf-menu-item"
              onClick={() => select(item)}
            >
              {item.icon && <Icon name={item.icon} />}
              {item.label}
            </button>
          ))}
      </div>
    </>
  );
}
