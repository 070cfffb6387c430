import type { PlayedProvider } from "./integration.ts";
import { playedLemonSqueezy } from "./lemonsqueezy.ts";
import { playedPaddle } from "./paddle.ts";
import { playedPolar } from "./polar.ts";
import type { TellingProvider } from "./story.ts";
import { playedStripe } from "./stripe.ts";

/** By name, so that the compiler asks for a new provider: a test with a list of its own would leave it out and stay green. */
const played: Readonly<Record<PlayedProvider["provider"], TellingProvider>> = {
  stripe: playedStripe,
  paddle: playedPaddle,
  polar: playedPolar,
  lemonsqueezy: playedLemonSqueezy,
};

/** Every payment provider, as tests play it. */
export const playedProviders = Object.values(played);
