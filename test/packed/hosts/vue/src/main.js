import { createApp, h, reactive } from "vue";
import Embed from "./Embed.vue";
import Landing from "./Landing.vue";
import Pieces from "./Pieces.vue";
import Restless from "./Restless.vue";

const components = { Embed, Landing, Pieces, Restless };

/** What the scenes ask of a framework: a component of it, whose options change. */
window.mountComponent = (name, where, options) => {
  const props = reactive({ options });
  const app = createApp({ render: () => h(components[name], props) });
  app.mount(where);
  return { render: (options) => void (props.options = options), unmount: () => app.unmount() };
};
