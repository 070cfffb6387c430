import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Done } from "../../src/commands/command.ts";
import { batchesOf } from "../../src/commands/bring-along.ts";
import { importCommand } from "../../src/commands/copy.ts";
import { csvRows } from "../../src/commands/read-csv.ts";
import { textOf } from "../../src/commands/read-text.ts";
import { CallerGone } from "../../src/store/lanes.ts";
import { createTestService, type TestService } from "../harness.ts";
import { expectSound } from "../properties/expect-sound.ts";
import { runCommand } from "./run-command.ts";

let service: TestService;
let folder: string;
let told = { stdout: "", stderr: "" };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "import-"));
  service = await createTestService();
  service.clock.set(Date.now());
});

afterAll(async () => {
  await expectSound(service);
  await service.close();
  await rm(folder, { recursive: true });
});

/** Imports a file of these lines. */
async function bring(kind: string, lines: readonly string[] | Buffer, ...words: string[]): Promise<Done> {
  const path = join(folder, "rows.csv");
  await writeFile(path, Buffer.isBuffer(lines) ? lines : lines.join("\n"));
  told = { stdout: "", stderr: "" };
  const tell = async (text: string, to: "stdout" | "stderr"): Promise<void> => void (told[to] += text);
  const config = { ...service.deps.config, dataDir: folder };
  return runCommand({ store: service.store, config, tell }, importCommand, kind, path, ...words);
}

const read = async (path: string): Promise<any> => (await service.request("GET", path)).body;

/** The product's documented names, and a row of each file by them. */
const exports = {
  rewardful: {
    partners: [
      "id,first_name,last_name,email,paypal_email,state,created_at,token",
      "d0ed,Adam,Jones,adam@rewardful.test,pay@adam.test,active,2019-05-09T16:18:59.920Z,adam",
    ],
    customers: [
      "id,link.token,customer.id,customer.name,customer.email,affiliate.email,became_lead_at",
      "e523,adam,cus_R1,Fred,fred@mail.test,adam@rewardful.test,2020-04-27T00:24:08.199Z",
    ],
    sales: [
      "id,amount,currency,state,paid_at,sale.id,sale.charged_at,sale.sale_amount_cents,sale.referral.stripe_customer_id,sale.affiliate.email",
      "39e6,3000,USD,paid,2020-09-20T10:00:00.000Z,74e3,2020-08-19T16:28:25.000Z,10000,cus_R1,adam@rewardful.test",
    ],
    customer: "cus_R1",
  },
  tolt: {
    partners: [
      "id,first_name,last_name,email,payout_method,payout_details.email,country_code,created_at,status",
      "part_1,Michael,Scott,michael@tolt.test,paypal,pay@michael.test,US,2025-01-13T10:06:11.251Z,active",
    ],
    customers: [
      "id,customer_id,email,name,status,lead_at,partner.email",
      "cust_1,jim_1,jim@mail.test,Jim,active,2025-01-14T10:00:00.000Z,michael@tolt.test",
    ],
    sales: [
      "id,revenue,charge_id,status,type,currency,created_at,amount,customer.customer_id,partner.email,payout_id",
      "comm_1,10000,ch_1,paid,sale,usd,2025-01-15T14:30:00.000Z,3000,jim_1,michael@tolt.test,payout_1",
    ],
    customer: "jim_1",
  },
  firstpromoter: {
    partners: [
      "id,status,cust_id,email,created_at,default_ref_id,profile.first_name,profile.last_name,profile.country,profile.paypal_email",
      "1,approved,promoter_1,fp@fp.test,2022-02-01 10:00:00 UTC,fp1,Pro,Moter,DE,pay@fp.test",
    ],
    customers: [
      "id,status,uid,email,created_at,promoter.email,promotion.ref_id",
      "7,active,uid_1,lead@mail.test,2022-02-02T00:00:00Z,fp@fp.test,fp1",
    ],
    sales: [
      "id,status,commission_type,sale_amount,amount,event_id,is_paid,created_at,referral.uid,referral.email,promoter.email",
      "9,approved,sale,10000,3000,ev_1,true,2022-03-01T00:00:00Z,uid_1,lead@mail.test,fp@fp.test",
    ],
    customer: "uid_1",
  },
  dub: {
    partners: [
      "ID,Name,Email,Country,Status,Enrolled at,Description",
      "pn_1,Dora,dora@dub.test,FR,approved,2024-06-01T00:00:00.000Z,Writes",
    ],
    customers: [
      "ID,Name,Email,Country,External ID,Created at,Partner email",
      "cus_9,Buyer,buyer@mail.test,FR,dub_1,2024-06-02T00:00:00.000Z,dora@dub.test",
    ],
    sales: [
      "ID,Type,Amount,Earnings,Currency,Status,Invoice ID,Quantity,Created at,Partner email,Customer external ID",
      "cm_1,sale,10000,3000,usd,paid,INV-1,1,2024-06-03T00:00:00.000Z,dora@dub.test,dub_1",
    ],
    customer: "dub_1",
  },
} as const;

