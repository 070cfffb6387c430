#!/usr/bin/env node
// A Node that is too old ends at the first import of the program with a raw dump, so nothing is imported, and no recent syntax is used,
// before the version is known. The build copies this file as it is.
var parts = process.versions.node.split(".").map(Number);
if (parts[0] > 20 || (parts[0] === 20 && parts[1] >= 19)) {
  import("./program.js").then(function (program) {
    program.main();
  });
} else {
  console.error(
    "Node " +
      process.versions.node +
      " is too old: referrals-service needs Node 20.19 or newer. Install it, then try again.",
  );
  process.exit(1);
}
