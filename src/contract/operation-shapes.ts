import type * as analytics from "./analytics.ts";
import type * as commission from "./commission.ts";
import type * as customer from "./customer.ts";
import type * as data from "./embed-data.ts";
import type * as token from "./embed-token.ts";
import type * as events from "./events.ts";
import type * as link from "./link.ts";
import type * as partner from "./partner.ts";
import type * as payout from "./payout.ts";
import type * as program from "./program.ts";
import type { FormValues } from "./referral-form.ts";
import type { EmbedList, PageQuery } from "./scalars.ts";
import type * as tracking from "./tracking.ts";
import type * as webhook from "./webhook.ts";
import type * as workspace from "./workspace-objects.ts";

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
  status: partner.EnrollmentStatus;
};

/** Input and output of every operation, by its name. `operations` has a row for each: the compiler sees to it. */
export interface OperationShapes {
  /**
   * Lists the program's partners with their links and figures, best sellers first unless said otherwise.
   * `X-Total-Count` carries the number of all that match.
   */
  "partners.list": { query: partner.PartnerListQuery; output: partner.Partner[] };
  /**
   * Enrolls a partner, approved at once unless the program reviews applications, and makes the default links. Somebody
   * already enrolled by the same `tenantId` or address is answered unchanged.
   */
  "partners.create": { body: partner.PartnerInput; output: partner.Partner };
  /** Answers one partner with links and figures. */
  "partners.get": { params: Paths<"partnerId">; output: partner.Partner };
  /** Changes what is known of a partner. What is left out stays; `null` clears. */
  "partners.update": { params: Paths<"partnerId">; body: partner.PartnerPatch; output: partner.Partner };
  /** Counts the partners a list with the same filters would find. */
  "partners.count": { query: partner.PartnerFilter; output: number };
  /** Lists a partner's links with their figures. */
  "partners.retrieveLinks": { query: partner.PartnerRef; output: link.LinkSummary[] };
  /** Makes a link that counts for a partner. Its destination must lie on a host the partner's group allows. */
  "partners.createLink": { body: link.PartnerLinkInput; output: link.Link };
  /** Changes the partner's link that leads to `url`, or makes one when none does. */
  "partners.upsertLink": {
    body: link.PartnerLinkInput & {
      /** Destination by which the link is found, on a host the partner's group allows. */
      url: string;
    };
    output: link.Link;
  };
  /** Figures of one partner, with what was earned: commissions pending, processed and paid. */
  "partners.analytics": { query: analytics.PartnerAnalyticsQuery; output: analytics.PartnerAnalyticsResult };
  /**
   * Bans a partner: links go off, unpaid commissions and open payouts are canceled, the dashboard shows no data.
   * Banning again changes nothing.
   */
  "partners.ban": {
    body: partner.PartnerRef & {
      /** Why the partner is banned. */
      reason: partner.BannedReason;
    };
    output: PartnerId;
  };
  /** Ends a partnership in good standing: links go off, what was earned is still paid. */
  "partners.deactivate": { body: partner.PartnerRef; output: PartnerId };
  /**
   * Invites a partner by address. Links work at once, payouts wait until the invitation is accepted; it ends after 30
   * days.
   */
  "partners.invite": { body: partner.PartnerInput; output: partner.Partner };
  /** Lifts a ban: links go on and exactly what the ban canceled is restored. */
  "partners.unban": { body: partner.PartnerRef; output: PartnerStatus };
  /** Takes a deactivated partner back: links go on, rewards apply again. */
  "partners.reactivate": { body: partner.PartnerRef; output: PartnerStatus };
  /** Hides a partner from your own view. Links and earnings go on. */
  "partners.archive": { body: partner.PartnerRef; output: PartnerStatus };
  /** Brings an archived partner back. */
  "partners.unarchive": { body: partner.PartnerRef; output: PartnerStatus };
  /** Lists applications that wait for a review, newest first. */
  "partnerApplications.list": {
    query: PageQuery & {
      /** Only partners of this country. */
      country?: string;
      /** Only applications to this group. */
      groupId?: string;
    };
    output: partner.Application[];
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
  "partnerApplications.reject": { body: partner.ApplicationRejectInput; output: PartnerId };

  /**
   * Mints a token for a partner's browser, and enrolls the partner if nobody is enrolled under the `tenantId` or
   * address. Call it from your server once per visit, behind your own sign-in; each call makes a token of its own,
   * older ones live on.
   */
  "embedTokens.referrals": { body: token.EmbedTokenInput; output: token.EmbedToken };
  /** Revokes one token, or all of a partner. It takes effect on the next request. */
  "embedTokens.revoke": {
    body: token.EmbedTokenRevokeInput;
    output: {
      /** How many tokens no longer work. */
      revokedCount: number;
    };
  };

  /** Makes a short link. Without a `key` it gets a random one. */
  "links.create": { body: link.LinkInput; output: link.Link };
  /**
   * Changes the link whose destination is `url`, before or after UTM parameters are merged, or makes one when there is
   * none. Links of partners are found only with their `partnerId` or `tenantId`.
   */
  "links.upsert": { body: link.LinkInput; output: link.Link };
  /** Changes a link. What is left out stays; `null` clears. `PUT` does the same. */
  "links.update": { params: Paths<"linkId">; body: link.LinkPatch; output: link.Link };
  /** Finds one link by its id, your own id, or domain and key. */
  "links.info": { query: link.LinkInfoQuery; output: link.Link };
  /** Answers one link with its figures. */
  "links.get": { params: Paths<"linkId">; output: link.Link };
  /** Lists links, newest first; page by number or by cursor. */
  "links.list": { query: link.LinkListQuery; output: link.Link[] };
  /** Counts the links a list with the same filters would find; with `groupBy`, one row per group. */
  "links.count": {
    query: link.LinkFilter & {
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
  "links.createMany": { body: link.LinkInput[]; output: (link.Link | link.LinkBulkFailure)[] };
  /** Changes up to 100 links alike, all or none. Unknown ids are left out. */
  "links.updateMany": { body: link.LinkBulkPatch; output: link.Link[] };
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
  "qrCodes.get": { query: link.QrQuery; output: Blob };

  /**
   * Counts clicks, leads and sales in a period, in one sum or in groups. Text filters take one value, several separated
   * by commas, or a minus in front to exclude.
   */
  "analytics.retrieve": { query: analytics.AnalyticsQuery; output: analytics.AnalyticsResult };
  /** Lists clicks, leads or sales one by one, newest first. */
  "events.list": { query: events.EventListQuery; output: events.TrackedEvent[] };

  /**
   * Records that a visitor became a lead, and binds the customer to the link for good. The same event of the same
   * customer counts once, whenever it is repeated.
   */
  "track.lead": { body: tracking.LeadInput; output: tracking.LeadResult };
  /**
   * Records a sale of a customer, and the commission the partner earns. An `invoiceId` counts once, whenever it is
   * repeated.
   */
  "track.sale": { body: tracking.SaleInput; output: tracking.SaleResult };
  /** The same from a browser, with a publishable key, from the program's allowed origins. */
  "track.leadClient": { body: tracking.LeadInput; output: tracking.LeadResult };
  /** The same from a browser, with a publishable key, from the program's allowed origins. */
  "track.saleClient": { body: tracking.SaleInput; output: tracking.SaleResult };
  /**
   * Records a click without a redirect, for links like `?via=ada` on your own pages. One visitor's repeats within an
   * hour get the same id.
   */
  "track.click": { body: tracking.ClickInput; output: tracking.ClickResult };
  /**
   * Gives back a sale in whole or in part. Unpaid commission shrinks; what was already paid is taken from the next
   * payout.
   */
  "track.refund": { body: tracking.RefundInput; output: tracking.RefundResult };
  /** Records that a link opened your app, and answers which one. */
  "track.open": { body: tracking.OpenInput; output: tracking.OpenResult };
  /** Records a page view as a click on the root link of a domain. */
  "track.visit": { body: tracking.VisitInput; output: Pick<tracking.ClickResult, "clickId"> };

  /** Lists customers partners brought, newest first unless said otherwise. */
  "customers.list": { query: customer.CustomerListQuery; output: customer.Customer[] };
  /** Answers one customer; with `includeExpandedFields` also who brought them and what they save. */
  "customers.get": {
    params: Paths<"id">;
    query: Pick<customer.CustomerListQuery, "includeExpandedFields">;
    output: customer.Customer;
  };
  /** Makes a customer no partner brought yet; the first lead with a click binds them. */
  "customers.create": { body: customer.CustomerInput; output: customer.Customer };
  /** Changes what is known of a customer. What is left out stays; `null` clears. */
  "customers.update": {
    params: Paths<"id">;
    query: Pick<customer.CustomerListQuery, "includeExpandedFields">;
    body: customer.CustomerPatch;
    output: customer.Customer;
  };
  /** Erases a customer's personal data. Sales and commissions stay. */
  "customers.delete": { params: Paths<"id">; output: Id };

  /** Lists commissions, newest first unless said otherwise. Nothing is hidden by default. */
  "commissions.list": { query: commission.CommissionListQuery; output: commission.Commission[] };
  /** Adds a commission by hand, or records a lead or sale for a partner. It is done when the answer comes. */
  "commissions.create": {
    body: commission.CommissionInput;
    output: {
      /** Always `true`: what fails is answered as an error. */
      success: boolean;
      /** What was done. */
      message: string;
    };
  };
  /** Corrects a commission that is not paid and in no payout under way. */
  "commissions.update": { params: Paths<"id">; body: commission.CommissionPatch; output: commission.Commission };
  /** Moves up to 100 commissions to one status, all or none. */
  "commissions.updateMany": {
    body: {
      /** Ids of the commissions, `cm_…`. */
      commissionIds: string[];
      /** Status for all of them. */
      status: NonNullable<commission.CommissionPatch["status"]>;
    };
    output: Pick<commission.Commission, "id" | "status">[];
  };

  /** Lists payouts, largest first unless said otherwise. */
  "payouts.list": { query: payout.PayoutListQuery; output: payout.Payout[] };
  /**
   * Collects a partner's commissions whose holding period is over into a payout, if they reach the program's minimum.
   */
  "payouts.create": { body: PartnerId; output: payout.Payout };
  /** Moves a payout to its next status, as your payment provider reports it. */
  "payouts.update": { params: Paths<"id">; body: payout.PayoutPatch; output: payout.Payout };

  /** Lists tags by name. */
  "tags.list": { query: workspace.TagListQuery; output: workspace.Tag[] };
  /** Makes a tag for links and partners. */
  "tags.create": { body: workspace.TagInput; output: workspace.Tag };
  /** Changes name or colour of a tag. */
  "tags.update": { params: Paths<"id">; body: workspace.TagInput; output: workspace.Tag };
  /** Deletes a tag and takes it off everything that has it. */
  "tags.delete": { params: Paths<"id">; output: Id };
  /** Lists folders; `search` finds them by name. */
  "folders.list": { query: workspace.FolderListQuery; output: workspace.Folder[] };
  /** Makes a folder for links. */
  "folders.create": { body: workspace.FolderInput; output: workspace.Folder };
  /** Changes name or description of a folder. */
  "folders.update": { params: Paths<"id">; body: workspace.FolderInput; output: workspace.Folder };
  /** Deletes a folder. Its links stay, in no folder. */
  "folders.delete": { params: Paths<"id">; output: Id };
  /** Lists the workspace's own domains. */
  "domains.list": { query: workspace.DomainListQuery; output: workspace.Domain[] };
  /** Adds a domain. Its links redirect once a TXT record at `_ref-verify` proves that it is yours. */
  "domains.create": { body: workspace.DomainInput; output: workspace.Domain };
  /** Changes a domain. A new `slug` must be proven to be yours again. */
  "domains.update": { params: Paths<"slug">; body: workspace.DomainInput; output: workspace.Domain };
  /** Removes a domain that has no links. */
  "domains.delete": { params: Paths<"slug">; output: Pick<workspace.Domain, "slug"> };

  /** Lists webhooks, and whether each is on. */
  "webhooks.list": { output: webhook.Webhook[] };
  /** Makes a webhook. The secret of its signatures stands in this answer only. */
  "webhooks.create": { body: webhook.WebhookInput; output: webhook.Webhook };
  /** Answers one webhook, without its secret. */
  "webhooks.get": { params: Paths<"id">; output: webhook.Webhook };
  /** Changes name, address, events or secret of a webhook. */
  "webhooks.update": { params: Paths<"id">; body: webhook.WebhookInput; output: webhook.Webhook };
  /** Deletes a webhook. Nothing more is sent to it. */
  "webhooks.delete": { params: Paths<"id">; output: Id };
  /** Gives a webhook a new secret. For 24 hours the old one signs along. */
  "webhooks.rotate": { params: Paths<"id">; output: webhook.Webhook };
  /** Posts a sample event to a webhook. */
  "webhooks.test": { params: Paths<"id">; output: webhook.WebhookDelivery };
  /** Turns a webhook on again that was turned off after failures. */
  "webhooks.enable": { params: Paths<"id">; output: webhook.Webhook };
  /** Lists what was posted to a webhook in the last 30 days, newest first. */
  "webhooks.deliveries": {
    params: Paths<"id">;
    query: webhook.WebhookDeliveryQuery;
    output: webhook.WebhookDelivery[];
  };
  /** Posts an event once more, with the same id and body and a new signature. */
  "webhooks.replay": { params: Paths<"id" | "deliveryId">; output: webhook.WebhookDelivery };

  /** Answers the program with all its settings. */
  "program.get": { output: program.Program };
  /** Changes settings of the program. What is left out stays. */
  "program.update": { body: program.ProgramPatch; output: program.Program };
  /** Lists keys, without what is secret of them. */
  "apiKeys.list": { query: PageQuery; output: program.ApiKey[] };
  /** Makes a key. A secret key stands in this answer only. */
  "apiKeys.create": { body: program.ApiKeyInput; output: program.ApiKey };
  /** Revokes a key at once. */
  "apiKeys.delete": { params: Paths<"id">; output: Id };
  /** Lists groups with their rewards and rules. */
  "groups.list": { query: PageQuery; output: program.Group[] };
  /** Makes a group with rewards and rules of its own. */
  "groups.create": { body: Partial<program.Group> & { name: string }; output: program.Group };
  /**
   * Changes a group. A new reward counts for members who had the old one; customers who already bought keep their
   * terms.
   */
  "groups.update": { params: Paths<"id">; body: Partial<program.Group>; output: program.Group };
  /** Lists the rewards groups and partners can have. */
  "rewards.list": { query: PageQuery; output: program.Reward[] };
  /** Makes a reward; a group or a partner refers to it. */
  "rewards.create": { body: Omit<program.Reward, "id">; output: program.Reward };
  /** Changes a reward. Customers who already bought keep the terms they began with. */
  "rewards.update": { params: Paths<"id">; body: Partial<program.Reward>; output: program.Reward };
  /** Lists the discounts customers can get. */
  "discounts.list": { query: PageQuery; output: program.Discount[] };
  /** Makes a discount for customers partners bring. */
  "discounts.create": { body: Omit<program.Discount, "id">; output: program.Discount };
  /** Changes a discount. */
  "discounts.update": { params: Paths<"id">; body: Partial<program.Discount>; output: program.Discount };
  /** Lists the codes of all partners, or of one. */
  "discountCodes.list": { query: program.DiscountCodeListQuery; output: program.DiscountCode[] };
  /** Makes a code buyers can enter; its sales count for the partner's link. */
  "discountCodes.create": { body: program.DiscountCodeInput; output: program.DiscountCode };
  /** Deletes a code, by its id or by itself. */
  "discountCodes.delete": { params: Paths<"idOrCode">; output: Id };
  /** Lists what partners sent through the referral form, newest first. */
  "referrals.list": { query: data.SubmissionListQuery; output: data.Submission[] };
  /** Moves a referral on. From `qualified` on it is a lead; `closedWon` with an `amount` is a sale. */
  "referrals.update": { params: Paths<"id">; body: data.SubmissionPatch; output: data.Submission };

  /**
   * Answers in one call what the dashboard's first screen shows. It works in every status; what the status, the program
   * or the token withholds is `null`.
   */
  "embed.bootstrap": { query: data.BootstrapQuery; output: data.Bootstrap };
  /** Tells how long the token works and what for. */
  "embed.token": { output: data.EmbedTokenInfo };
  /** Counts clicks, leads and sales of the partner's own links. */
  "embed.analytics": { query: analytics.EmbedAnalyticsQuery; output: analytics.AnalyticsResult };
  /** Lists the partner's commissions, newest first. */
  "embed.earnings": { query: data.EarningListQuery; output: EmbedList<data.Earning> };
  /** What the partner earned over time, without gaps. */
  "embed.earningsTimeseries": { query: data.EarningTimeseriesQuery; output: data.EarningTimeseriesPoint[] };
  /** Lists the partner's payouts, newest first. */
  "embed.payouts": {
    query: data.EmbedPageQuery & {
      /** Only payouts in this status. */
      status?: payout.PayoutStatus;
    };
    output: EmbedList<data.PayoutRow>;
  };
  /** Lists clicks, leads and sales of the partner's links, newest first, without addresses or user agents. */
  "embed.events": { query: data.EmbedEventQuery; output: EmbedList<data.EventRow> };
  /** Ranks the program's partners by what they earned. Names are those of partners who opted in. */
  "embed.leaderboard": { output: data.Leaderboard };
  /** Lists the partner's links. */
  "embed.links": {
    query: data.EmbedPageQuery & {
      /** Only archived links (`true`), or only others. Default: all. */
      archived?: boolean;
    };
    output: EmbedList<data.EmbedLink>;
  };
  /** Makes a link of the partner, up to the group's limit. */
  "embed.createLink": { body: data.EmbedLinkInput; output: data.EmbedLink };
  /** Changes, archives or restores a link of the partner. Of a default link only the key can change. */
  "embed.updateLink": { params: Paths<"id">; body: data.EmbedLinkPatch; output: data.EmbedLink };
  /** Lists the referrals the partner sent. */
  "embed.referrals": { query: data.EmbedPageQuery; output: EmbedList<data.Referral> };
  /** Sends a referral through the group's form. The same values again are a conflict. */
  "embed.createReferral": {
    body: {
      /** What was entered, by the form's keys. */
      values: FormValues;
    };
    output: data.Referral;
  };
  /** Accepts an invitation, or takes back within 30 days having declined it. */
  "embed.accept": { body: object; output: data.EnrollmentActionResult };
  /** Declines an invitation: links go off, what was earned stays. */
  "embed.decline": { body: object; output: data.EnrollmentActionResult };
  /** Ends the partnership from the partner's side: links go off, what was earned is still paid. */
  "embed.leave": { body: object; output: data.EnrollmentActionResult };
  /** Withdraws an application that waits. */
  "embed.withdraw": { body: object; output: data.EnrollmentActionResult };
  /** Applies again after a rejection, from the date the notice names. */
  "embed.reapply": {
    body: {
      /** Answers to the program's questions, by the form's keys. */
      values?: FormValues;
    };
    output: data.EnrollmentActionResult;
  };
  /** Answers the partner's own profile. */
  "embed.profile": { output: data.Profile };
  /** Changes the partner's own profile. What is left out stays; `null` clears. */
  "embed.updateProfile": { body: data.ProfilePatch; output: data.Profile };
  /** Tells how the partner is paid, with the destination masked. */
  "embed.payoutMethod": { output: data.PayoutMethod };
  /** Changes how the partner is paid. It counts after 24 hours; payouts wait until then. */
  "embed.setPayoutMethod": { body: data.PayoutMethodInput; output: data.PayoutMethod };
  /** Downloads what the service holds on the partner: everything as JSON, or one section as CSV. */
  "embed.export": { query: data.ExportQuery; output: Blob };
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