describe("presets", () => {
  it.each(Object.keys(exports) as (keyof typeof exports)[])("read the documented names of %s", async (preset) => {
    const { customer, ...files } = exports[preset];
    for (const [kind, lines] of Object.entries(files)) {
      const done = await bring(kind, lines, "--preset", preset);
      expect(done, `${kind} ${await refusedFile()}`).toEqual({
        text: "1 rows: 1 new, 0 completed, 0 changed, 0 unchanged, 0 in conflict, 0 refused.",
        exitCode: 0,
      });
      const again = await bring(kind, lines, "--preset", preset);
      expect(again.text).toBe("1 rows: 0 new, 0 completed, 0 changed, 1 unchanged, 0 in conflict, 0 refused.");
    }
    const found = await read(`/customers/ext_${customer}?includeExpandedFields=true`);
    expect(found).toMatchObject({ sales: 1, saleAmount: 10_000, partner: { email: expect.stringContaining(".test") } });
    const [commission] = await read(`/commissions?customerId=${found.id}`);
    expect(commission).toMatchObject({ earnings: 3000, status: "paid", createdAt: found.firstSaleAt });
    const method = await read(`/partners/${found.partner.id}/payout-method`);
    expect(method.method).toBe(preset === "dub" ? null : "paypal");
  });

  it("leave out what earned nothing there, other commissions and partners who are not active, and say so", async () => {
    const [header] = exports.rewardful.sales;
    const rows = [header, "x,1,USD,voided,,s1,2020-08-19,1,cus_R1,adam@rewardful.test"];
    await bring("sales", rows, "--preset", "rewardful");
    expect(await refusedFile()).toContain("It is voided there and earned nothing");
    const [partnerHeader] = exports.tolt.partners;
    await bring("partners", [partnerHeader, "p,A,B,a@b.test,none,,US,2025-01-13,suspended"], "--preset", "tolt");
    expect(await refusedFile()).toContain("The partner is suspended there");
    const [dubHeader] = exports.dub.sales;
    await bring("sales", [dubHeader, "cm_2,custom,0,500,usd,paid,,1,2024-06-03,dora@dub.test,"], "--preset", "dub");
    expect(await refusedFile()).toContain("a commission of the kind custom");
  });
});

const refusedFile = (): Promise<string> => readFile(join(folder, "rows.csv.refused.csv"), "utf8").catch(() => "");

