import type * as records from "./records.ts";
import type * as analytics from "./analytics.ts";
import type * as events from "./events.ts";
import type { FormValues } from "./referral-form.ts";
import type { EmbedList, PageQuery } from "./scalars.ts";

/** What an operation takes and gives; a part that is absent is not sent. */
interface Shape {
  params?: Record<string, string>;
  query?: object;
  body?: unknown;
  output: unknown;
}

/** What a path names. */
interface PathParams {
  /** The id of what the path names before it; a customer's may also be your own, with the prefix `ext_`. */
  id: string;
  /** Id of the partner, `pn_…`. */
  partnerId: string;
  /** Id of the link, `link_…`, or your own with the prefix `ext_`. */
  linkId: string;
  /** Host name of the domain. */
  slug: string;
  /** Id of the delivery. */
  deliveryId: string;
  /** Id of the code, or the code itself. */
  idOrCode: string;
}

type Paths<K extends keyof PathParams> = Pick<PathParams, K>;

type Id = {
  /** Id of what was deleted. */
  id: string;
};

/** Names a partner. */
type PartnerId = {
  /** Id of the partner, `pn_…`. */
  partnerId: string;
};

type PartnerStatus = PartnerId & {
  /** Where the enrollment stands now. */
  status: records.EnrollmentStatus;
};

/** Input and output of every operation, by its name. `operations` has a row for each: the compiler sees to it. */
export interface OperationShapes {
  /**
   * Lists the program's partners with their links and figures, best sellers first unless said otherwise.
   * `X-Total-Count` carries the number of all that match.
   */
  "partners.list": { query: records.PartnerListQuery; output: records.Partner[] };
  /**
   * Enrolls a partner, approved at once unless the program reviews applications, and makes the default links. Somebody
   * already enrolled by the same `tenantId` or address is answered unchanged.
   */
  "partners.create": { body: records.PartnerInput; output: records.Partner };
  /** Answers one partner with links and figures. */
  "partners.get": { params: Paths<"partnerId">; output: records.Partner };
  /** Changes what is known of a partner. What is left out stays; `null` clears. */
  "partners.update": { params: Paths<"partnerId">; body: records.PartnerPatch; output: records.Partner };
  /** Counts the partners a list with the same filters would find. */
  "partners.count": { query: records.PartnerFilter; output: number };
  /** Lists a partner's links with their figures. */
  "partners.retrieveLinks": { query: records.PartnerRef; output: records.LinkSummary[] };
  /** Makes a link that counts for a partner. Its destination must lie on a host the partner's group allows. */
  "partners.createLink": { body: records.PartnerLinkInput; output: records.Link };
  /** Changes the partner's link that leads to `url`, or makes one when none does. */
  "partners.upsertLink": {
    body: records.PartnerLinkInput & {
      /** Destination by which the link is found, on a host the partner's group allows. */
      url: string;
    };
    output: records.Link;
  };
  /** Figures of one partner, with what was earned: commissions pending, processed and paid. */
  "partners.analytics": { query: records.PartnerAnalyticsQuery; output: analytics.PartnerAnalyticsResult };
  /**
   * Bans a partner: links go off, unpaid commissions and open payouts are canceled, the dashboard shows no data.
   * Banning again changes nothing.
   */
  "partners.ban": {
    body: records.PartnerRef & {
      /** Why the partner is banned. */
      reason: records.BannedReason;
    };
    output: PartnerId;
  };
  /** Ends a partnership in good standing: links go off, what was earned is still paid. */
  "partners.deactivate": { body: records.PartnerRef; output: PartnerId };
  /**
   * Invites a partner by address. Links work at once, payouts wait until the invitation is accepted; it ends after 30
   * days.
   */
  "partners.invite": { body: records.PartnerInput; output: records.Partner };
  /** Lifts a ban: links go on and exactly what the ban canceled is restored. */
  "partners.unban": { body: records.PartnerRef; output: PartnerStatus };
  /** Takes a deactivated partner back: links go on, rewards apply again. */
  "partners.reactivate": { body: records.PartnerRef; output: PartnerStatus };
  /** Hides a partner from your own view. Links and earnings go on. */
  "partners.archive": { body: records.PartnerRef; output: PartnerStatus };
  /** Brings an archived partner back. */
  "partners.unarchive": { body: records.PartnerRef; output: PartnerStatus };
  /** Lists applications that wait for a review, newest first. */
  "partnerApplications.list": {
    query: PageQuery & {
      /** Only partners of this country. */
      country?: string;
      /** Only applications to this group. */
      groupId?: string;
    };
    output: records.Application[];
  };
  /** Approves an application, also one that was rejected: default links are made, and the partner can earn. */
  "partnerApplications.approve": {
    body: PartnerId & {
      /** Id or slug of the group to enroll in. Default: the one applied to. */
      groupId?: string;
    };
    output: PartnerId;
  };
  /** Rejects an application that waits. */
  "partnerApplications.reject": { body: records.ApplicationRejectInput; output: PartnerId };

