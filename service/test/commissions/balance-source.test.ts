import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { balanceSource, isVoidByRefund } from "../../src/domain/rules/balance-source.ts";
import { keptAfterRefund } from "../../src/domain/rules/scale.ts";
import type { CommissionWithPayout } from "../../src/store/schema/money.ts";

const gross = 3_000;
const voided = ["duplicate", "fraud", "canceled"];
const returned = { holdReasons: [], ban: null };

/** What happens to a commission of a sale of 10,000 or to one of its corrections, without regard to what is allowed when. */
const anyAct = fc.oneof(
  fc.record({ do: fc.constant("refund" as const), to: fc.integer({ min: 0, max: 10_000 }) }),
  fc.record({ do: fc.constantFrom("collect", "send", "pay", "fail", "void", "reopen"), at: fc.nat(3) }),
);
const anyLife = fc.array(anyAct, { minLength: 10, maxLength: 40, size: "max" });

type Row = CommissionWithPayout & { number: number };

/** A family that every act leaves as the ledger would: its own status is moved, then it is balanced. */
class Family {
  refunded = 0;
  readonly rows: Row[] = [this.#row(gross)];

  #row(earnings: number): Row {
    const values = { number: this.rows?.length ?? 0, status: "pending", payout_status: null, mark: null, earnings };
    return { ...values, gross_earnings: earnings, hold_reasons: [], reason: null } as unknown as Row;
  }

  get source(): Row {
    return this.rows[0]!;
  }

  get corrections(): Row[] {
    return this.rows.slice(1);
  }

  act(act: { do: string; at?: number; to?: number }): void {
    const row = this.rows[(act.at ?? 0) % this.rows.length]!;
    const isOpen = row.status === "pending" || (row.status === "processed" && row.payout_status === "pending");
    if (act.do === "refund") this.refunded = act.to!;
    else if (act.do === "collect" && row.status === "pending") place(row, "processed", "pending");
    else if (act.do === "send" && isOpen) place(row, "processed", "sent");
    else if (act.do === "pay" && row.status === "processed") place(row, "paid", "completed");
    else if (act.do === "fail" && row.status === "processed") place(row, "pending", null);
    else if (act.do === "void" && isOpen && (row === this.source || row.earnings < 0)) place(row, "fraud", null);
    else if (act.do === "reopen" && voided.includes(row.status) && row.earnings !== 0) place(row, "pending", null);
    this.balance();
  }

  balance(): void {
    const sale = { amount: 10_000, refundedAmount: this.refunded };
    const { changes, correction } = balanceSource({ row: this.source, corrections: this.corrections, sale, returned });
    for (const { row, to } of changes) {
      const { earnings = row.earnings, status = row.status, reason = row.reason } = to;
      Object.assign(row, { earnings, status, reason, ...(to.payoutId === null && { payout_status: null }) });
    }
    if (correction !== 0) this.rows.push(this.#row(correction));
  }
}

function place(row: Row, status: Row["status"], payout_status: string | null): void {
  Object.assign(row, { status, payout_status });
}

const isVoid = ({ status }: Row): boolean => [...voided, "refunded"].includes(status);
const sum = (rows: readonly Row[]): number => rows.reduce((total, { earnings }) => total + earnings, 0);

describe("a commission and its corrections", () => {
  it("come to what the rules leave of the sale, whatever happens in whatever order (C17, I12, I35)", () => {
    fc.assert(
      fc.property(anyLife, (acts) => {
        const family = new Family();
        for (const act of acts) {
          const locked = family.rows
            .filter((row) => row.status === "paid")
            .map(({ number, earnings }) => [number, earnings]);
          family.act(act);
          const { source, corrections, refunded } = family;
          const kept = keptAfterRefund(gross, 10_000, refunded);
          const counted = sum(family.rows.filter((row) => !isVoid(row)));
          const forgiven = -sum(corrections.filter((row) => voided.includes(row.status)));
          expect(sum(family.rows)).toBe(kept);
          // What only a refund voided comes back with the refund.
          if (refunded < 10_000) expect(source.status).not.toBe("refunded");
          expect(counted).toBe(isVoid(source) ? 0 : kept + forgiven);
          expect(source.earnings >= 0 && source.earnings <= gross).toBe(true);
          for (const [number, earnings] of locked) expect(family.rows[number!]!.earnings).toBe(earnings);
        }
      }),
      { numRuns: 3_000 },
    );
  });

  it("stay as they are when they are balanced again", () => {
    fc.assert(
      fc.property(anyLife, (acts) => {
        const family = new Family();
        for (const act of acts) family.act(act);
        const before = structuredClone(family.rows);
        family.balance();
        expect(family.rows).toEqual(before);
      }),
      { numRuns: 3_000 },
    );
  });
});

describe("one commission of 1,000 and its corrections", () => {
  const row = (given: Partial<CommissionWithPayout>) =>
    ({
      status: "pending",
      payout_status: null,
      mark: null,
      earnings: 1_000,
      gross_earnings: 1_000,
      hold_reasons: [],
      reason: null,
      ...given,
    }) as CommissionWithPayout;
  const balanced = (source: CommissionWithPayout, corrections: CommissionWithPayout[], refundedAmount: number) => {
    const sale = { amount: 1_000, refundedAmount };
    const { changes, correction } = balanceSource({ row: source, corrections, sale, returned });
    return { to: changes.map(({ to }) => to), correction };
  };

  it("keep through a full refund what a person had yet to decide, and wait for it when the refund fails (C16)", () => {
    const { to } = balanced(row({ status: "hold", hold_reasons: ["dispute", "review"] }), [], 1_000);
    expect(to).toMatchObject([{ status: "refunded", reason: "refund:review" }]);
    const refunded = row({ earnings: 0, status: "refunded", reason: "refund:review,self_referral" });
    expect(isVoidByRefund(refunded)).toBe(true);
    expect(balanced(refunded, [], 1_000).to).toEqual([{ earnings: 0 }]);
    expect(balanced(refunded, [], 400).to).toMatchObject([
      { earnings: 600, status: "hold", holdReasons: ["review", "self_referral"], reason: null },
    ]);
  });

  it("say only that they were refunded where nobody had anything to decide (C16)", () => {
    expect(balanced(row({}), [], 1_000).to).toMatchObject([{ status: "refunded", reason: "refund" }]);
  });

  it("stay void where a person called them refunded, whatever becomes of the refund (C16)", () => {
    const decided = row({ status: "refunded", reason: "agreed by phone" });
    expect(isVoidByRefund(decided)).toBe(false);
    expect(balanced(decided, [], 400).to).toEqual([{ earnings: 600 }]);
  });

  it("need no new correction where a paid one has taken enough (C16)", () => {
    const taken = row({ earnings: -400, status: "paid", payout_status: "completed" });
    expect(balanced(row({}), [taken], 400)).toEqual({ to: [{ earnings: 1_000 }], correction: 0 });
  });

  it("shrink an open correction by as little as one before another is made (C17)", () => {
    const paid = row({ status: "paid", payout_status: "completed" });
    const { to, correction } = balanced(paid, [row({ earnings: -400 }), row({ earnings: -1 })], 400);
    expect(correction).toBe(0);
    expect(to).toMatchObject([{ earnings: 0, status: "canceled" }]);
    expect(balanced(paid, [row({ earnings: 1 })], 1)).toMatchObject({ to: [{ earnings: 0 }], correction: -1 });
  });
});