describe("a file of one's own", () => {
  const partners = [
    "email,name,createdAt,linkKey,payoutMethod,bankHolder,iban,bankCountry",
    'ada@own.test,"Ada, ""the"" first",2023-01-02,own-ada,,Ada Okafor,DE89 3704 0044 0532 0130 00,de',
    "lin@own.test,Lin,2023-02-03 08:00:00,own-lin,manual,,,",
  ];

  it("brings along names, dates, links and payout methods", async () => {
    expect((await bring("partners", partners)).text).toContain("2 new");
    const found = (await read("/partners?search=own.test&sortBy=createdAt&sortOrder=asc")) as any[];
    const ada = found.find(({ email }) => email === "ada@own.test");
    expect(ada).toMatchObject({ name: 'Ada, "the" first', createdAt: "2023-01-02T00:00:00.000Z" });
    expect(ada.links[0].key).toBe("own-ada");
    expect(await read(`/partners/${ada.id}/payout-method`)).toMatchObject({ method: "bank" });
  });

  it("is told by the line at which it begins, also below a field of several lines", async () => {
    await bring("partners", [partners[0]!, '"several","words\r\nin\nthree lines",,,,,,', "wrong,,,,,,,"], "--dry-run");
    expect(
      told.stdout
        .trimEnd()
        .split("\n")
        .map((line) => line.split("  ")[0]),
    ).toEqual(["line 2", "line 5"]);
  });

  it("is told row by row in a dry run, which writes nothing, not even a file", async () => {
    const before = await readdir(folder);
    const done = await bring("partners", [...partners, "new@own.test,New,,,,,,", "wrong,,,,,,,"], "--dry-run");
    expect(told.stdout.trimEnd().split("\n")).toEqual([
      "line 2  ada@own.test  unchanged",
      "line 3  lin@own.test  unchanged",
      "line 4  new@own.test  created",
      "line 5  wrong  refused: invalid_format: email: must be an email address",
    ]);
    expect(done).toEqual({
      text: "4 rows: 1 new, 0 completed, 0 changed, 2 unchanged, 0 in conflict, 1 refused. Nothing was written: it was a dry run.",
      exitCode: 1,
    });
    expect(await read("/partners?email=new@own.test")).toEqual([]);
    expect(await readdir(folder)).toEqual(before);
  });

  it("has its refused rows in a file with their reasons, which can be mended and imported", async () => {
    const header = "invoiceId,customerExternalId,amount,earnings,date,partnerEmail,note";
    const rows = [
      header,
      "own-1,user,5000,1000,2024-01-01,ada@own.test,",
      'own-2,user,50.00,10.00,2024-01-01,ada@own.test,"two\nlines"',
      "own-3,user,5000,1000,01/02/2024,ada@own.test,",
      "own-4,user,5000,1000,2024-01-01,who@own.test,=1+1",
    ];
    const out = join(folder, "left.csv");
    const done = await bring("sales", rows, "--refused", out);
    expect(done.text.split("\n")).toEqual([
      "4 rows: 1 new, 0 completed, 0 changed, 0 unchanged, 0 in conflict, 3 refused.",
      `The rows of which nothing was taken are in ${out}, each with its reason.`,
    ]);
    expect(done.exitCode).toBe(1);
    expect(told.stderr).toBe("Columns that are not used: note.\n");
    const text = await readFile(out, "utf8");
    expect(text).toContain("amount: 50.00 is no sum in minor units");
    expect(text).toContain("date: must be an ISO 8601 date");
    expect(text).toContain("No partner with the address who@own.test is enrolled");
    const mended = text.replace("50.00", "5000").replace("10.00", "1000").replace("01/02/2024", "2024-02-01");
    expect((await bring("sales", mended.replace("who@", "lin@").split("\r\n"))).text).toContain(
      "3 rows: 2 new, 0 completed, 0 changed, 0 unchanged, 0 in conflict, 1 refused.",
    );
    expect(await refusedFile()).toContain("belongs to another partner");
  });

  it("has sums in major units where that is said", async () => {
    const rows = [
      "invoiceId,customerExternalId,amount,earnings,date,partnerEmail,currency",
      'major-1,user-m,"$1,250.50",125.05,2024-01-01,ada@own.test,usd',
      "major-2,user-m,12.505,1,2024-01-01,ada@own.test,usd",
    ];
    expect((await bring("sales", rows, "--amounts", "major")).text).toContain(
      "1 new, 0 completed, 0 changed, 0 unchanged, 0 in conflict, 1 refused",
    );
    const [row] = await read("/commissions?invoiceId=major-1");
    expect(row).toMatchObject({ amount: 125_050, earnings: 12_505 });
    expect(await refusedFile()).toContain("12.505 is no sum of this currency");
  });
});