  /**
   * Mints a token for a partner's browser, and enrolls the partner if nobody is enrolled under the `tenantId` or
   * address. Call it from your server once per visit, behind your own sign-in; each call makes a token of its own,
   * older ones live on.
   */
  "embedTokens.referrals": { body: records.EmbedTokenInput; output: records.EmbedToken };
  /** Revokes one token, or all of a partner. It takes effect on the next request. */
  "embedTokens.revoke": {
    body: records.EmbedTokenRevokeInput;
    output: {
      /** How many tokens no longer work. */
      revokedCount: number;
    };
  };

  /** Makes a short link. Without a `key` it gets a random one. */
  "links.create": { body: records.LinkInput; output: records.Link };
  /**
   * Changes the link whose destination is `url`, before or after UTM parameters are merged, or makes one when there is
   * none. Links of partners are found only with their `partnerId` or `tenantId`.
   */
  "links.upsert": { body: records.LinkInput; output: records.Link };
  /** Changes a link. What is left out stays; `null` clears. `PUT` does the same. */
  "links.update": { params: Paths<"linkId">; body: records.LinkPatch; output: records.Link };
  /** Finds one link by its id, your own id, or domain and key. */
  "links.info": { query: records.LinkInfoQuery; output: records.Link };
  /** Answers one link with its figures. */
  "links.get": { params: Paths<"linkId">; output: records.Link };
  /** Lists links, newest first; page by number or by cursor. */
  "links.list": { query: records.LinkListQuery; output: records.Link[] };
  /** Counts the links a list with the same filters would find; with `groupBy`, one row per group. */
  "links.count": {
    query: records.LinkFilter & {
      /** Counts by this instead of in one sum. */
      groupBy?: "domain" | "tagId" | "userId" | "folderId";
    };
    output: number | Record<string, string | number | null>[];
  };
  /** Deletes a link. What a partner earned by it stays. */
  "links.delete": { params: Paths<"linkId">; output: Id };
  /**
   * Makes up to 100 links, each on its own: one that fails stands at its place in the answer with `error` and `code`.
   */
  "links.createMany": { body: records.LinkInput[]; output: (records.Link | records.LinkBulkFailure)[] };
  /** Changes up to 100 links alike, all or none. Unknown ids are left out. */
  "links.updateMany": { body: records.LinkBulkPatch; output: records.Link[] };
  /** Deletes up to 100 links. Unknown ids are left out. */
  "links.deleteMany": {
    query: {
      /** Ids of the links, separated by commas. */
      linkIds: string | string[];
    };
    output: {
      /** How many links were deleted. */
      deletedCount: number;
    };
  };
  /** Draws a QR code as PNG or SVG. It takes no credential, so its address can stand in a page. */
  "qrCodes.get": { query: records.QrQuery; output: Blob };

  /**
   * Counts clicks, leads and sales in a period, in one sum or in groups. Text filters take one value, several separated
   * by commas, or a minus in front to exclude.
   */
  "analytics.retrieve": { query: records.AnalyticsQuery; output: analytics.AnalyticsResult };
  /** Lists clicks, leads or sales one by one, newest first. */
  "events.list": { query: records.EventListQuery; output: events.TrackedEvent[] };

  /**
   * Records that a visitor became a lead, and binds the customer to the link for good. The same event of the same
   * customer counts once, whenever it is repeated.
   */
  "track.lead": { body: records.LeadInput; output: records.LeadResult };
  /**
   * Records a sale of a customer, and the commission the partner earns. An `invoiceId` counts once, whenever it is
   * repeated.
   */
  "track.sale": { body: records.SaleInput; output: records.SaleResult };
  /** The same from a browser, with a publishable key, from the program's allowed origins. */
  "track.leadClient": { body: records.LeadInput; output: records.LeadResult };
  /** The same from a browser, with a publishable key, from the program's allowed origins. */
  "track.saleClient": { body: records.SaleInput; output: records.SaleResult };
  /**
   * Records a click without a redirect, for links like `?via=ada` on your own pages. One visitor's repeats within an
   * hour get the same id.
   */
  "track.click": { body: records.ClickInput; output: records.ClickResult };
  /**
   * Gives back a sale in whole or in part. Unpaid commission shrinks; what was already paid is taken from the next
   * payout.
   */
  "track.refund": { body: records.RefundInput; output: records.RefundResult };
  /** Records that a link opened your app, and answers which one. */
  "track.open": { body: records.OpenInput; output: records.OpenResult };
  /** Records a page view as a click on the root link of a domain. */
  "track.visit": { body: records.VisitInput; output: Pick<records.ClickResult, "clickId"> };

