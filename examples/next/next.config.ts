import type { NextConfig } from "next";

/** The defaults of create-next-app. */
const config: NextConfig = { cacheComponents: true, partialPrefetching: true };

export default config;
