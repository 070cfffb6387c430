/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- display takes them away */
import { clsx } from "clsx";
import type { MouseEvent, ReactElement, ReactNode } from "react";
import { Icon } from "./Icon.tsx";

/** A column of a table. */
export interface Column<Row> {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /**
   * `number` is end-aligned and tabular; `fill` takes the room that is left and cuts with an ellipsis; `wide` does so too and
   * is left out under 960 px; `extra` is a number that is left out from there to where rows are stacked; `spaced` is left out where they are; `menu` has no label; `status` ends the second line of a `brief` row.
   */
  kind?: "text" | "number" | "extra" | "fill" | "wide" | "spaced" | "menu" | "status";
  sortable?: boolean;
}

const KINDS: Readonly<Record<NonNullable<Column<unknown>["kind"]>, string | undefined>> = {
  text: undefined,
  number: "rf-cell-end",
  extra: "rf-cell-end rf-cell-extra",
  fill: "rf-cell-fill",
  wide: "rf-cell-fill rf-cell-wide",
  spaced: "rf-cell-spaced",
  menu: "rf-cell-menu",
  status: "rf-cell-status",
};

const HEAD_KINDS: typeof KINDS = {
  ...KINDS,
  fill: undefined,
  wide: "rf-cell-wide",
  menu: undefined,
  status: undefined,
};

/** The order rows come in. */
export interface Sort {
  key: string;
  descending: boolean;
}

/** Props of {@link Table}. */
export interface TableProps<Row> {
  /** Said by assistive technology, not shown. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  sort?: Sort;
  onSort?: (sort: Sort) => void;
  /** A click anywhere on a row does what the button in it does. */
  onOpen?: (row: Row) => void;
  /** The reader's own row. */
  isOwn?: (row: Row) => boolean;
  /** Rows of 56 instead of 44. */
  tall?: boolean;
  /**
   * Under 560 px rows become label and value pairs, `brief` ones two lines: first cell and number, then the rest and status; in
   * `grid` the numbers stand side by side under the first cell.
   */
  stacks?: boolean | "brief" | "grid";
  /** What stands before the heads that sort, where rows are stacked. */
  sortBy?: string;
}

function Head<Row>({ column, sort, onSort }: { column: Column<Row> } & Pick<TableProps<Row>, "sort" | "onSort">) {
  const sorted = sort?.key === column.key ? sort : undefined;
  return (
    <th
      scope="col"
      role="columnheader"
      className={clsx("rf-th", column.kind && HEAD_KINDS[column.kind])}
      aria-sort={sorted && (sorted.descending ? "descending" : "ascending")}
    >
      {column.sortable && onSort ? (
        <button
          type="button"
          className="rf-sort"
          data-sorted={sorted ? "" : undefined}
          onClick={() => onSort({ key: column.key, descending: !sorted?.descending })}
        >
          <Icon name={sorted && !sorted.descending ? "arrowUp" : "arrowDown"} />
          {column.header}
        </button>
      ) : (
        <span className={column.kind === "menu" ? "rf-vh" : undefined}>{column.header}</span>
      )}
    </th>
  );
}

/** A click on a control of the row, or the end of a selection, is not one on the row. */
function isOwnClick({ target }: MouseEvent): boolean {
  return (target as Element).closest("button, a, input") !== null || getSelection()?.isCollapsed === false;
}

/**
 * A real table with a hidden caption. Where it is narrow its rows are shown as pairs by the stylesheet, which takes table
 * semantics away, so every role is also written out.
 */
export function Table<Row>(props: TableProps<Row>): ReactElement {
  const { caption, columns, rows, rowKey, sort, onSort, onOpen, isOwn, tall, stacks = true, sortBy } = props;
  return (
    <table
      role="table"
      className={clsx("rf-table", stacks && "rf-table-stacks", typeof stacks === "string" && `rf-table-${stacks}`)}
    >
      <caption className="rf-vh">{caption}</caption>
      <thead role="rowgroup" className="rf-thead">
        <tr role="row" className="rf-tr" data-sort-by={sort && sortBy}>
          {columns.map((column) => (
            <Head key={column.key} column={column} sort={sort} onSort={onSort} />
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="rf-tbody">
        {rows.map((row) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the button in the row takes keys
          <tr
            key={rowKey(row)}
            role="row"
            className={clsx("rf-tr", tall && "rf-tr-tall", isOwn?.(row) && "rf-tr-own", onOpen && "rf-tr-open")}
            onClick={onOpen && ((event) => !isOwnClick(event) && onOpen(row))}
          >
            {columns.map((column, i) => (
              <td
                key={column.key}
                role="cell"
                className={clsx("rf-td", i === 0 && "rf-cell-first", column.kind && KINDS[column.kind])}
              >
                <span className="rf-cell-label" aria-hidden="true">
                  {column.header}
                </span>
                {column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