  /** Lists customers partners brought, newest first unless said otherwise. */
  "customers.list": { query: records.CustomerListQuery; output: records.Customer[] };
  /** Answers one customer; with `includeExpandedFields` also who brought them and what they save. */
  "customers.get": {
    params: Paths<"id">;
    query: Pick<records.CustomerListQuery, "includeExpandedFields">;
    output: records.Customer;
  };
  /** Makes a customer no partner brought yet; the first lead with a click binds them. */
  "customers.create": { body: records.CustomerInput; output: records.Customer };
  /** Changes what is known of a customer. What is left out stays; `null` clears. */
  "customers.update": {
    params: Paths<"id">;
    query: Pick<records.CustomerListQuery, "includeExpandedFields">;
    body: records.CustomerPatch;
    output: records.Customer;
  };
  /** Erases a customer's personal data. Sales and commissions stay. */
  "customers.delete": { params: Paths<"id">; output: Id };

  /** Lists commissions, newest first unless said otherwise. Nothing is hidden by default. */
  "commissions.list": { query: records.CommissionListQuery; output: records.Commission[] };
  /** Adds a commission by hand, or records a lead or sale for a partner. It is done when the answer comes. */
  "commissions.create": {
    body: records.CommissionInput;
    output: {
      /** Always `true`: what fails is answered as an error. */
      success: boolean;
      /** What was done. */
      message: string;
    };
  };
  /** Corrects a commission that is not paid and in no payout under way. */
  "commissions.update": { params: Paths<"id">; body: records.CommissionPatch; output: records.Commission };
  /** Moves up to 100 commissions to one status, all or none. */
  "commissions.updateMany": {
    body: {
      /** Ids of the commissions, `cm_…`. */
      commissionIds: string[];
      /** Status for all of them. */
      status: NonNullable<records.CommissionPatch["status"]>;
    };
    output: Pick<records.Commission, "id" | "status">[];
  };

  /** Lists payouts, largest first unless said otherwise. */
  "payouts.list": { query: records.PayoutListQuery; output: records.Payout[] };
  /**
   * Collects a partner's commissions whose holding period is over into a payout, if they reach the program's minimum.
   */
  "payouts.create": { body: PartnerId; output: records.Payout };
  /** Moves a payout to its next status, as your payment provider reports it. */
  "payouts.update": { params: Paths<"id">; body: records.PayoutPatch; output: records.Payout };

  /** Lists tags by name. */
  "tags.list": { query: records.TagListQuery; output: records.Tag[] };
  /** Makes a tag for links and partners. */
  "tags.create": { body: records.TagInput; output: records.Tag };
  /** Changes name or colour of a tag. */
  "tags.update": { params: Paths<"id">; body: records.TagInput; output: records.Tag };
  /** Deletes a tag and takes it off everything that has it. */
  "tags.delete": { params: Paths<"id">; output: Id };
  /** Lists folders; `search` finds them by name. */
  "folders.list": { query: records.FolderListQuery; output: records.Folder[] };
  /** Makes a folder for links. */
  "folders.create": { body: records.FolderInput; output: records.Folder };
  /** Changes name or description of a folder. */
  "folders.update": { params: Paths<"id">; body: records.FolderInput; output: records.Folder };
  /** Deletes a folder. Its links stay, in no folder. */
  "folders.delete": { params: Paths<"id">; output: Id };
  /** Lists the workspace's own domains. */
  "domains.list": { query: records.DomainListQuery; output: records.Domain[] };
  /** Adds a domain. Publish its `txtRecord`, then verify it: only then can links be made on it. */
  "domains.create": { body: records.DomainInput; output: records.Domain };
  /** Changes a domain. A new `slug` must be proven to be yours again. */
  "domains.update": { params: Paths<"slug">; body: records.DomainInput; output: records.Domain };
  /** Asks DNS whether the domain's `txtRecord` is published. Call it again until `status` is `verified`. */
  "domains.verify": { params: Paths<"slug">; output: records.Domain };
  /** Removes a domain that has no links. */
  "domains.delete": { params: Paths<"slug">; output: Pick<records.Domain, "slug"> };