it("notes who brought a partner in, by id, tenantId or address; a row above theirs waits for the next run (C15)", async () => {
  const rows = [
    "email,tenantId,referredByPartnerId,referredByTenantId,referredByEmail",
    "early@brought.test,,,,top@brought.test",
    "top@brought.test,top,,,",
    "one@brought.test,,,top,",
    "two@brought.test,,,,TOP@brought.test",
    "me@brought.test,,,,me@brought.test",
  ];
  expect((await bring("partners", rows)).text).toContain(
    "3 new, 0 completed, 0 changed, 0 unchanged, 0 in conflict, 2 refused",
  );
  expect(await readFile(join(folder, "rows.csv.refused.csv"), "utf8")).toContain("names the partner itself");
  expect((await bring("partners", rows)).text).toContain("1 new, 0 completed, 0 changed, 3 unchanged");
  const [{ id: top }] = await read("/partners?tenantId=top");
  const byId = ["email,referredByPartnerId,referredByEmail", `three@brought.test,${top},ignored@brought.test`];
  expect((await bring("partners", byId)).text).toContain("1 new");
  for (const name of ["early", "one", "two", "three"]) {
    const [{ id }] = await read(`/partners?email=${name}@brought.test`);
    expect(await read(`/partners/${id}/invitation`)).toMatchObject({ referredBy: { partnerId: top } });
  }
});

it("reads no more of a file than the batch it imports", async () => {
  let given = 0;
  async function* file(): AsyncGenerator<string> {
    yield "externalId,name\n";
    for (; given < 20_000; given += 1) yield `customer-${given},n\n`;
  }
  let taken = 0;
  for await (const batch of batchesOf(csvRows(file()))) {
    taken += batch.length;
    expect(batch.length).toBeLessThanOrEqual(500);
    expect(given - taken).toBeLessThanOrEqual(1);
  }
  expect(taken).toBe(20_000);
});

it("refuses a row that cannot be stored, and imports those beside it", async () => {
  const done = await bring("customers", ["externalId,name", "nul-1,a\0b", "nul-2,b"]);
  expect(done.text).toContain("2 rows: 1 new, 0 completed, 0 changed, 0 unchanged, 0 in conflict, 1 refused.");
  expect(await readFile(join(folder, "rows.csv.refused.csv"), "utf8")).toContain("must not contain U+0000");
});

it("tells in a dry run the line and column of what cannot be stored, also where a partner is named, and what becomes of the others", async () => {
  const { text } = await bring(
    "customers",
    ["externalId,email,partnerEmail", "nul-3,a@b.test,", "nul\0-4,c\0@d.test,\0"],
    "--dry-run",
  );
  expect(told.stdout.split("\n")).toEqual([
    "line 2  nul-3  created",
    "line 3  nul\0-4  refused: invalid_format: externalId: must not contain U+0000",
    "",
  ]);
  expect(text).toContain("2 rows: 1 new, 0 completed, 0 changed, 0 unchanged, 0 in conflict, 1 refused.");
});

describe("a file in another encoding", () => {
  const file = (wrong: Buffer): Buffer =>
    Buffer.concat([Buffer.from("externalId,name\nenc-1,Jürgen\nenc-2,"), wrong, Buffer.from("\nenc-3,a\n")]);

  it.each([
    ["Latin-1", Buffer.from("Jürgen", "latin1"), 3],
    ["UTF-8 that is cut within a letter", Buffer.from("Jü").subarray(0, 2), 3],
    ["Latin-1 far down", Buffer.from(`${"a\nmany,".repeat(50_000)}Jürgen`, "latin1"), 50_003],
  ])("is refused with the line, before anything of it is imported: %s", async (_, wrong, line) => {
    await expect(bring("customers", file(wrong))).rejects.toThrow(
      `is not in UTF-8: line ${line} has other letters. Save it as UTF-8`,
    );
    expect((await service.request("GET", "/customers/ext_enc-1")).status).toBe(404);
  });

  it("is refused where it ends within a letter", async () => {
    const cut = Buffer.from("externalId,name\nenc-1,Jü");
    await expect(bring("customers", cut.subarray(0, -1))).rejects.toThrow("is not in UTF-8: line 2 has other letters");
  });

  it("is refused in UTF-16, with a mark or without", async () => {
    const text = Buffer.from("externalId,name\nenc-1,a\n", "utf16le");
    await expect(bring("customers", text)).rejects.toThrow("in UTF-16");
    await expect(bring("customers", Buffer.concat([Buffer.from([0xff, 0xfe]), text]))).rejects.toThrow("not in UTF-8");
  });
});

