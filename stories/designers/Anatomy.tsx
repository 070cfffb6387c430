import "./anatomy.css";
import { useEffect, useRef, useState, type ReactElement } from "react";
import { DemoDashboard, type DemoDashboardProps } from "../support/DemoDashboard.tsx";
import { anatomy, type AnatomyPanel, type AnatomyPart } from "./anatomy-parts.ts";
import { measuresOf, paintedWith, readPaints } from "./measure-part.ts";
import { placeMarks, type Box } from "./place-marks.ts";

/** Arguments of a figure: a panel, and the dashboard's own. */
export interface AnatomyProps extends DemoDashboardProps {
  panel: AnatomyPanel;
}

const scenes: Readonly<Record<AnatomyPanel, DemoDashboardProps>> = {
  shell: { token: "demo" },
  overview: { sections: ["overview"] },
  links: { sections: ["links"] },
  earnings: { sections: ["earnings"] },
  leaderboard: { sections: ["leaderboard"] },
  resources: { sections: ["resources"] },
  refer: { sections: ["refer"] },
  settings: { sections: ["settings"] },
  analytics: { data: "analytics" },
  card: { data: "card", token: "demo" },
};

interface Mark {
  at: Box;
  outline: Box;
}

interface Found extends AnatomyPart {
  number: number;
  measures: [name: string, value: string][];
  tokens: [role: string, colour: string][];
  mark: Mark;
}

/** A panel as it is, its parts numbered, and what each is made of: measured on screen, its tokens read from the stylesheet. */
export function Anatomy({ panel, ...props }: AnatomyProps): ReactElement {
  const stage = useRef<HTMLDivElement>(null);
  const [found, setFound] = useState<Found[]>([]);
  const [chosen, setChosen] = useState(0);
  useEffect(() => {
    const element = stage.current!;
    const look = whenStill(() => setFound(findParts(element, anatomy[panel])));
    const [mutations, sizes] = [new MutationObserver(look), new ResizeObserver(look)];
    mutations.observe(element, { subtree: true, childList: true, attributes: true });
    sizes.observe(element);
    return () => {
      mutations.disconnect();
      sizes.disconnect();
    };
  }, [panel]);
  return (
    <main className="an">
      <div className="an-figure">
        <div ref={stage}>
          <DemoDashboard {...scenes[panel]} {...props} />
        </div>
        <div className="an-marks" aria-hidden="true">
          {found.map(({ number, holds, mark }) => (
            <Marked key={number} number={number} holds={holds} mark={mark} chosen={chosen === number} />
          ))}
        </div>
      </div>
      <ol className="an-parts" aria-label="Parts">
        {found.map((part) => (
          <li
            key={part.number}
            data-part={part.name}
            onPointerEnter={() => setChosen(part.number)}
            onPointerLeave={() => setChosen(0)}
          >
            <Described part={part} />
          </li>
        ))}
      </ol>
    </main>
  );
}

function Marked({
  number,
  holds,
  mark,
  chosen,
}: {
  number: number;
  holds?: true;
  mark: Mark;
  chosen: boolean;
}): ReactElement {
  return (
    <>
      <span className="an-outline" data-holds={holds} data-chosen={chosen || undefined} style={placed(mark.outline)} />
      <span className="an-mark" style={placed(mark.at)}>
        {number}
      </span>
    </>
  );
}

function Described({ part }: { part: Found }): ReactElement {
  return (
    <>
      <h2>
        <span className="an-mark">{part.number}</span> {part.name}
      </h2>
      <p>{part.what}.</p>
      <dl>
        {part.measures.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div>
          <dt>tokens</dt>
          <dd>
            {part.tokens.length === 0 && "none of its own"}
            {part.tokens.map(([role, colour]) => (
              <span key={role} className="an-token">
                <span aria-hidden="true" style={{ background: colour }} />
                {role}
              </span>
            ))}
          </dd>
        </div>
      </dl>
    </>
  );
}

const placed = ({ left, top, right, bottom }: Box): object => ({
  left,
  top,
  width: right - left,
  height: bottom - top,
});

/** Runs once after a change and those that follow it in the same frame. */
function whenStill(run: () => void): () => void {
  let asked = 0;
  return () => {
    cancelAnimationFrame(asked);
    asked = requestAnimationFrame(run);
  };
}

function findParts(stage: HTMLElement, parts: readonly AnatomyPart[]): Found[] {
  const origin = stage.getBoundingClientRect();
  const within = ({ left, top, right, bottom }: DOMRect): Box => ({
    left: left - origin.left,
    top: top - origin.top,
    right: right - origin.left,
    bottom: bottom - origin.top,
  });
  const there = parts.flatMap((part) => {
    const element = [...stage.querySelectorAll(part.selector)].find((match) => match.getClientRects().length > 0);
    return element ? [{ part, element }] : [];
  });
  const paints = readPaints();
  const elements = there.map(({ element }) => element);
  const outlines = elements.map((element) => within(element.getBoundingClientRect()));
  const marks = placeMarks(outlines, wordsIn(stage).map(within), within(origin));
  return there.map(({ part, element }, n) => ({
    ...part,
    number: n + 1,
    measures: measuresOf(element),
    tokens: paintedWith(element, elements, paints, part.holds === true).map((role) => [
      role,
      getComputedStyle(element).getPropertyValue(`--rf-${role}`),
    ]),
    mark: { at: marks[n]!, outline: outlines[n]! },
  }));
}

/** Where words and icons stand. */
function wordsIn(stage: HTMLElement): DOMRect[] {
  const walker = document.createTreeWalker(stage, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const boxes = (selector: string): DOMRect[] =>
    [...stage.querySelectorAll(selector)].map((element) => element.getBoundingClientRect());
  const rects = [
    ...boxes("svg.rf-icon, select, input:not(.rf-vh)"),
    // A number may stand on the edge of a button, not in it.
    ...boxes("button").map(({ left, top, width, height }) => new DOMRect(left + 6, top + 6, width - 12, height - 12)),
  ];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.parentElement?.closest(".rf-vh, option")) continue;
    range.selectNodeContents(node);
    rects.push(...range.getClientRects());
  }
  return rects;
}
