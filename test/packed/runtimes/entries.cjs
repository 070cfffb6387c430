// node entries.cjs import|require: prints the names that each entry of the package exports.
const { exports: map } = require("referrals-embed/package.json");

const entries = Object.keys(map)
  .filter((entry) => !/\.(css|json)$/.test(entry))
  .map((entry) => entry.replace("*", "de").replace(/^\./, "referrals-embed"));
const load = { import: (name) => import(name), require: (name) => require(name) }[process.argv[2]];
// `require` adds a mark for CommonJS where there is a default export.
const namesOf = async (entry) => Object.keys(await load(entry)).filter((name) => name !== "__esModule");

Promise.all(entries.map(async (entry) => [entry, await namesOf(entry)])).then((found) =>
  console.log(JSON.stringify(Object.fromEntries(found))),
);
