import type { EmbedSection } from "referrals-embed/contract";
import type { TestService } from "../harness.ts";

/** Hides sections of the program's embed; answers the function that shows them again. */
export async function hideSections(service: TestService, sections: EmbedSection[]): Promise<() => Promise<void>> {
  const write = async (shown: boolean): Promise<void> => {
    const embed = { sections: Object.fromEntries(sections.map((section) => [section, shown])) };
    const { status } = await service.request("PATCH", "/program", { body: { embed } });
    if (status !== 200) throw new Error("the program could not be changed");
  };
  await write(false);
  return () => write(true);
}
