// What a host must never do: the SDK in code for a browser.
import { createReferralsClient } from "referrals-embed/server";

window.leaked = createReferralsClient;
