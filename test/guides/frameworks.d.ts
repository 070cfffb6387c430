/** Frameworks that are not installed here: the hosts in test/packed are built with the real ones. */
declare module "express" {
  const express: any;
  export default express;
}
declare module "next/headers" {
  export const cookies: () => Promise<unknown>;
}
declare module "next/server" {
  export const connection: () => Promise<void>;
}
declare module "next/script" {
  const Script: (props: { src: string; strategy?: string }) => any;
  export default Script;
}
declare module "@/current-user" {
  export const currentUser: () => Promise<{ id: string; name: string; email: string; image: string } | undefined>;
}
declare module "@/app/referrals" {
  export const Referrals: (props: { userId: string }) => any;
}
declare module "~/session.server" {
  export const requireUser: (request: Request) => Promise<{ id: string; name: string; email: string; image: string }>;
}
declare module "@react-router/dev/routes" {
  export type RouteConfig = object[];
  export const index: (file: string) => object;
  export const route: (path: string, file: string) => object;
}
declare module "$env/dynamic/private" {
  export const env: Record<string, string | undefined>;
}
declare module "@sveltejs/kit" {
  type Event = { locals: App.Locals; cookies: { getAll(): object[] } };
  export type Handle = (input: { event: Event; resolve: (event: Event) => Response }) => Response;
  export type RequestHandler = (event: Event) => Promise<Response>;
  export type ServerLoad = (event: Event) => object;
  export const error: (status: number) => never;
  export const json: (body: unknown, init?: ResponseInit) => Response;
}
declare module "astro" {
  export type APIRoute = (context: { locals: App.Locals }) => Promise<Response>;
}
declare module "astro:env/server" {
  export const getSecret: (name: string) => string | undefined;
}
declare module "astro:middleware" {
  type Middleware = (context: { locals: App.Locals; isPrerendered: boolean }, next: () => Response) => Response;
  export const defineMiddleware: (middleware: Middleware) => Middleware;
}
declare module "@vitejs/plugin-vue" {
  const vue: (options: object) => any;
  export default vue;
}
declare module "referrals-embed/styles.css";