it("takes letters of several bytes wherever the file is divided", async () => {
  const path = join(folder, "letters.txt");
  const text = Array.from({ length: 9_000 }, (_, index) => `ü€😀${"a".repeat(index % 7)}\n`).join("");
  await writeFile(path, text);
  let found = "";
  for await (const piece of textOf(path)) found += piece;
  expect(found === text).toBe(true);
});

it("tells the bound that a file is above", async () => {
  const named = (row: string): Promise<Done> => bring("customers", ["externalId,name", "wide-1,a", row]);
  const length = "The row at line 3 has more than 1000000 characters, the most that can be read.";
  await expect(named(`wide-2,${"x".repeat(1_000_000)}`)).rejects.toThrow(new RegExp(`${length}$`));
  await expect(named(`wide-2${",".repeat(2_000_000)}`)).rejects.toThrow(new RegExp(`${length}$`));
  await expect(named(`wide-2,"${"x".repeat(1_000_000)}"`)).rejects.toThrow(`${length} Perhaps a quote is not closed.`);
  await expect(bring("customers", [",".repeat(1_000_000), "1"])).rejects.toThrow("The file has more than 500 columns");
});

it("tells its progress over many batches", async () => {
  const rows = Array.from({ length: 1000 }, (_, index) => `many-${index},n`);
  const done = await bring("customers", ["externalId,name", ...rows, ...rows.slice(0, 100)]);
  expect(done.text).toBe("1100 rows: 1000 new, 0 completed, 0 changed, 100 unchanged, 0 in conflict, 0 refused.");
  expect(told.stderr).toBe("1000 rows: 1000 new, 0 completed, 0 changed, 0 unchanged, 0 in conflict, 0 refused.\n");
});

it("says in one line what it does not understand", async () => {
  await expect(bring("links", ["a"])).rejects.toThrow("import takes partners, customers, sales, not links.");
  await expect(bring("partners", ["a", "b"], "--preset", "other")).rejects.toThrow(
    "--preset must be one of rewardful, tolt",
  );
  await expect(bring("sales", ["a", "b"])).rejects.toThrow(
    "The file has no column for invoiceId, customerExternalId, amount, earnings, date; it has: a. Rename its columns, in which letter case, spaces and punctuation do not count, or name the product it comes from: --preset rewardful, tolt, ",
  );
  await expect(bring("sales", ["a", "b"], "--preset", "tolt")).rejects.toThrow(
    "for invoiceId (charge_id or transaction_id or id), customerExternalId (customer.customer_id), ",
  );
  const tolt = "id,customer.customer_id,revenue,amount,created_at";
  await expect(bring("sales", [tolt, "1,2,3,4,5"])).rejects.toThrow(
    "It has those of an export of tolt: add --preset tolt.",
  );
  await expect(bring("sales", ["a"])).rejects.toThrow("has no row");
  await expect(bring("sales", ['a,"b', "c"])).rejects.toThrow("a quote is not closed");
  const wide = Array.from({ length: 501 }, (_, index) => `c${index}`).join(",");
  await expect(bring("sales", [wide, "1"])).rejects.toThrow("The file has more than 500 columns");
});

it.each([["--dry-run"], []])("ends between two partners once its caller has gone: %s", async (...words) => {
  const path = join(folder, "many.csv");
  const rows = Array.from({ length: 60 }, (_, index) => `gone-${words.length}-${index}@mail.test`);
  await writeFile(path, ["email", ...rows].join("\n"));
  let told = 0;
  const tell = async (): Promise<void> => {
    told += 1;
    if (told === 4) throw new CallerGone();
  };
  let begun = 0;
  const { transaction } = service.store;
  service.store.transaction = (work) => {
    begun += 1;
    return transaction.call(service.store, work) as ReturnType<typeof work>;
  };
  try {
    const config = { ...service.deps.config, dataDir: folder };
    const run = runCommand({ store: service.store, config, tell }, importCommand, "partners", path, ...words);
    await expect(run).rejects.toThrow(CallerGone);
  } finally {
    service.store.transaction = transaction;
  }
  expect(begun).toBeGreaterThan(0);
  expect(begun).toBeLessThanOrEqual(4);
});
