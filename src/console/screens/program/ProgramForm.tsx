import type { UseQueryResult } from "@tanstack/react-query";
import { useEffect, useState, type ComponentType, type ReactElement, type ReactNode } from "react";
import type { Program, ProgramPatch } from "../../../contract/records.ts";
import { Button } from "../../../dashboard/ui/Button.tsx";
import { Card } from "../../../dashboard/ui/Card.tsx";
import { Strip } from "../../../dashboard/ui/Strip.tsx";
import { useToast } from "../../../dashboard/ui/toast-context.ts";
import { write } from "../../call.ts";
import { useConsole } from "../../context.ts";
import { useAct, useSeen, type Seen } from "../../data.ts";
import { AnswerField, type Question } from "../../parts/Ask.tsx";
import type { Words } from "../../parts/words.ts";
import { keep, readKept } from "../../tab-storage.ts";

/** Props of what edits a setting that no single field can. */
export interface EditorProps {
  value: string;
  onChange: (value: string) => void;
}

/** A setting as a field: how it is shown, and what is sent for what was typed. */
export interface Setting extends Question {
  isOwners?: boolean;
  show: (program: Program) => string;
  /** @param program with what the settings before it change already */
  read: (typed: string, program: Program) => ProgramPatch;
  /** Instead of a field. */
  Editor?: ComponentType<EditorProps>;
  /** Its value in words, for the difference to another: what both have may be left out. */
  tell?: (value: string, words: Words, other: string) => string;
}

/** What is empty as the API has it. */
export const orNull = (typed: string): string | null => typed.trim() || null;
/** A list to choose from. */
export const choices = (entries: Readonly<Record<string, string>>): { value: string; label: string }[] =>
  Object.entries(entries).map(([value, label]) => ({ value, label }));

/** A value as the difference tells it: of a choice what stood there to choose. */
function inWords({ kind, tell }: Setting, words: Words, [value, other]: [value: string, other: string]): string {
  const label = typeof kind === "object" && kind.find((choice) => choice.value === value)?.label;
  return tell?.(value, words, other) || label || value || "empty";
}

/** The program with its version; what is typed would be lost if it was read again unasked. */
export const useProgram = (): UseQueryResult<Seen<Program>> =>
  useSeen("program.get", {}, { refetchOnWindowFocus: false });

/** The fields of a form: what stands in each, and to type into it. */
export interface FormValues {
  valueOf: (name: string) => string;
  type: (name: string, value: string) => void;
}

/** Props of {@link ProgramForm}. */
export interface ProgramFormProps {
  title: string;
  settings: readonly Setting[];
  /** Those on screen; all unless it is given. What was typed in others is kept. */
  isShown?: (setting: Setting) => boolean;
  actions?: ReactNode;
  /** Above the fields. */
  children?: ReactNode;
  /** What stands beside the form and shows what is typed. */
  beside?: (form: FormValues) => ReactNode;
  now: Seen<Program>;
  onReload: () => void;
}

/** What is typed and not saved yet, and what was read when typing began: another version read meanwhile does not change it silently. */
interface Draft {
  base: Seen<Program>;
  typed: Readonly<Record<string, string>>;
}

const place = "console-drafts";
/** By the form's title: neither a look at another screen, a reload nor the end of the session loses what was typed. */
const drafts = new Map(readKept<[string, Draft][]>(place));

/** Settings as fields; what changes is listed before it is saved, and nothing is saved over somebody else's change. */
export function ProgramForm(props: ProgramFormProps): ReactElement {
  const { title, settings, isShown = () => true, actions, children, beside, now, onReload } = props;
  const { format, words, canManage, isOwner } = useConsole();
  const toast = useToast();
  const act = useAct();
  const [draft, setDraft] = useState(() => drafts.get(title));
  useEffect(() => {
    if (draft) drafts.set(title, draft);
    else drafts.delete(title);
    keep(place, [...drafts]);
  }, [title, draft]);
  const { base, typed }: Draft = draft ?? { base: now, typed: {} };
  const type = (name: string, value: string): void =>
    setDraft((before) => ({ base: before?.base ?? now, typed: { ...before?.typed, [name]: value } }));
  const { value: program } = base;
  const valueOf = (name: string): string =>
    typed[name] ?? settings.find((setting) => setting.name === name)?.show(program) ?? "";
  const changed = settings.filter(({ name, show }) => typed[name] !== undefined && typed[name] !== show(program));
  const save = (): void =>
    void act
      .run(async () => {
        const body = changed.reduce<ProgramPatch>((patch, { name, read }) => {
          return { ...patch, ...read(typed[name] ?? "", { ...program, ...patch } as Program) };
        }, {});
        await write("program.update", { body }, { headers: { "If-Match": base.version } });
        toast(format.t("settings.saved"));
        setDraft(undefined);
      })
      .then(onReload);
  const form = (
    <Card title={title} actions={actions}>
      <div className="rf-stack rf-stack-12">
        <fieldset className="rf-stack rf-stack-12" disabled={!canManage}>
          {children}
          {settings
            .filter((setting) => (!setting.isOwners || isOwner) && isShown(setting))
            .map((setting) => {
              const field = {
                value: valueOf(setting.name),
                onChange: (value: string) => type(setting.name, value),
              };
              const { Editor } = setting;
              return Editor ? (
                <Editor key={setting.name} {...field} />
              ) : (
                <AnswerField key={setting.name} question={setting} {...field} />
              );
            })}
        </fieldset>
        {act.problem && (
          <Strip
            action={
              <Button
                mini
                onClick={() => {
                  act.clear();
                  setDraft((before) => before && { ...before, base: now });
                  onReload();
                }}
              >
                Show it as it is now
              </Button>
            }
          >
            {act.problem}
          </Strip>
        )}
        {changed.length > 0 && (
          <div className="con-save">
            <dl className="rf-facts" aria-label="What will change">
              {changed.map((setting) => {
                const [old, now] = [setting.show(program), typed[setting.name] ?? ""];
                return (
                  <div key={setting.name}>
                    <dt>{setting.label}</dt>
                    <dd className="rf-break">
                      <del className="rf-muted">{inWords(setting, words, [old, now])}</del>{" "}
                      <ins>{inWords(setting, words, [now, old])}</ins>
                    </dd>
                  </div>
                );
              })}
            </dl>
            <div className="rf-row">
              <Button variant="primary" aria-disabled={act.isBusy} onClick={save}>
                {act.isBusy ? "Saving…" : format.t("form.save")}
              </Button>
              <Button onClick={() => setDraft(undefined)}>Take back</Button>
            </div>
          </div>
        )}
      </div>
    </Card>
  );
  return beside ? (
    <div className="con-two">
      {form}
      {beside({ valueOf, type })}
    </div>
  ) : (
    form
  );
}