  /** Lists webhooks, and whether each is on. */
  "webhooks.list": { output: records.Webhook[] };
  /** Makes a webhook. The secret of its signatures stands in this answer only. */
  "webhooks.create": { body: records.WebhookInput; output: records.Webhook };
  /** Answers one webhook, without its secret. */
  "webhooks.get": { params: Paths<"id">; output: records.Webhook };
  /** Changes name, address, events or secret of a webhook. */
  "webhooks.update": { params: Paths<"id">; body: records.WebhookPatch; output: records.Webhook };
  /** Deletes a webhook. Nothing more is sent to it. */
  "webhooks.delete": { params: Paths<"id">; output: Id };
  /** Gives a webhook a new secret. For 24 hours the old one signs along. */
  "webhooks.rotate": { params: Paths<"id">; output: records.Webhook };
  /** Posts a sample event to a webhook. */
  "webhooks.test": { params: Paths<"id">; output: records.WebhookDelivery };
  /** Turns a webhook on again that was turned off after failures. */
  "webhooks.enable": { params: Paths<"id">; output: records.Webhook };
  /** Lists what was posted to a webhook in the last 30 days, newest first. */
  "webhooks.deliveries": {
    params: Paths<"id">;
    query: records.WebhookDeliveryQuery;
    output: records.WebhookDelivery[];
  };
  /** Posts an event once more, with the same id and body and a new signature. */
  "webhooks.replay": { params: Paths<"id" | "deliveryId">; output: records.WebhookDelivery };

  /** Answers the program with all its settings. */
  "program.get": { output: records.Program };
  /** Changes settings of the program. What is left out stays. */
  "program.update": { body: records.ProgramPatch; output: records.Program };
  /** Lists keys, without what is secret of them. */
  "apiKeys.list": { query: PageQuery; output: records.ApiKey[] };
  /** Makes a key. A secret key stands in this answer only. */
  "apiKeys.create": { body: records.ApiKeyInput; output: records.ApiKey };
  /** Revokes a key at once. */
  "apiKeys.delete": { params: Paths<"id">; output: Id };
  /** Lists groups with their rewards and rules. */
  "groups.list": { query: PageQuery; output: records.Group[] };
  /** Makes a group with rewards and rules of its own. */
  "groups.create": { body: Partial<records.Group> & { name: string }; output: records.Group };
  /**
   * Changes a group. A new reward counts for members who had the old one; customers who already bought keep their
   * terms.
   */
  "groups.update": { params: Paths<"id">; body: Partial<records.Group>; output: records.Group };
  /** Lists the rewards groups and partners can have. */
  "rewards.list": { query: PageQuery; output: records.Reward[] };
  /** Makes a reward; a group or a partner refers to it. */
  "rewards.create": { body: Omit<records.Reward, "id">; output: records.Reward };
  /** Changes a reward. Customers who already bought keep the terms they began with. */
  "rewards.update": { params: Paths<"id">; body: Partial<records.Reward>; output: records.Reward };
  /** Lists the discounts customers can get. */
  "discounts.list": { query: PageQuery; output: records.Discount[] };
  /** Makes a discount for customers partners bring. */
  "discounts.create": { body: Omit<records.Discount, "id">; output: records.Discount };
  /** Changes a discount. */
  "discounts.update": { params: Paths<"id">; body: Partial<records.Discount>; output: records.Discount };
  /** Lists the codes of all partners, or of one. */
  "discountCodes.list": { query: records.DiscountCodeListQuery; output: records.DiscountCode[] };
  /** Makes a code buyers can enter; its sales count for the partner's link. */
  "discountCodes.create": { body: records.DiscountCodeInput; output: records.DiscountCode };
  /** Deletes a code, by its id or by itself. */
  "discountCodes.delete": { params: Paths<"idOrCode">; output: Id };
  /** Lists what partners sent through the referral form, newest first. */
  "referrals.list": { query: records.SubmissionListQuery; output: records.Submission[] };
  /** Moves a referral on. From `qualified` on it is a lead; `closedWon` with an `amount` is a sale. */
  "referrals.update": { params: Paths<"id">; body: records.SubmissionPatch; output: records.Submission };

