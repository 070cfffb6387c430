import type { ReactElement, ReactNode } from "react";

/** One way to show the dashboard, under its name and the line of code that makes it. */
export function EmbedPane(props: { title: string; note: string; children: ReactNode }): ReactElement {
  return (
    <section className="pane" aria-label={props.title}>
      <div className="pane-head">
        <h2>{props.title}</h2>
        <code>{props.note}</code>
      </div>
      {props.children}
    </section>
  );
}
