import { useState, type ReactElement } from "react";

interface Purchase {
  shortLink: string;
  clickId: string;
  customer: string;
  amount: number;
  currency: string;
}

type Progress =
  | { name: "idle" }
  | { name: "buying" }
  | { name: "bought"; purchase: Purchase }
  | { name: "failed"; message: string };

/** Plays a customer who follows the partner's link and buys: a real click, lead and sale through the service. */
export function PurchaseCard(props: { onBought: () => void }): ReactElement {
  const [progress, setProgress] = useState<Progress>({ name: "idle" });
  const buy = async (): Promise<void> => {
    setProgress({ name: "buying" });
    try {
      const answer = await fetch("/demo/api/purchases", { method: "POST" });
      const body = (await answer.json()) as Purchase & { message?: string };
      if (!answer.ok) throw new Error(body.message ?? `The purchase failed with status ${answer.status}.`);
      setProgress({ name: "bought", purchase: body });
      props.onBought();
    } catch (error) {
      setProgress({ name: "failed", message: (error as Error).message });
    }
  };
  return (
    <section className="purchase" aria-label="A customer">
      <button
        type="button"
        className="button quiet"
        onClick={() => void buy()}
        aria-disabled={progress.name === "buying"}
      >
        {progress.name === "buying" ? "Buying…" : "Play a customer"}
      </button>
      <p role="status">{describe(progress)}</p>
    </section>
  );
}

function describe(progress: Progress): string {
  switch (progress.name) {
    case "idle":
      return "Somebody follows Ada's link, signs up and pays.";
    case "buying":
      return "Clicking the link, signing up, paying…";
    case "bought": {
      const { purchase } = progress;
      const price = (purchase.amount / 100).toLocaleString("en", { style: "currency", currency: purchase.currency });
      return `${purchase.customer} followed ${purchase.shortLink.replace(/^https?:\/\//, "")} and paid ${price}. The dashboard shows it.`;
    }
    case "failed":
      return `${progress.message} Try again.`;
  }
}
