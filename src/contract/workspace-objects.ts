import type { TagColor } from "./link.ts";
import type { DateTime, PageQuery, SortOrder } from "./scalars.ts";

/** A tag of links and partners. */
export interface Tag {
  /** Id of the tag, `tag_…`. */
  id: string;
  /** Its name, unique in any letter case. */
  name: string;
  /** Its colour. */
  color: TagColor;
}

/** Query of `GET /tags`. */
export interface TagListQuery extends PageQuery {
  /** A part of the name. */
  search?: string;
  /** Only tags with these ids. */
  ids?: string | string[];
  /** What to sort by. */
  sortBy?: "name" | "createdAt";
  /** Direction of the sort. */
  sortOrder?: SortOrder;
}

/** Body of tag writes; `name` (alias `tag`) is required on create. */
export interface TagInput {
  /** Its name, unique in any letter case; required on create. */
  name?: string;
  /** Another name of `name`. */
  tag?: string;
  /** Its colour. Default `blue`. */
  color?: TagColor;
}

/** A folder of links. */
export interface Folder {
  /** Id of the folder, `fold_…`. */
  id: string;
  /** Its name. */
  name: string;
  /** What it is for. */
  description: string | null;
  /** Always `default`. */
  type: "default";
  /** Kept for your own use: access to links does not depend on it. */
  accessLevel: "write" | "read" | null;
  /** When it was made. */
  createdAt: DateTime;
  /** When it last changed. */
  updatedAt: DateTime;
}

/** Query of `GET /folders`. */
export interface FolderListQuery extends PageQuery {
  /** A part of the name. */
  search?: string;
}

/** Body of folder writes. */
export interface FolderInput {
  /** Its name; required on create. */
  name?: string;
  /** What it is for. */
  description?: string | null;
  /** Kept for your own use: access to links does not depend on it. */
  accessLevel?: "write" | "read" | null;
}

/** A domain of short links. */
export interface Domain {
  /** Id of the domain, `dom_…`. */
  id: string;
  /** Host name. */
  slug: string;
  /** Whether it has been proven to be yours; only then do its links redirect. */
  verified: boolean;
  /** Whether new links get it by default. */
  primary: boolean;
  /** Whether it is archived; lists can leave it out. */
  archived: boolean;
  /** Example of a destination, kept for forms of your own. */
  placeholder: string | null;
  /** Where links without an `expiredUrl` of their own lead once expired. */
  expiredUrl: string | null;
  /** Where unknown keys lead. Default: a page that says so. */
  notFoundUrl: string | null;
  /** URL of a logo, kept for your own use. */
  logo: string | null;
  /** Android asset links of the host, kept for your own use; they are not served here. */
  assetLinks: string | null;
  /** Apple app site association of the host, kept for your own use; it is not served here. */
  appleAppSiteAssociation: string | null;
  /** Always `null`: domains are not sold here. */
  registeredDomain: null;
  /** When it was added. */
  createdAt: DateTime;
  /** When it last changed. */
  updatedAt: DateTime;
}

/** Query of `GET /domains`. */
export interface DomainListQuery extends PageQuery {
  /** Only archived domains (`true`), or only others. */
  archived?: boolean;
  /** A part of the host name. */
  search?: string;
}

/** Body of domain writes. */
export interface DomainInput {
  /** Host name, like `go.example.com`; required on create. */
  slug?: string;
  /** Whether new links get it by default. */
  primary?: boolean;
  /** Whether it is archived; lists can leave it out. */
  archived?: boolean;
  /** Example of a destination, kept for forms of your own. */
  placeholder?: string | null;
  /** Where links without an `expiredUrl` of their own lead once expired. */
  expiredUrl?: string | null;
  /** Where unknown keys lead. */
  notFoundUrl?: string | null;
  /** URL of a logo, kept for your own use. */
  logo?: string | null;
  /** Android asset links of the host, kept for your own use; they are not served here. */
  assetLinks?: string | null;
  /** Apple app site association of the host, kept for your own use; it is not served here. */
  appleAppSiteAssociation?: string | null;
}
