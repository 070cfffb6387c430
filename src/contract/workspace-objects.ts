import type { TagColor } from "./link.ts";
import type { DateTime, PageQuery, SortOrder } from "./scalars.ts";

/** A tag of links and partners. */
export interface Tag {
  id: string;
  name: string;
  color: TagColor;
}

/** Query of `GET /tags`. */
export interface TagListQuery extends PageQuery {
  search?: string;
  ids?: string | string[];
  sortBy?: "name" | "createdAt";
  sortOrder?: SortOrder;
}

/** Body of tag writes; `name` (alias `tag`) is required on create. */
export interface TagInput {
  name?: string;
  tag?: string;
  color?: TagColor;
}

/** A folder of links. */
export interface Folder {
  id: string;
  name: string;
  description: string | null;
  type: "default";
  accessLevel: "write" | "read" | null;
  createdAt: DateTime;
  updatedAt: DateTime;
}

/** Query of `GET /folders`. */
export interface FolderListQuery extends PageQuery {
  search?: string;
}

/** Body of folder writes. */
export interface FolderInput {
  name?: string;
  description?: string | null;
  accessLevel?: "write" | "read" | null;
}

/** A domain of short links. */
export interface Domain {
  id: string;
  slug: string;
  verified: boolean;
  primary: boolean;
  archived: boolean;
  placeholder: string | null;
  expiredUrl: string | null;
  notFoundUrl: string | null;
  logo: string | null;
  assetLinks: string | null;
  appleAppSiteAssociation: string | null;
  registeredDomain: null;
  createdAt: DateTime;
  updatedAt: DateTime;
}

/** Query of `GET /domains`. */
export interface DomainListQuery extends PageQuery {
  archived?: boolean;
  search?: string;
}

/** Body of domain writes. */
export interface DomainInput {
  slug?: string;
  primary?: boolean;
  archived?: boolean;
  placeholder?: string | null;
  expiredUrl?: string | null;
  notFoundUrl?: string | null;
  logo?: string | null;
  assetLinks?: string | null;
  appleAppSiteAssociation?: string | null;
}
