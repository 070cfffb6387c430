/** Frameworks that are not installed here: the hosts in test/packed are built with the real ones. */
declare module "express" {
  const express: any;
  export default express;
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
declare module "~/session.server" {
  export const requireUser: (request: Request) => Promise<{ id: string; name: string; email: string; image: string }>;
}
declare module "$env/static/private" {
  export const REFERRALS_API_KEY: string;
  export const REFERRALS_API_URL: string;
}
declare module "@sveltejs/kit" {
  export const json: (body: unknown, init?: ResponseInit) => Response;
}
declare module "@vitejs/plugin-vue" {
  const vue: (options: object) => any;
  export default vue;
}
declare module "referrals-embed/styles.css";
