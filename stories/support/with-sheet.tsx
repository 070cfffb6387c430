import type { Decorator } from "@storybook/react-vite";

/** Puts a stylesheet of the reader beside the story. */
export function withSheet(text: string): Decorator {
  return (Story) => (
    <>
      <style>{text}</style>
      <Story />
    </>
  );
}
