import type { Person } from "../contract/records.ts";

/** What the service's answer says of who is signed in. */
export interface Given extends Pick<Person, "id" | "name" | "email" | "role"> {
  /** Name of the workspace. */
  workspace: string;
  /** The workspace's name in addresses. */
  slug: string;
  /** The program's currency when the page began. */
  currency: string;
  apiUrl: string;
  appUrl: string;
  /** Whether the service sends mails. */
  mails: boolean;
}

/** Reads it from the page's root element. */
export function readGiven(root: HTMLElement): Given {
  return JSON.parse(root.dataset["given"] ?? "null") as Given;
}

/** Where people apply to the program, or to a group that has a join page of its own. */
export function joinAddress({ appUrl, slug }: Given, group?: { slug: string }): string {
  return `${appUrl}/join/${slug}${group ? `/${group.slug}` : ""}`;
}
