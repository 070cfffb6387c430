import { mount, unmount } from "svelte";
import Embed from "./Embed.svelte";
import Restless from "./Restless.svelte";

const components = { Embed, Restless };

/** What the scenes ask of a framework: a component of it, whose options change. */
window.mountComponent = (name, where, options) => {
  const props = $state({ options });
  const component = mount(components[name], { target: where, props });
  return { render: (options) => void (props.options = options), unmount: () => unmount(component) };
};
