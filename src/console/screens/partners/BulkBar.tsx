import { useState, type ReactElement } from "react";
import type { Partner } from "../../../contract/records.ts";
import { Button } from "../../../dashboard/ui/Button.tsx";
import { useToast } from "../../../dashboard/ui/toast-context.ts";
import { isLost, problemOf } from "../../data.ts";
import { Ask } from "../../parts/Ask.tsx";
import { count } from "../../parts/words.ts";
import { partnerActs, runAct, type PartnerAct } from "./partner-acts.ts";

/** What can be done with several partners at once; a summary says with whom before it is done. */
export function BulkBar({ chosen, onDone }: { chosen: readonly Partner[]; onDone: () => void }): ReactElement {
  const [act, setAct] = useState<PartnerAct>();
  const possible = partnerActs.filter(({ from }) => chosen.some(({ status }) => from.includes(status)));
  return (
    <div className="con-bar" role="group" aria-label="With those chosen">
      <span className="rf-grow" role="status">
        {count(chosen.length, "partner")} chosen
      </span>
      {possible.map((one) => (
        <Button key={one.name} variant={one.danger ? "danger" : "default"} onClick={() => setAct(one)}>
          {one.label}
        </Button>
      ))}
      <Button variant="quiet" onClick={onDone}>
        Clear
      </Button>
      {act && <BulkAsk act={act} chosen={chosen} onDone={onDone} onClose={() => setAct(undefined)} />}
    </div>
  );
}

interface BulkAskProps {
  act: PartnerAct;
  chosen: readonly Partner[];
  onDone: () => void;
  onClose: () => void;
}

function BulkAsk({ act, chosen, onDone, onClose }: BulkAskProps): ReactElement {
  const toast = useToast();
  const able = chosen.filter(({ status }) => act.from.includes(status));
  const others = chosen.length - able.length;
  const [done, setDone] = useState<ReadonlySet<string>>(new Set());
  return (
    <Ask
      title={`${act.label} ${count(able.length, "partner")}`}
      button={act.label}
      danger={act.danger === true}
      questions={act.questions ?? []}
      onAnswer={async (answers) => {
        const refused: string[] = [];
        // One after the other, so that each is judged alone and a lost connection stops where it was.
        for (const partner of able.filter(({ id }) => !done.has(id))) {
          try {
            await runAct(act, partner, answers);
          } catch (error) {
            if (isLost(error))
              throw new Error(`Stopped at ${partner.name}: ${problemOf(error)} Press again to go on with them.`, {
                cause: error,
              });
            refused.push(`${partner.name}: ${problemOf(error)}`);
          }
          setDone((before) => new Set([...before, partner.id]));
        }
        if (refused.length > 0) throw new Error(`${count(refused.length, "partner")} refused. ${refused.join(" ")}`);
        toast(`Done for ${count(able.length, "partner")}`);
        onDone();
      }}
      onClose={onClose}
    >
      <p>{act.does}</p>
      <p className="rf-muted">
        {able
          .slice(0, 5)
          .map(({ name }) => name)
          .join(", ")}
        {able.length > 5 && ` and ${able.length - 5} more`}.
        {others > 0 && ` ${count(others, "other")} cannot: their status does not allow it, and they stay as they are.`}
      </p>
      {done.size > 0 && (
        <p role="status">
          {done.size} of {able.length}
        </p>
      )}
    </Ask>
  );
}
