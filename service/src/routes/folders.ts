import { z } from "@hono/zod-openapi";
import { createFolder, deleteFolder, listFolders, updateFolder } from "../domain/folders/folders.ts";
import { folder, folderInput, folderListQuery } from "../schemas/folder.ts";
import { endpoint, type Endpoint } from "./endpoint.ts";

const params = z.object({ id: z.string() });

/** Folders of links. */
export const folderEndpoints: readonly Endpoint[] = [
  endpoint("folders.list", {
    query: folderListQuery,
    output: z.array(folder),
    handle: ({ ctx, query }) => listFolders(ctx, query),
  }),
  endpoint("folders.create", {
    body: folderInput,
    output: folder,
    handle: ({ ctx, body }) => createFolder(ctx, body),
  }),
  endpoint("folders.update", {
    params,
    body: folderInput,
    output: folder,
    handle: ({ ctx, params, body }) => updateFolder(ctx, params.id, body),
  }),
  endpoint("folders.delete", {
    params,
    output: z.strictObject({ id: z.string() }),
    handle: ({ ctx, params }) => deleteFolder(ctx, params.id),
  }),
];
