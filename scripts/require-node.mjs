/** Ends the process with one readable line on a Node that is too old. */
export function requireNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  console.error(
    `Node ${process.versions.node} is too old: this project needs Node 20.19 or newer. Install it, then try again.`,
  );
  process.exit(1);
}
