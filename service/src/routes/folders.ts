import { z } from "@hono/zod-openapi";
import { createFolder, deleteFolder, listFolders, updateFolder } from "../domain/links/folders.ts";
import { folder, folderInput, folderListQuery } from "../schemas/folder.ts";
import { deleted, idParams } from "../schemas/query.ts";
import { endpoint, type Endpoint } from "./endpoint.ts";

/** Folders of links. */
export const folderEndpoints: readonly Endpoint[] = [
  endpoint("folders.list", {
    description: "Lists folders; `search` finds them by name.",
    query: folderListQuery,
    output: z.array(folder),
    handle: ({ ctx, query }) => listFolders(ctx, query),
  }),
  endpoint("folders.create", {
    description: "Makes a folder for links.",
    body: folderInput,
    output: folder,
    example: { body: { name: "Autumn campaign" } },
    handle: ({ ctx, body }) => createFolder(ctx, body),
  }),
  endpoint("folders.update", {
    description: "Changes name or description of a folder.",
    params: idParams,
    body: folderInput,
    output: folder,
    example: { body: { description: "September to November" } },
    handle: ({ ctx, params, body }) => updateFolder(ctx, params.id, body),
  }),
  endpoint("folders.delete", {
    description: "Deletes a folder. Its links stay, in no folder.",
    params: idParams,
    output: deleted,
    handle: ({ ctx, params }) => deleteFolder(ctx, params.id),
  }),
];
