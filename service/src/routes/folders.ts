import { z } from "@hono/zod-openapi";
import { createFolder, deleteFolder, listFolders, updateFolder } from "../domain/links/folders.ts";
import { folder, folderInput, folderListQuery } from "../schemas/folder.ts";
import { endpoint, type Endpoint } from "./endpoint.ts";

const params = z.object({
  id: z
    .string()
    .describe("The id of what the path names before it; a customer's may also be your own, with the prefix `ext_`."),
});

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
    handle: ({ ctx, body }) => createFolder(ctx, body),
  }),
  endpoint("folders.update", {
    description: "Changes name or description of a folder.",
    params,
    body: folderInput,
    output: folder,
    handle: ({ ctx, params, body }) => updateFolder(ctx, params.id, body),
  }),
  endpoint("folders.delete", {
    description: "Deletes a folder. Its links stay, in no folder.",
    params,
    output: z.strictObject({ id: z.string().describe("Id of what was deleted.") }),
    handle: ({ ctx, params }) => deleteFolder(ctx, params.id),
  }),
];