  /**
   * Answers in one call what the dashboard's first screen shows. It works in every status; what the status, the program
   * or the token withholds is `null`.
   */
  "embed.bootstrap": { query: records.BootstrapQuery; output: records.Bootstrap };
  /** Tells how long the token works and what for. */
  "embed.token": { output: records.EmbedTokenInfo };
  /** Counts clicks, leads and sales of the partner's own links. */
  "embed.analytics": { query: records.EmbedAnalyticsQuery; output: analytics.AnalyticsResult };
  /** Lists the partner's commissions, newest first. */
  "embed.earnings": { query: records.EarningListQuery; output: EmbedList<records.Earning> };
  /** What the partner earned over time, without gaps. */
  "embed.earningsTimeseries": { query: records.EarningTimeseriesQuery; output: records.EarningTimeseriesPoint[] };
  /** Lists the partner's payouts, newest first. */
  "embed.payouts": {
    query: records.EmbedPageQuery & {
      /** Only payouts in this status. */
      status?: records.PayoutStatus;
    };
    output: EmbedList<records.PayoutRow>;
  };
  /** Lists clicks, leads and sales of the partner's links, newest first, without addresses or user agents. */
  "embed.events": { query: records.EmbedEventQuery; output: EmbedList<records.EventRow> };
  /** Ranks the program's partners by what they earned. Names are those of partners who opted in. */
  "embed.leaderboard": { output: records.Leaderboard };
  /** Lists the partner's links. */
  "embed.links": {
    query: records.EmbedPageQuery & {
      /** Only archived links (`true`), or only others. Default: all. */
      archived?: boolean;
    };
    output: EmbedList<records.EmbedLink>;
  };
  /** Makes a link of the partner, up to the group's limit. */
  "embed.createLink": { body: records.EmbedLinkInput; output: records.EmbedLink };
  /** Changes, archives or restores a link of the partner. Of a default link only the key can change. */
  "embed.updateLink": { params: Paths<"id">; body: records.EmbedLinkPatch; output: records.EmbedLink };
  /** Lists the referrals the partner sent. */
  "embed.referrals": { query: records.EmbedPageQuery; output: EmbedList<records.Referral> };
  /** Sends a referral through the group's form. The same values again are a conflict. */
  "embed.createReferral": {
    body: {
      /** What was entered, by the form's keys. */
      values: FormValues;
    };
    output: records.Referral;
  };
  /** Accepts an invitation, or takes back within 30 days having declined it. */
  "embed.accept": { body: object; output: records.EnrollmentActionResult };
  /** Declines an invitation: links go off, what was earned stays. */
  "embed.decline": { body: object; output: records.EnrollmentActionResult };
  /** Ends the partnership from the partner's side: links go off, what was earned is still paid. */
  "embed.leave": { body: object; output: records.EnrollmentActionResult };
  /** Withdraws an application that waits. */
  "embed.withdraw": { body: object; output: records.EnrollmentActionResult };
  /** Applies again after a rejection, from the date the notice names. */
  "embed.reapply": {
    body: {
      /** Answers to the program's questions, by the form's keys. */
      values?: FormValues;
    };
    output: records.EnrollmentActionResult;
  };
  /** Answers the partner's own profile. */
  "embed.profile": { output: records.Profile };
  /** Changes the partner's own profile. What is left out stays; `null` clears. */
  "embed.updateProfile": { body: records.ProfilePatch; output: records.Profile };
  /** Tells how the partner is paid, with the destination masked. */
  "embed.payoutMethod": { output: records.PayoutMethod };
  /** Changes how the partner is paid. It counts after 24 hours; payouts wait until then. */
  "embed.setPayoutMethod": { body: records.PayoutMethodInput; output: records.PayoutMethod };
  /** Downloads what the service holds on the partner: everything as JSON, or one section as CSV. */
  "embed.export": { query: records.ExportQuery; output: Blob };
  /**
   * Server-sent events: `stats`, `commission`, `payout`, `status` and, a minute before the token ends, `expiring`. Read
   * it with `fetch` and the bearer header; `Last-Event-ID` resumes within five minutes.
   */
  "embed.stream": { output: ReadableStream };
}

/** Name of an operation, as the SDK spells it. */
export type OperationName = keyof OperationShapes;

type Part<N extends OperationName, P extends keyof Shape> = OperationShapes[N] extends { [K in P]: infer T }
  ? T
  : undefined;

/** Path parameters of an operation. */
export type OperationParams<N extends OperationName> = Part<N, "params">;
/** Query of an operation. */
export type OperationQuery<N extends OperationName> = Part<N, "query">;
/** Body of an operation. */
export type OperationBody<N extends OperationName> = Part<N, "body">;
/** Answer of an operation. */
export type OperationOutput<N extends OperationName> = OperationShapes[N]["output"];

/** Everything an operation takes; a part it does not declare is not accepted. */
export type OperationInput<N extends OperationName> = Omit<OperationShapes[N], "output">;
