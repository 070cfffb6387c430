/** A cache for the next build, of which there is none here, takes a fifth of the build's processor time to write. */
export default { experimental: { turbopackFileSystemCacheForBuild: false } };
