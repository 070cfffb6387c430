import type { Meta } from "@storybook/react-vite";
import { dashboardControls } from "../support/controls.ts";
import { DemoDashboard } from "../support/DemoDashboard.tsx";
import { pseudoCatalogue } from "../support/pseudo.ts";
import { shown, type DashboardStory } from "../support/variations.ts";

export default { title: "Languages", component: DemoDashboard, argTypes: dashboardControls } satisfies Meta<
  typeof DemoDashboard
>;

const overview = (locale: string): DashboardStory => shown({}, { locale });
const links = (locale: string): DashboardStory => shown({ sections: ["links"] }, { locale });

export const German: DashboardStory = overview("de");
export const GermanLinks: DashboardStory = links("de");
export const French: DashboardStory = overview("fr");
export const FrenchLinks: DashboardStory = links("fr");
export const Spanish: DashboardStory = overview("es");
export const SpanishLinks: DashboardStory = links("es");
export const Portuguese: DashboardStory = overview("pt-BR");
export const PortugueseLinks: DashboardStory = links("pt-BR");
export const Italian: DashboardStory = overview("it");
export const ItalianLinks: DashboardStory = links("it");
export const Dutch: DashboardStory = overview("nl");
export const DutchLinks: DashboardStory = links("nl");
export const Polish: DashboardStory = overview("pl");
export const PolishLinks: DashboardStory = links("pl");
export const Japanese: DashboardStory = overview("ja");
export const JapaneseLinks: DashboardStory = links("ja");
export const Korean: DashboardStory = overview("ko");
export const KoreanLinks: DashboardStory = links("ko");
export const Chinese: DashboardStory = overview("zh-CN");
export const ChineseLinks: DashboardStory = links("zh-CN");
export const Arabic: DashboardStory = overview("ar");
export const ArabicLinks: DashboardStory = links("ar");
export const Hebrew: DashboardStory = overview("he");
export const HebrewLinks: DashboardStory = links("he");
export const ArabicEarnings: DashboardStory = shown({ sections: ["earnings"] }, { locale: "ar" });
export const ArabicLeaderboard: DashboardStory = shown({ sections: ["leaderboard"] }, { locale: "ar" });
export const ArabicResources: DashboardStory = shown({ sections: ["resources"] }, { locale: "ar" });
export const ArabicRefer: DashboardStory = shown({ sections: ["refer"] }, { locale: "ar" });
export const ArabicSettings: DashboardStory = shown({ sections: ["settings"] }, { locale: "ar" });
export const ArabicAnalytics: DashboardStory = shown({ data: "analytics" }, { locale: "ar" });
export const HebrewEarnings: DashboardStory = shown({ sections: ["earnings"] }, { locale: "he" });
export const HebrewLeaderboard: DashboardStory = shown({ sections: ["leaderboard"] }, { locale: "he" });
export const HebrewResources: DashboardStory = shown({ sections: ["resources"] }, { locale: "he" });
export const HebrewRefer: DashboardStory = shown({ sections: ["refer"] }, { locale: "he" });
export const HebrewSettings: DashboardStory = shown({ sections: ["settings"] }, { locale: "he" });
export const HebrewAnalytics: DashboardStory = shown({ data: "analytics" }, { locale: "he" });
export const Pseudo: DashboardStory = shown({ messages: pseudoCatalogue });
export const PseudoSettings: DashboardStory = shown({ messages: pseudoCatalogue, sections: ["settings"] });
export const PseudoNarrow: DashboardStory = shown({ messages: pseudoCatalogue }, { width: "320" });
