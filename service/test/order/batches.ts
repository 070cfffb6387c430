import type { OperationName, Partner } from "referrals-embed/contract";
import type { Call, World } from "../contract/world.ts";

/** What two batches name at once: partners, with their links. */
interface Shared {
  partners: Partner[];
  links: string[];
}

const shared = async (same: World): Promise<Shared> => {
  const partners = [await same.createPartner()];
  for (const other of ["b", "c"]) {
    partners.push(await same.must("POST", "/partners", { email: `${same.unique()}-${other}@mail.test` }));
  }
  return { partners, links: partners.map(({ links }) => links![0]!.id) };
};

/** Bodies of what changes many rows, in the order of the list; every operation of many rows is here. */
export const batches: Partial<Record<OperationName, (shared: Shared) => Call>> = {
  "partners.createMany": ({ partners }) => ({
    body: partners.map(({ id }, index) => ({
      email: `bulk-${index}-${partners[0]!.id}@mail.test`,
      links: [{ key: `bulk-${index}-${partners[0]!.id}` }],
      tenantId: `tenant-${id}`,
    })),
  }),
  "links.createMany": ({ partners }) => ({
    body: partners.map((_, index) => ({ url: "https://acme.test", key: `bulk-${index}-${partners[0]!.id}` })),
  }),
  "links.updateMany": ({ links }) => ({ body: { linkIds: links, data: { comments: "all of them" } } }),
  "links.deleteMany": ({ links }) => ({ query: { linkIds: links.slice(0, 2).join() } }),
  "customers.createMany": ({ partners }) => ({
    body: partners.map(({ id }, index) => ({ externalId: `bulk-${index}`, partnerId: id })),
  }),
  "commissions.createMany": ({ partners }) => ({
    body: partners.map(({ id }, index) => ({
      partnerId: id,
      customer: { externalId: `bulk-${index}` },
      invoiceId: `bulk-${index}`,
      amount: 4900,
      earnings: 1470,
      date: "2024-05-04",
    })),
  }),
  "discountCodes.createMany": ({ partners }) => ({
    body: partners.map(({ id }, index) => ({ partnerId: id, code: `BULK${index}` })),
  }),
};

const reversed = (call: Call): Call => ({
  ...call,
  ...(Array.isArray(call.body) && { body: call.body.toReversed() }),
  ...(typeof call.query?.["linkIds"] === "string" && {
    query: { linkIds: call.query["linkIds"].split(",").toReversed().join() },
  }),
});

/** A batch and the same one in the opposite order. */
export const bothWays = async (same: World, name: OperationName): Promise<[Call, Call]> => {
  const call = batches[name]!(await shared(same));
  return [call, reversed(call)];
};
