import { addons } from "storybook/manager-api";
import { create } from "storybook/theming";

addons.setConfig({
  theme: create({ base: "light", brandTitle: "referrals-embed", brandUrl: "./", brandTarget: "_self" }),
  // With roots, groups that are no root (Layout, Languages) stand above them all, and Storybook opens on the first story there.
  sidebar: { showRoots: false },
});
