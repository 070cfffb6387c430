/** What the code of the guides finds in the app that it is put into. */
import type { ReferralsClient } from "../../src/server/index.ts";
import type * as embed from "../../src/index.ts";

interface HostUser {
  id: string;
  name: string;
  email: string;
  image: string;
  /** The code that the person came by, of another partner. */
  invitedBy?: string;
}

declare global {
  /** The page of the element is JavaScript, where an event has a detail without a word of types. */
  interface DocumentEventMap {
    "referrals-error": CustomEvent<embed.ReferralsEmbedError>;
  }
  const app: any;
  const express: any;
  const req: any;
  const requireUser: any;
  const user: HostUser;
  const sessionUser: (request: Request) => Promise<HostUser>;
  const referrals: ReferralsClient;
  const clickId: string;
  const publicToken: string;
  const secret: string;
  const token: () => Promise<string>;
  const getToken: () => Promise<string>;
  const isDark: boolean;
  const thank: (id: string) => Promise<void>;
  const handle: (event: unknown) => Promise<void>;
  const ReferralsEmbed: typeof embed.ReferralsEmbed;
  const ReferralsLauncher: typeof embed.ReferralsLauncher;
  const ReferralsLinkCard: typeof embed.ReferralsLinkCard;
  const verifyWebhook: typeof import("../../src/server/index.ts").verifyWebhook;
  const stripe: any;
  const Paddle: any;
  const polar: any;
  const createCheckout: any;
  const [items, products, price, success_url, storeId, variantId]: any[];
  interface ImportMeta {
    readonly env: Record<string, string>;
  }
}
