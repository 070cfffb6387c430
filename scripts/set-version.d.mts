/** Gives both packages a version, wherever it is named in a repository. */
export function setVersion(root: string, version: string, given: { files: readonly string[]; today: string }): void;
