import { ReferralsEmbed, type ReferralsEmbedHandle } from "referrals-embed";
import type { ReactElement, Ref } from "react";

/** One way to show the dashboard, under its name and the line of code that makes it. */
export function EmbedPane(props: {
  title: string;
  note: string;
  mode: "iframe" | "inline";
  handleRef: Ref<ReferralsEmbedHandle>;
}): ReactElement {
  return (
    <section className="pane" aria-label={props.title}>
      <div className="pane-head">
        <h2>{props.title}</h2>
        <code>{props.note}</code>
      </div>
      <ReferralsEmbed ref={props.handleRef} data="referrals" mode={props.mode} className="pane-embed" headingLevel={3} />
    </section>
  );
}
