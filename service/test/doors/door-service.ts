import { Hono } from "hono";
import { errorAnswer } from "../../src/middleware/errors.ts";
import { createConsole } from "../../src/routes/console.ts";
import { createJoinPages } from "../../src/routes/join-pages.ts";
import { createMailPages } from "../../src/routes/mail-pages.ts";
import { createPartnerPages } from "../../src/routes/partner-pages.ts";
import { createTestService, type TestService } from "../harness.ts";

/** Headers of a form that one of the service's own pages sent. */
export const own = { origin: "https://app.test" };

/** A mail as it waits for being sent. */
export interface WaitingMail {
  kind: string;
  recipient: string | null;
  locale: string | null;
  workspace_id: string | null;
  partner_id: string | null;
  data: Record<string, unknown> & { url?: string };
}

/** A service with its pages for strangers and partners, where mails are sent. */
export interface DoorService extends TestService {
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  post(path: string, form?: Record<string, string | string[]>, headers?: Record<string, string>): Promise<Response>;
  /** The pages alone, for a server of their own. */
  pages: Hono;
  /** Mails that wait for being sent, oldest first. */
  mailsTo(address: string): Promise<WaitingMail[]>;
  /** What was mailed last to an address: the path and query of its link. */
  linkTo(address: string): Promise<string>;
}

/** Opens it. @param rateLimits whether requests are counted; default not */
export async function createDoorService({ rateLimits = false } = {}): Promise<DoorService> {
  const mail = { smtpUrl: "smtp://127.0.0.1:1", from: "Acme <partners@acme.test>" };
  const service = await createTestService({ mail, rateLimits });
  const deps = { ...service.deps, context: (workspaceId = "") => service.ctx(workspaceId) };
  const pages = new Hono({ strict: false })
    .route("/partners/mails", createMailPages(deps))
    .route("/partners", createPartnerPages(deps))
    .route("/join", createJoinPages(deps))
    .route("/console", createConsole({ deps: service.deps, context: deps.context, pageDir: "" }));
  pages.onError((error, c) => errorAnswer(c, error, deps));
  const mailsTo = async (address: string): Promise<WaitingMail[]> =>
    service.store.db
      .selectFrom("mails")
      .select(["kind", "recipient", "locale", "workspace_id", "partner_id", "data"])
      .where("recipient", "=", address)
      .orderBy("created_at")
      .orderBy("id")
      .execute() as Promise<WaitingMail[]>;
  return {
    ...service,
    pages,
    get: async (path, headers = {}) => pages.request(`https://app.test${path}`, { headers }),
    post: async (path, form = {}, headers = own) => {
      const body = new URLSearchParams();
      for (const [name, values] of Object.entries(form)) for (const value of [values].flat()) body.append(name, value);
      return pages.request(`https://app.test${path}`, { method: "POST", body, headers });
    },
    mailsTo,
    async linkTo(address) {
      const url = new URL((await mailsTo(address)).at(-1)?.data.url ?? "https://none.test/");
      return url.pathname + url.search;
    },
  };
}

/** The cookies that an answer sets, as a browser sends them back. */
export function cookiesOf(answer: Response): string {
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
}
